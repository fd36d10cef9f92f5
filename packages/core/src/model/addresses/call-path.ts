// The path of a call, `/files/:folder/*rest` → its parameters, its pattern, and an address.

/**
 * `:key` stands at the start of a part, or after one of `( ' = ,` in it; any other colon is literal, as in
 * `:key:cancel`. `*rest` matches the rest of the address.
 */
const PARAMETER = /(?<=[/('=,])(?::|\*(?=\w+$))([A-Za-z_]\w*)/g

/** One parameter of a path as written, `:key`, and its name. */
export interface PlaceInPath {
  readonly written: string
  readonly name: string
}

/** In the order of the path; repeated names are repeated. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => name)
}

/** The path with its parameters replaced. */
export function filledPath(path: string, fill: (place: PlaceInPath) => string): string {
  return path.replace(PARAMETER, (written: string, name: string) => fill({ written, name }))
}

/** The address part for a value; a rest keeps its slashes. */
export function inAddress({ written }: PlaceInPath, value: string): string {
  const encoded = encodeURIComponent(value)
  return written.startsWith('*') ? encoded.replaceAll('%2F', '/') : encoded
}

/** Equal for two paths that differ only in names of parameters: they match the same addresses. */
export function pathPattern(path: string): string {
  return filledPath(path, ({ written }) => written.charAt(0))
}

/** Matches addresses of the path; each group is the text of a parameter. */
export function addressPattern(path: string): RegExp {
  let at = 0
  let text = ''
  for (const { 0: written, index } of path.matchAll(PARAMETER)) {
    text += `${literal(path.slice(at, index))}${written.startsWith('*') ? '(.+)' : '([^/]+)'}`
    at = index + written.length
  }
  return new RegExp(`^${text}${literal(path.slice(at))}$`)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
