// Colours of states: none that judges without the text, and one for each state that the text gives one.

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { choicesOfStates, mayHold } from './state-choices.ts'

const EXAMPLES = new URL('../../../../../examples/', import.meta.url)

const machines = globSync('*/app.md', { cwd: EXAMPLES }).flatMap(
  (name) => compile(readFileSync(new URL(name, EXAMPLES), 'utf8')).model?.states.machines ?? [],
)

it('judges no state of the examples by itself, and tells beginnings and ends by full and empty signs', () => {
  expect(machines.length).toBeGreaterThan(10)
  for (const { states, initial } of machines) {
    const choices = choicesOfStates({ states: states.map((state) => ({ ...state, colour: null })), initial })
    for (const [place, { tone, filled = -1 }] of choices.entries()) {
      const isEdge = states[place]?.isFinal === true || states[place]?.name === initial
      expect(tone === 'grey').toBe(isEdge)
      expect(['green', 'amber', 'red']).not.toContain(tone)
      expect(filled === 1).toBe(states[place]?.isFinal)
      expect(filled === 0).toBe(states[place]?.name === initial)
    }
  }
})

it('has the colours of the text', () => {
  for (const { states, initial } of machines)
    for (const [place, { tone }] of choicesOfStates({ states, initial }).entries())
      if (states[place]?.colour != null) expect(tone).toBe(states[place].colour)
  expect(new Set(machines.flatMap(({ states }) => states.map(({ colour }) => colour)))).toContain('green')
})

it('leaves out states that the condition of a list excludes by itself', () => {
  const { model } = compile(readFileSync(new URL('crm/app.md', EXAMPLES), 'utf8'))
  const left = (screen: string) =>
    model?.screens.screens
      .find(({ name }) => name === screen)
      ?.blocks.flatMap((block) =>
        block.kind === 'list' && block.entity === 'Deal'
          ? [['fresh', 'won', 'lost'].filter((value) => mayHold(block.where, 'Deal', 'stage', value))]
          : [],
      )
  expect(left('Pipeline')).toEqual([['fresh', 'won'], ['fresh', 'won', 'lost'], ['fresh', 'won', 'lost'], ['fresh']])
  expect(left('Dashboard')?.map((values) => values.length)).toEqual([1, 3, 2, 1])
})
