// Every planted mistake is found: the expected number at the expected span, and nothing beside it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { DIAGNOSTICS } from '../../diagnostic/registry.ts'
import { CONDUIT, withoutWhatIsNotSupported } from './conduit.ts'
import { BY_POINT } from './help-desk-by-point.ts'
import { CONDITIONS_AND_RULES } from './help-desk-conditions.ts'
import { WORDING } from './help-desk-wording.ts'
import { ACROSS_POINTS } from './help-desk-across.ts'
import { ground, plant } from './planting.ts'

const helpdesk = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const conduit = withoutWhatIsNotSupported(
  readFileSync(new URL('../../read/fixtures/conduit.md', import.meta.url), 'utf8'),
)

const onHelpdesk = ground(helpdesk)
const onConduit = ground(conduit)
const corpus = [BY_POINT, WORDING, CONDITIONS_AND_RULES, ACROSS_POINTS, CONDUIT]

for (const mistakes of corpus) plant(mistakes === CONDUIT ? onConduit : onHelpdesk, mistakes)

it('has many mistakes, and knows every number that it expects', () => {
  const all = corpus.flatMap((mistakes) => Object.values(mistakes).flat())
  expect(all.length).toBeGreaterThanOrEqual(120)
  for (const number of all.flatMap(([numbers]) => numbers.split(' ')))
    expect(Object.keys(DIAGNOSTICS)).toContain(number)
})

it('raises no false alarm on Conduit', () => {
  expect(compile(conduit).model).not.toBe(null)
  // The password is not used, because checking it is a step that is left out here.
  const said = new Set(onConduit.usual.map((line) => line.slice(0, 4)))
  expect([...said].filter((number) => !['N007', 'N012', 'N702', 'N707'].includes(number))).toEqual([])
})
