// A page offers exactly the inputs that the calls accept, on generated specifications.

import { describe, expect, it } from 'vitest'
import { offeredActions } from '@ninefold/core/contract/calls/offered-actions.ts'
import { runOffersMachine } from './offers-machine.ts'

it('offers what can be done, and nothing else', async () => {
  const { wrong, taken, refused, broken } = await runOffersMachine({
    specifications: 12,
    looksPerSpecification: 40,
    seed: 100,
  })
  expect(broken).toEqual([])
  expect(wrong.map(({ what }) => what)).toEqual([])
  expect(Math.min(taken, refused)).toBeGreaterThan(80)
}, 240_000)

const FAULTS: Readonly<Record<string, typeof offeredActions>> = {
  'creations are offered whatever the record of the page says': (actions, row, page) =>
    offeredActions(
      actions.map((action) => {
        if (action.kind !== 'call') return action
        const { asksPage: _, ...always } = action
        return always
      }),
      row,
      page,
    ),
  'what is beside a record of which the page says nothing is not offered': (actions, row, page) =>
    offeredActions(actions, row, page).filter(
      ({ action }) => action.kind !== 'call' || action.beginsWith === undefined,
    ),
  'an obstacle is not told': (actions, row, page) =>
    offeredActions(actions, row, page).map(({ action }) => ({ action, availability: { isAvailable: true } })),
}

describe('the machine finds that', () => {
  it.each(Object.entries(FAULTS))(
    '%s',
    async (_, offering) => {
      const found = await runOffersMachine({ specifications: 4, looksPerSpecification: 40, seed: 101, offering })
      expect(found.wrong.length).toBeGreaterThan(0)
    },
    120_000,
  )
})
