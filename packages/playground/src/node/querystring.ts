// node:querystring: a repeated name has a list of values.

export function parse(text: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(text)) {
    const known = found[name]
    found[name] = known === undefined ? value : [known, value].flat()
  }
  return found
}

export default { parse }
