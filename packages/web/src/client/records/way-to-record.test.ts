import { expect, it } from 'vitest'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Pile } from './pile.ts'
import { wayTo, type KnownWays } from './way-to-record.ts'

const screen = (key: string, name: string, ...kinds: string[]) =>
  ({ key, name, blocks: kinds.map((kind) => ({ kind })) }) as unknown as AppScreen
const piles: Record<string, Pick<Pile, 'screen' | 'href'>> = {
  '/students/2': { screen: 'students', href: '/students?q=bela' },
  '/lessons/7': { screen: 'student', href: '/students/2?tab=1' },
  '/cars/1': { screen: 'lesson', href: '/lessons/7' },
  '/a': { screen: 'b', href: '/b' },
  '/b': { screen: 'a', href: '/a' },
}
const known: KnownWays = {
  screens: [
    screen('students', 'Students', 'list'),
    screen('student', 'Student', 'record', 'list'),
    screen('lesson', 'Lesson', 'record', 'list'),
    screen('a', 'A', 'record', 'list'),
    screen('b', 'B', 'record', 'list'),
  ],
  pileOf: (path) => (piles[path] ?? null) as Pile | null,
  titleOf: (path) => (path === '/students/2' ? 'Bela Bauer' : null),
  screenOf: (path) => (path === '/lost' ? { label: 'Plan', address: '/plan' } : null),
}

it('names the list that a record was opened from, with its filters', () => {
  expect(wayTo(known, '/students/2')).toEqual([{ label: 'Students', href: '/students?q=bela' }])
})

it('names the record above, whose list it was opened from, and what led to that', () => {
  const toLesson = [
    { label: 'Students', href: '/students?q=bela' },
    { label: 'Bela Bauer', href: '/students/2?tab=1' },
  ]
  expect(wayTo(known, '/lessons/7')).toEqual(toLesson)
  // One that was not seen goes by its screen.
  expect(wayTo(known, '/cars/1')).toEqual([...toLesson, { label: 'Lesson', href: '/lessons/7' }])
})

it('names a screen where no list led to the record, and comes to an end where two led to each other', () => {
  expect(wayTo(known, '/lost')).toEqual([{ label: 'Plan', href: '/plan' }])
  expect(wayTo(known, '/nowhere')).toEqual([])
  expect(wayTo(known, '/a').map(({ label }) => label)).toEqual(['B'])
})
