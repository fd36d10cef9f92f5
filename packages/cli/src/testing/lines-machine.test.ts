import { readFileSync } from 'node:fs'
import { type Compiled, compile } from '@ninefold/core/compile.ts'
import { differences } from '@ninefold/core/evolution/difference.ts'
import type { Point } from '@ninefold/core/model/points.ts'
import { expect, it } from 'vitest'
import { runLinesMachine } from './lines-machine.ts'

// `npm run prove lines` alters every text of the project, and also lists what is the same without a word.

const ALTERATIONS = 200

const TEXTS = ['helpdesk', 'expenses'].map((name) => ({
  name,
  text: readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8'),
}))

// Every run makes the same alterations: each text is compiled once, for the runs with planted faults as well.
const COMPILED = new Map<string, Compiled>()

function compiledOnce(text: string): Compiled {
  const compiled = COMPILED.get(text) ?? compile(text)
  COMPILED.set(text, compiled)
  return compiled
}

function unsaid(differencesOf: typeof differences): string[] {
  const { silent } = runLinesMachine({
    texts: TEXTS,
    alterations: ALTERATIONS,
    seed: 11,
    differencesOf,
    compiled: compiledOnce,
  })
  return silent.filter((way) => way.endsWith('no sentence says so'))
}

it('has a sentence for whatever means something else', () => expect(unsaid(differences)).toEqual([]), 60_000)

it.each<Point>(['entities', 'roles', 'limits'])(
  'finds differences that leave out those of %s',
  (left) => {
    const faulty: typeof differences = (...versions) => differences(...versions).filter(({ point }) => point !== left)
    expect(unsaid(faulty)).not.toEqual([])
  },
  60_000,
)
