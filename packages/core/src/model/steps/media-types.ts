// Media types with their parameters (RFC 9110, 8.3.1): `application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"`.

export interface MediaType {
  /** In lower case, without parameters: `application/ld+json`. */
  readonly essence: string
  /** By name in lower case, without quotes. */
  readonly parameters: ReadonlyMap<string, string>
}

/** As authors write it. Its parameters are optional. */
export const MEDIA_TYPE = '[a-z]+/[A-Za-z0-9][\\w.+-]*(?:; ?[\\w.-]+=(?:[\\w.+-]+|"[^"`\\\\]*"))*'

export function mediaTypeOf(written: string): MediaType {
  const [essence = '', ...parameters] = partsBetween(';', written)
  return { essence: essence.toLowerCase(), parameters: new Map(parameters.map(parameterOf)) }
}

function parameterOf(written: string): [name: string, value: string] {
  const [, name = written, value = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(written) ?? []
  const quoted = /^"(.*)"$/s.exec(value)?.[1]
  return [name.toLowerCase(), quoted === undefined ? value : quoted.replace(/\\(.)/gs, '$1')]
}

/** The parts of a header's value without the white space around them. Separators within quotes are text. */
export function partsBetween(separator: ',' | ';', value: string): readonly string[] {
  const part = separator === ',' ? /(?:[^,"]|"(?:[^"\\]|\\.)*")+/gs : /(?:[^;"]|"(?:[^"\\]|\\.)*")+/gs
  return (value.match(part) ?? []).map((each) => each.trim())
}

/** `application/json` and types with the suffix `+json` (RFC 6839). */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(mediaTypeOf(mediaType).essence)
}

/** Types that browsers execute, or that consist of several answers. */
export function isRefusedType(mediaType: string): boolean {
  return /^(?:multipart|message)\/|script|xhtml|wasm|^text\/event-stream$/.test(mediaTypeOf(mediaType).essence)
}

/** As it is sent: its parameters stay as they are written. */
export function sentType(written: string): string {
  return written.replace(/^[^;]+/, (essence) => essence.toLowerCase())
}
