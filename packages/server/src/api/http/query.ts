// The query of a request as it came: names with one value, or several.

/** The end of a name of one value of a list: `tags[]`, `tags[0]`. */
export const LIST_INDEX = /\[\d{0,4}\]$/

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** The query up to another value of the parameter, and behind it, all other values as they were sent. */
export function aroundParameter(query: Query, parameter: string): { readonly upTo: string; readonly behind: string } {
  const isIt = ([name]: readonly [string, unknown]): boolean =>
    name === parameter || name.replace(LIST_INDEX, '') === parameter
  const sent = Object.entries(query)
  // Most first pages are asked for without a query.
  if (sent.length === 0) return { upTo: `${encodeURIComponent(parameter)}=`, behind: '' }
  const place = sent.findIndex(isIt)
  const before = place === -1 ? sent : sent.slice(0, place)
  const rest = place === -1 ? '' : writtenQuery(sent.slice(place).filter((each) => !isIt(each)))
  return { upTo: writtenQuery([...before, [parameter, '']]), behind: rest === '' ? '' : `&${rest}` }
}

/** The query without the parameter. */
export function withoutParameter(query: Query, parameter: string): string {
  return writtenQuery(Object.entries(query).filter(([name]) => name !== parameter))
}

function writtenQuery(sent: readonly (readonly [name: string, value: Query[string]])[]): string {
  const pairs = sent.flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]))
  return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
}
