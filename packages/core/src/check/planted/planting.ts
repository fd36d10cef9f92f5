// For tests: a specification without mistakes, and mistakes planted in it → what checking must say, and nothing else.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { withoutMarks } from '../../read/testing.ts'
import type { PlantedMistake, PlantedMistakes } from './planted.ts'

export interface Ground {
  readonly specification: string
  /** What is said without any mistake. */
  readonly usual: readonly string[]
}

export function ground(specification: string): Ground {
  return {
    specification,
    usual: compile(specification).diagnostics.map(
      ({ number, span }) => `${number} ${specification.slice(span.start, span.end)}`,
    ),
  }
}

function expectFound({ specification, usual }: Ground, [numbers, find, replace, ...more]: PlantedMistake): void {
  let marked = specification
  for (const [before, after] of [[find, replace] as const, ...more]) {
    expect(marked, 'the specification has this text').toContain(before)
    marked = marked.replace(before, () => after)
  }
  const { text, marks } = withoutMarks(marked)
  const rest = [...usual]
  const expected = numbers.split(' ')
  const news = compile(text).diagnostics.filter(({ number, span }) => {
    // That a line does not run yet is no consequence of the mistake in it.
    if (number === 'N012' && !expected.includes(number)) return false
    const index = rest.indexOf(`${number} ${text.slice(span.start, span.end)}`)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
  const shown = (number: string, span: { start: number; end: number }) =>
    `${number} at ${span.start}: ${text.slice(span.start, span.end)}`
  expect(news.map(({ number, span }) => shown(number, span))).toEqual(
    marks.map((span, index) => shown(expected[index] ?? expected[0] ?? '', span)),
  )
}

/** One test for each mistake. */
export function plant(on: Ground, mistakes: PlantedMistakes): void {
  for (const [about, planted] of Object.entries(mistakes)) {
    for (const mistake of planted) {
      const line = [mistake[2], ...mistake.slice(3).map((edit) => edit[1])]
        .join('\n')
        .split('\n')
        .find((candidate) => candidate.includes('⟪'))
      it(`${about}: ${mistake[0]} in ${line}`, () => expectFound(on, mistake))
    }
  }
}
