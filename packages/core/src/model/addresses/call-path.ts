// The path of a call, `/files/:folder/*rest` → its parameters, what tells it from other paths, and an address.

/**
 * `:key` stands at the beginning of a part, or behind one of `( ' = ,` in it; a colon elsewhere is itself, as in
 * `:key:cancel`. `*rest` is all of the address from there on.
 */
const PARAMETER = /(?<=[/('=,])(?::|\*(?=\w+$))([A-Za-z_]\w*)/g

/** One parameter of a path as it stands there, `:key`, and its name. */
export interface PlaceInPath {
  readonly written: string
  readonly name: string
}

/** In the order of the path; a name that stands there twice is there twice. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => name)
}

/** The path with something else in the places of its parameters. */
export function filledPath(path: string, fill: (place: PlaceInPath) => string): string {
  return path.replace(PARAMETER, (written: string, name: string) => fill({ written, name }))
}

/** The address that a value makes in its place: of a rest, its slashes are those of the address. */
export function inAddress({ written }: PlaceInPath, value: string): string {
  const encoded = encodeURIComponent(value)
  return written.startsWith('*') ? encoded.replaceAll('%2F', '/') : encoded
}

/** Equal for two paths that differ only in names of parameters: they match the same addresses. */
export function pathPattern(path: string): string {
  return filledPath(path, ({ written }) => written.charAt(0))
}

/** Matches addresses of the path; the group at a place is what stands there. */
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
