import { expect, test } from 'vitest'
import { fitting } from './palette.ts'

const offered = ['Report a problem', 'Übersicht der Räume', 'Queue'].map((label) => ({ key: label, label }))
const labels = (typed: string): string[] => fitting(offered, typed, 'de').map(({ label }) => label)

test('every word that is typed stands somewhere in what is offered, whatever its case and its accents', () => {
  expect(labels('PROB rep')).toEqual(['Report a problem'])
  expect(labels('raume ubersicht')).toEqual(['Übersicht der Räume'])
  expect(labels('  ')).toHaveLength(3)
  expect(labels('problem queue')).toEqual([])
})
