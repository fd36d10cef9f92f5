import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { planTables } from '../plan/schema/tables.ts'
import { differences } from './difference.ts'
import { evolve } from './evolve.ts'

it('takes another colour and another logo for nothing that data or rights could notice', () => {
  const text = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
  const [before, after] = [
    text,
    text.replace('| Language | en |', '$&\n| Brand colour | #0a7d5c |\n| Logo | logo.svg |'),
  ].map((each) => compile(each).model!)
  expect(after?.limits.brandColour?.colour).toBe('#0a7d5c')
  expect(planTables(after!)).toEqual(planTables(before!))
  const former = { schema: planTables(before!), model: before!, identities: null }
  const { changes } = evolve(former, after!, null)
  expect(differences(before!, after!, changes).map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual([
    'safe: It is drawn in #0a7d5c.',
    'safe: It shows the logo logo.svg.',
  ])
})
