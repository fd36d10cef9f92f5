// node:querystring: the values of a name that comes more than once are a list.

export function parse(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(text)) {
    const known = found[name]
    found[name] = known === undefined ? value : [known, value].flat()
  }
  return found
}

export default { parse }
