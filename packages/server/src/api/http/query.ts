// The query of a request as it came: names with one value, or several.

import { SENT_QUERY } from '../../gate/context/bindings.ts'
import type { Bindings } from '../../store/driver/rows.ts'

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
    .map(([name, text], index) => ({
      name,
      text,
      place: /\d\]$/.test(name) && name !== list ? name : `${list}[${index}]`,
    }))
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
export function aroundParameter(
  sent: SentAddress,
  parameter: string,
): { readonly upTo: string; readonly behind: string } {
  const isIt = ({ name }: SentPair): boolean => name === parameter || name.replace(LIST_INDEX, '') === parameter
  const pairs = sentPairs(sent)
  const place = pairs.findIndex(isIt)
  const before = place === -1 ? pairs : pairs.slice(0, place)
  const behind = place === -1 ? [] : pairs.slice(place).filter((each) => !isIt(each))
  const own = pairs[place]
  // The name is written as it was sent, so that all names of a link are written alike.
  const name = own?.name === parameter ? (own.written.split('=')[0] ?? '') : encodeURIComponent(parameter)
  return {
    upTo: [...before.map(({ written }) => written), `${name}=`].join('&'),
    behind: behind.map(({ written }) => `&${written}`).join(''),
  }
}

/** The query without the parameter. */
export function withoutParameter(sent: SentAddress, parameter: string): string {
  const others = sentPairs(sent).filter(({ name }) => name !== parameter)
  return others.map(({ written }) => written).join('&')
}

interface SentAddress {
  /** Without a session token. */
  readonly query: Query
  readonly bindings: Bindings
}

interface SentPair {
  readonly name: string
  readonly written: string
}

function sentPairs({ query, bindings }: SentAddress): SentPair[] {
  return String(bindings[SENT_QUERY] ?? '')
    .split('&')
    .map((pair) => ({ name: [...new URLSearchParams(pair).keys()][0] ?? '', written: pair.replace(UNSAFE, escaped) }))
    .filter(({ name }) => Object.hasOwn(query, name))
}

/** A header or a page could not hold them in a link. */
const UNSAFE = /[^!-~]|["<>#]/gu

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  // Node has each byte of an address that is not ASCII as a character.
  return code > 0xff ? encodeURIComponent(character) : `%${code.toString(16).toUpperCase().padStart(2, '0')}`
}
