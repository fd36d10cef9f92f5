import { readFileSync } from 'node:fs'
import { type Compiled, compile } from '@ninefold/core/compile.ts'
import { differences } from '@ninefold/core/evolution/difference.ts'
import type { Point } from '@ninefold/core/model/points.ts'
import { expect, it } from 'vitest'
import { runLinesMachine } from './lines-machine.ts'

// `npm run prove lines` alters every text of the project.

const ALTERATIONS = 200

const TEXTS = ['helpdesk', 'expenses'].map((name) => ({
  name,
  text: readFileSync(new URL(`../../../../../examples/${name}/app.md`, import.meta.url), 'utf8'),
}))

// Every run makes the same alterations, so each text is compiled once, also for the runs with planted faults.
const COMPILED = new Map<string, Compiled>()

function compiledOnce(text: string): Compiled {
  const compiled = COMPILED.get(text) ?? compile(text)
  COMPILED.set(text, compiled)
  return compiled
}

function silentWays(differencesOf: typeof differences): readonly string[] {
  return runLinesMachine({
    texts: TEXTS,
    alterations: ALTERATIONS,
    seed: 11,
    differencesOf,
    compiled: compiledOnce,
  }).silent
}

it(
  'tells of everything but what is the same for a stated reason',
  () => expect(silentWays(differences)).toEqual([]),
  60_000,
)

it.each<Point>(['entities', 'roles', 'limits'])(
  'finds differences that leave out those of %s',
  (left) => {
    const faulty: typeof differences = (...versions) => differences(...versions).filter(({ point }) => point !== left)
    expect(silentWays(faulty)).not.toEqual([])
  },
  60_000,
)
