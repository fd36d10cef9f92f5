// Ranks between ranks: always in order, never ending in 0, and short enough for long work.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countedRank, isRank, rankBetween } from './ranks.ts'

const rank = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'), minLength: 1 })
  .filter(isRank)

it('lies between its neighbours, whatever they are', () => {
  fc.assert(
    fc.property(fc.option(rank), fc.option(rank), (one, other) => {
      const [before, after] = one !== null && other !== null && one > other ? [other, one] : [one, other]
      const found = rankBetween(before, after)
      if (before !== null && before === after) return found === null
      return found !== null && isRank(found) && (before ?? '') < found && (after === null || found < after)
    }),
  )
})

it('leaves the last place to new records, also after many moves to the end', () => {
  let last = countedRank(7)
  for (let move = 0; move < 100; move += 1) last = rankBetween(last, null) ?? ''
  expect(last > countedRank(7) && last < countedRank(8)).toBe(true)
  expect(last.length).toBeLessThan(70)
})

it('grows by one character in about five moves to one place', () => {
  const [before, after] = [countedRank(1), countedRank(2)]
  let found = after
  for (let move = 0; move < 200; move += 1) found = rankBetween(before, found) ?? ''
  expect(found.length).toBeLessThan(80)
})
