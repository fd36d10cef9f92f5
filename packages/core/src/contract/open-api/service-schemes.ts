// Signatures of outside services (point 7) → security schemes of OpenAPI. The scheme names the header; a description
// explains the signature.

import type { Model } from '../../model/model.ts'
import { signatureHeadersOf } from '../../model/outside/services.ts'

/** Name and security scheme of each signing service. */
export function serviceSchemes({ calls }: Model): [name: string, scheme: Readonly<Record<string, string>>][] {
  return calls.services.flatMap(({ name, signing }) => {
    const header = signing === null ? undefined : signatureHeadersOf(signing).at(-1)
    if (signing === null || header === undefined) return []
    const description = `${name} signs the bytes of the body as ${signing.kind} has it.`
    return [[schemeOf(name), { type: 'apiKey', in: 'header', name: header, description }]]
  })
}

export function serviceSecurity(service: string): Record<string, readonly string[]>[] {
  return [{ [schemeOf(service)]: [] }]
}

/** Component names cannot contain spaces. */
function schemeOf(service: string): string {
  return `signature-${service.replace(/[^A-Za-z0-9._-]/g, '-')}`
}
