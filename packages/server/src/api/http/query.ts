// The query of a request as it came: names with one value, or several.

/** The end of a name of one value of a list: `tags[]`, `tags[0]`. */
export const LIST_INDEX = /\[\d{0,4}\]$/

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** One value of a list. `place`: `tags[1]`, or the name with a number under which it was sent. */
export interface SentInList {
  readonly name: string
  readonly text: string
  readonly place: string
}

/** Many clients write a list with brackets: `?tag[]=a&tag[]=b`. */
export function sentInList(pairs: readonly (readonly [string, string])[], list: string): SentInList[] {
  return pairs
    .filter(([name]) => name === list || name.replace(LIST_INDEX, '') === list)
    .toSorted(([one], [other]) => orderIn(list, one) - orderIn(list, other))
    .map(([name, text], index) => ({ name, text, place: /\d\]$/.test(name) && name !== list ? name : `${list}[${index}]` }))
}

/** Values without a number come first, and those without brackets before them. */
function orderIn(list: string, name: string): number {
  return name === list ? -2 : Number(/(\d+)\]$/.exec(name)?.[1] ?? -1)
}

export function pairsOf(query: Query): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
}

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
