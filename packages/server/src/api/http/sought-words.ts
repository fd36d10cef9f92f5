// A search text → its words, each as a variable of the statement. Every word has to occur, in any order.

import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'

/** Kinds of fields that every search covers, beside the fields that a list names. */
export const SEARCHED_KINDS: readonly FieldKind[] = ['text', 'email', 'sequence', 'random code']

/** More words hardly narrow a search. */
const WORDS_MAX = 8

const SOUGHT = 'search'

export interface Sought {
  /** One variable per word. Searches with the same number of words share a statement. */
  readonly variables: readonly string[]
  /** For ranking by similarity (core/rights/list-conditions.ts). */
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
