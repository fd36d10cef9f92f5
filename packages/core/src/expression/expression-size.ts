// The size of an expression, computed by one pass over its characters before it is parsed, so that a text of a hundred
// thousand brackets is refused cheaply. Strict enough that the parser's limits and the stack are never reached.

import type { Sentence } from '../diagnostic/diagnostic.ts'

export const EXPRESSION_LIMITS = {
  charactersMax: 4000,
  /** Names, values, operators and lists. */
  partsMax: 1000,
  /** Nested brackets, signs and conditionals. */
  depthMax: 40,
  itemsMax: 200,
  decimalDigitsMax: 40,
}

/** Maximum number of nodes after substitution of everything that it names, because statements contain all of them. */
export const GROWN_PARTS_MAX = 1000
/** The same for all computed fields of an entity, because one answer contains them all. */
export const GROWN_OF_ENTITY_MAX = 10_000

export interface TooLarge {
  readonly start: number
  readonly end: number
  readonly sentence: Sentence<'N061'>
}

/** A quoted text, a name or number, an operator, a bracket or separator. Anything else is one character. */
const TOKEN =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[\p{L}\p{N}_]+|&&|\|\||[=!<>]=|[^\s]/gu

export function tooLarge(text: string): TooLarge | null {
  if (text.length > EXPRESSION_LIMITS.charactersMax) {
    return {
      start: 0,
      end: text.length,
      sentence: ['too many characters', EXPRESSION_LIMITS.charactersMax, text.length],
    }
  }
  const levels: number[] = [0]
  let [parts, signs] = [0, 0]
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    signs = token === '!' || token === '-' ? signs + 1 : 0
    if ('([{'.includes(token)) levels.push(0)
    else if (')]}'.includes(token)) levels.length = Math.max(1, levels.length - 1)
    // Each further `?` is nested in the branch of the previous one; a comma resets the count.
    else if (token === '?') levels.push((levels.pop() ?? 0) + 1)
    else if (token === ',') levels.splice(-1, 1, 0)
    if (!['(', ')', ']', '}', '.', ','].includes(token)) parts += 1
    const depth = levels.length - 1 + levels.reduce((sum, questions) => sum + questions, 0) + signs
    if (depth > EXPRESSION_LIMITS.depthMax) {
      const end = match.index + token.length
      return { start: match.index, end, sentence: ['too deep', EXPRESSION_LIMITS.depthMax] }
    }
    if (parts > EXPRESSION_LIMITS.partsMax) {
      return { start: 0, end: text.length, sentence: ['too many parts', EXPRESSION_LIMITS.partsMax] }
    }
  }
  return null
}
