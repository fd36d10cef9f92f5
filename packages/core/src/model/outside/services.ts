// Outside services of point 7, checked: their addresses, and the authentication of both sides.

export interface ServiceAccess {
  /** The environment variable with its address. Null: not shown; the service is then never asked. */
  readonly address: string | null
  readonly signIn: ServiceSignIn | null
  /** The signature of its own calls. Null: it makes none. */
  readonly signing: ServiceSigning | null
}

/** Credentials, by the names of their environment variables. */
export type ServiceSignIn =
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'basic'; readonly user: string; readonly secret: string }
  | { readonly kind: 'header'; readonly header: string; readonly secret: string }

/** `secret`: the variable with one secret, or with two separated by a space during rotation. */
export type ServiceSigning = { readonly secret: string } & (
  | {
      readonly kind: 'Standard Webhooks' | 'Stripe'
      /** Maximum difference between the signed time and the time of arrival. */
      readonly withinMs: number
    }
  | { readonly kind: 'GitHub' }
  | { readonly kind: 'HMAC-SHA256'; readonly header: string; readonly encoding: 'hex' | 'base64' }
)

/** Environment variables that asking the service needs. */
export function askingVariablesOf({ address, signIn }: ServiceAccess): string[] {
  const secrets = signIn === null ? [] : signIn.kind === 'basic' ? [signIn.user, signIn.secret] : [signIn.secret]
  return address === null ? secrets : [address, ...secrets]
}

/** All environment variables of the service. */
export function variablesOf(service: ServiceAccess): string[] {
  const asking = askingVariablesOf(service)
  return service.signing === null ? asking : [...asking, service.signing.secret]
}

/** Headers with the signature and other signed values. A request without one of them is refused early. */
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

/** `HMAC-SHA256 in X-Signature as hex`, and `, within 5 minutes` if the scheme signs a time. */
export function signingInWords(signing: ServiceSigning): { readonly scheme: string; readonly within: string } {
  return {
    scheme:
      signing.kind === 'HMAC-SHA256' ? `${signing.kind} in ${signing.header} as ${signing.encoding}` : signing.kind,
    within: 'withinMs' in signing ? `, within ${signing.withinMs / 60_000} minutes` : '',
  }
}
