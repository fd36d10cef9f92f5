// Prose enforces nothing: a sentence that sounds like a rule gets a diagnostic as a whole.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { POINTS, type Point } from '../model/points.ts'
import { readSpecification } from './specification.ts'
import { readFragment, saidAbout } from './testing.ts'

const PARTS: Readonly<Record<Point, readonly string[]>> = {
  purpose: [],
  screens: ['Screen: A'],
  entities: ['Entity: A', 'Reference data: A', 'Sample data: A'],
  states: ['States of A.b'],
  validation: [],
  roles: ['Signing in', 'Roles', 'Permissions'],
  calls: ['Standard calls', 'Shape: A of B', 'GET /a — A', 'Messages', 'Schedule: a', 'Example: a'],
  errors: [],
  limits: ['Lookup: a'],
}

function sentencesIn(point: Point, fragment: string): string[] {
  return saidAbout(readFragment(point, fragment)).flatMap((line) =>
    line.startsWith('N006 ') ? [line.slice('N006 '.length)] : [],
  )
}

it('names the sentence in every point, and in every part of it', () => {
  const prose = 'It is green. It must\nbe lent at most twice! Thanks.'
  for (const point of POINTS) {
    expect(sentencesIn(point, prose), point).toEqual(['It must\nbe lent at most twice!'])
    expect(sentencesIn(point, '> Nobody cannot pay.\n\n- It is always open'), point).toEqual([
      'Nobody cannot pay.',
      'It is always open',
    ])
    for (const part of PARTS[point]) expect(sentencesIn(point, `### ${part}\n\n${prose}`), part).toHaveLength(1)
  }
})

it('names it in a paragraph before the first point, and in the words of a question of the form', () => {
  const { diagnostics } = readSpecification(
    '# A\n\nIt never sleeps.\n\n## 6. Roles and permissions\n\n**Roles and permissions:** Only we know.\n',
  )
  expect(diagnostics.filter(({ number }) => number === 'N006')).toHaveLength(2)
})

it('ends a sentence where it ends', () => {
  expect(sentencesIn('purpose', 'Version 2.5 of a.b must run. See `x.y`! Never?')).toEqual([
    'Version 2.5 of a.b must run.',
    'Never?',
  ])
})

it('finds no promise in headings, cells, code, and longer words', () => {
  const text =
    '| Term | Means |\n| --- | --- |\n| loan | must come back |\n\n```\nmust\n```\n\nNevertheless a commonly mustered `must`.'
  expect(sentencesIn('purpose', text)).toEqual([])
})

it('raises no false alarm on the two examples', () => {
  for (const file of ['../../../../examples/helpdesk/app.md', '../../../../examples/conduit/app.md']) {
    const { diagnostics } = readSpecification(readFileSync(new URL(file, import.meta.url), 'utf8'))
    expect(diagnostics.filter(({ number }) => number === 'N006')).toEqual([])
  }
})
