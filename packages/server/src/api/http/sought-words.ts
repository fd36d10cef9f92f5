// A search text → its words, each a variable of the statement: every one of them has to occur, in any order.

import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'

/** Fields in which a search looks, wherever it is, beside those of which a list says so. */
export const SEARCHED_KINDS: readonly FieldKind[] = ['text', 'email', 'sequence', 'random code']

/** More of them narrow nothing that anybody means. */
const WORDS_MAX = 8

const SOUGHT = 'search'

export interface Sought {
  /** Variables, one for each word. As many words need the same statement. */
  readonly variables: readonly string[]
  /** For the nearest first (core/rights/list-conditions.ts). */
  readonly near: { readonly whole: string; readonly begun: string; readonly words: readonly string[] }
  readonly bindings: Readonly<Record<string, Value>>
}

export function soughtIn(text: string): Sought {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))].slice(0, WORDS_MAX)
  const named = words.map((word, index): [string, string] => [`${SOUGHT}.${index}`, word])
  const variables = named.map(([variable]) => variable)
  const [whole, begun] = [`${SOUGHT}.whole`, `${SOUGHT}.begun`]
  return {
    variables,
    near: { whole, begun, words: variables },
    bindings: Object.fromEntries([[whole, words.join(' ')], [begun, ` ${words.join(' ')}`], ...named]),
  }
}
