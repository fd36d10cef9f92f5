// A search text → its words, each as a variable of the statement. Every word has to occur, in any order.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { MistypedWord } from '@ninefold/core/plan/read/fuzzy-search.ts'
import { typosForgiven } from '@ninefold/core/text/edit-distance.ts'
import { intactPieces } from '@ninefold/core/text/intact-pieces.ts'
import { type FoundByIndex, FREQUENT_FROM } from '@ninefold/core/plan/read/search-candidates.ts'
import { searchIndexes } from '@ninefold/core/plan/schema/search-indexes.ts'
import { completeIndexes, whereRare } from '../../gate/context/search-index-use.ts'

/** More words hardly narrow a search. */
const WORDS_MAX = 8

const SOUGHT = 'search'

export interface Sought {
  /** One variable per word. Searches with the same number of words share a statement. */
  readonly variables: readonly string[]
  /** The same words, for a search of similar ones. */
  readonly mistyped: readonly MistypedWord[]
  /** For ranking by similarity (core/rights/list-conditions.ts). */
  readonly near: { readonly whole: string; readonly begun: string; readonly words: readonly string[] }
  readonly bindings: Readonly<Record<string, Value>>
}

/** Trigrams are made of letters and digits. A word without three of them in a row has no trigram of its own. */
const INDEXED = { ASCII: /[A-Za-z0-9]{3}/, Unicode: /[\p{L}\p{N}]{3}/u } as const

export function soughtIn(text: string): Sought {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))].slice(0, WORDS_MAX)
  const named = words.map((word, index): [string, string] => [`${SOUGHT}.${index}`, word])
  const variables = named.map(([variable]) => variable)
  const [whole, begun] = [`${SOUGHT}.whole`, `${SOUGHT}.begun`]
  return {
    variables,
    mistyped: variables.map((word) => ({ word, pieces: piecesOf(word) })),
    near: { whole, begun, words: variables },
    bindings: Object.fromEntries([
      [whole, words.join(' ')],
      [begun, ` ${words.join(' ')}`],
      ...named,
      ...named.map(([variable, word]): [string, string] => [patternOf(variable), `%${literally(word)}%`]),
      ...named.map(([variable, word]): [string, string[]] => [piecesOf(variable), intactPatterns(word)]),
    ]),
  }
}

export interface IndexedWords {
  /** Entities whose index finds them soon. */
  readonly entities: readonly string[]
  /** Variables of the patterns, of LIKE, of those words that an index finds. */
  readonly patterns: readonly string[]
}

/** Null: no index finds any of the words soon. */
export async function indexedWords(
  application: Parameters<typeof completeIndexes>[0],
  { variables, bindings }: Sought,
): Promise<IndexedWords | null> {
  if (variables.length === 0) return null
  const { indexes, letters } = await completeIndexes(application)
  const patterns = variables.filter((name) => INDEXED[letters].test(String(bindings[name]))).map(patternOf)
  if (indexes.length === 0 || patterns.length === 0) return null
  const bound = variables.map((name) => String(bindings[patternOf(name)]))
  const rare = await whereRare(application, indexes, bound, FREQUENT_FROM)
  return rare.length === 0 ? null : { entities: rare.map(({ entity }) => entity), patterns }
}

/** Null: no index has all these fields. */
export function servedIn(
  model: Model,
  words: IndexedWords | null,
  { entity, fields }: Pick<FoundByIndex, 'entity' | 'fields'>,
): FoundByIndex | null {
  if (words === null || !words.entities.includes(entity.name)) return null
  const index = searchIndexes(model).find((each) => each.entity === entity.name)
  const hasAll = index !== undefined && fields.every(({ name }) => index.fields.some((each) => each.name === name))
  return hasAll ? { entity, fields: index.fields, patterns: words.patterns } : null
}

function patternOf(variable: string): string {
  return `${variable}.pattern`
}

function piecesOf(variable: string): string {
  return `${variable}.pieces`
}

/** A text with a similar word contains one of them. */
function intactPatterns(word: string): string[] {
  const [longest = ''] = wordsOf(word).toSorted((one, other) => other.length - one.length)
  return intactPieces(longest, typosForgiven(longest)).map((piece) => `%${piece}%`)
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function literally(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
