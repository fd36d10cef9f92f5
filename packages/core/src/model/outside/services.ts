// Outside services of point 7, checked: where each is, and how both sides prove who they are.

export interface ServiceAccess {
  /** The variable of the environment that holds its address. Null: not shown; it is then never asked. */
  readonly address: string | null
  readonly signIn: ServiceSignIn | null
  /** How it signs the calls that it makes. Null: it makes none. */
  readonly signing: ServiceSigning | null
}

/** Secrets by the names of the variables that hold them. */
export type ServiceSignIn =
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'basic'; readonly user: string; readonly secret: string }
  | { readonly kind: 'header'; readonly header: string; readonly secret: string }

/** `secret`: the variable that holds one secret, or two with a space between them while they are exchanged. */
export type ServiceSigning = { readonly secret: string } & (
  | {
      readonly kind: 'Standard Webhooks' | 'Stripe'
      /** The signed time and the time of arrival differ by so much at most. */
      readonly withinMs: number
    }
  | { readonly kind: 'GitHub' }
  | { readonly kind: 'HMAC-SHA256'; readonly header: string; readonly encoding: 'hex' | 'base64' }
)

/** Variables of the environment without which the service cannot be asked. */
export function askingVariablesOf({ address, signIn }: ServiceAccess): string[] {
  const secrets = signIn === null ? [] : signIn.kind === 'basic' ? [signIn.user, signIn.secret] : [signIn.secret]
  return address === null ? secrets : [address, ...secrets]
}

/** All that the operator has to set. */
export function variablesOf(service: ServiceAccess): string[] {
  const asking = askingVariablesOf(service)
  return service.signing === null ? asking : [...asking, service.signing.secret]
}

/** Headers that carry the signature and what else is signed. Without one of them a request is not looked at any further. */
export function signatureHeadersOf(signing: ServiceSigning): readonly string[] {
  switch (signing.kind) {
    case 'Standard Webhooks':
      return ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    case 'Stripe':
      return ['Stripe-Signature']
    case 'GitHub':
      return ['X-Hub-Signature-256']
    case 'HMAC-SHA256':
      return [signing.header]
  }
}

/** `HMAC-SHA256 in X-Signature as hex`, and `, within 5 minutes` where the scheme signs a time. */
export function signingInWords(signing: ServiceSigning): { readonly scheme: string; readonly within: string } {
  return {
    scheme:
      signing.kind === 'HMAC-SHA256' ? `${signing.kind} in ${signing.header} as ${signing.encoding}` : signing.kind,
    within: 'withinMs' in signing ? `, within ${signing.withinMs / 60_000} minutes` : '',
  }
}
