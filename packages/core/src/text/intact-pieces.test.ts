import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'
import { intactPieces } from './intact-pieces.ts'

const LETTERS = 'abc'

/** A word, and the same with some mistakes. */
const mistyped = fc
  .record({
    word: fc.array(fc.constantFrom(...LETTERS), { minLength: 4, maxLength: 12 }).map((letters) => letters.join('')),
    mistakes: fc.array(
      fc.record({
        kind: fc.constantFrom('wrong', 'missing', 'additional', 'swapped'),
        at: fc.nat(11),
        letter: fc.constantFrom(...LETTERS),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ word, mistakes }) => ({ word, other: mistakes.reduce((text, mistake) => changed(text, mistake), word) }))

function changed(word: string, { kind, at, letter }: { kind: string; at: number; letter: string }): string {
  const place = at % word.length
  const [before, after] = [word.slice(0, place), word.slice(place)]
  if (kind === 'wrong') return before + letter + after.slice(1)
  if (kind === 'missing') return before + after.slice(1)
  if (kind === 'additional') return before + letter + after
  return before + (after[1] ?? '') + (after[0] ?? '') + after.slice(2)
}

function isMissed(word: string, other: string, pieces: readonly string[]): boolean {
  const distance = editDistance(word, other, 3)
  return distance <= allowed(word) && !pieces.some((piece) => other.includes(piece))
}

function allowed(word: string): number {
  return word.length < 8 ? 1 : 2
}

describe('intact pieces', () => {
  it('has one in every word with at most so many mistakes', () => {
    fc.assert(
      fc.property(mistyped, ({ word, other }) => {
        expect(isMissed(word, other, intactPieces(word, allowed(word)))).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  it('would miss swapped letters at a cut without the pieces for them', () => {
    const halves = intactPieces('badger', 1).slice(0, 2)
    expect(halves).toEqual(['bad', 'ger'])
    expect(isMissed('badger', 'bagder', halves)).toBe(true)
    expect(isMissed('badger', 'bagder', intactPieces('badger', 1))).toBe(false)
  })

  it('is the word itself without mistakes', () => {
    expect(intactPieces('fox', 0)).toEqual(['fox'])
  })
})
