// A specification that uses every construct of points 4 and 5, and mistakes planted in it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { STATES_AND_RULES } from './loans.ts'
import { ground, plant } from './planting.ts'

const loans = readFileSync(new URL('loans.md', import.meta.url), 'utf8')

plant(ground(loans), STATES_AND_RULES)

it('raises no false alarm without mistakes', () => {
  const { model, diagnostics } = compile(loans)
  expect(model).not.toBe(null)
  expect(diagnostics.filter(({ number }) => number !== 'N012')).toEqual([])
})
