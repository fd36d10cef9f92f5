// The table has every name that Node knows, and nothing that Node does not take.

import { expect, it } from 'vitest'
import { TIME_ZONES } from './time-zones.ts'

it('has every time zone that Node lists', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !TIME_ZONES.has(name))).toEqual([])
})

it('has no name that Node refuses', () => {
  const refused = [...TIME_ZONES].filter((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name })
      return false
    } catch {
      return true
    }
  })
  expect(refused).toEqual([])
})
