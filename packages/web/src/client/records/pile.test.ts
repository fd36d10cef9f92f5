import { expect, it } from 'vitest'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { addressesOf, placeIn, screenOfRecord, type Pile } from './pile.ts'

const PILE: Pile = {
  caller: 'ben',
  href: '/queue?page=2',
  screen: 'queue',
  block: 0,
  prefix: '',
  asked: { page: '2' },
  addresses: ['/tickets/3', '/tickets/4', '/tickets/9'],
  before: 20,
  total: 42,
}

it('says which of how many it is, and what is before and after it', () => {
  expect(placeIn(PILE, '/tickets/4')).toEqual({ number: 22, total: 42, previous: '/tickets/3', next: '/tickets/9' })
  expect(placeIn(PILE, '/tickets/9')).toEqual({ number: 23, total: 42, previous: '/tickets/4', next: null })
})

it('says how many there are where nobody has counted', () => {
  expect(placeIn({ ...PILE, before: 0, total: 0 }, '/tickets/3').total).toBe(3)
})

it('knows the addresses of rows, and the screen whose list leads to a record', () => {
  const row = (number: string) => ({ id: number, keys: { number }, values: {}, actions: {} })
  expect(addressesOf({ opens: '/tickets/:number' }, [row('3'), row('a b')])).toEqual(['/tickets/3', '/tickets/a%20b'])
  const screen = (address: string, opens: string | null) =>
    ({ address, blocks: [{ kind: 'list', opens }] }) as unknown as AppScreen
  const screens = [screen('/setup', null), screen('/mine', '/tickets/:number'), screen('/queue', '/tickets/:number')]
  const all = screen('/tickets', '/tickets/:number')
  const navigation = [
    { label: 'Set-up', address: '/setup' },
    { label: 'My tickets', address: '/mine' },
    { label: 'Queue', address: '/queue' },
  ]
  const above = (landing: string | null, path: string) => screenOfRecord({ screens, navigation, landing }, path)
  expect(above(null, '/tickets/3')?.label).toBe('My tickets')
  expect(above('/queue', '/tickets/3')?.label).toBe('Queue')
  expect(above('/setup', '/tickets/3')?.label).toBe('My tickets')
  expect(above('/queue', '/teams/3')).toBe(null)
  // Its address stands below that of a list.
  const place = { screens: [...screens, all], navigation: [...navigation, { label: 'All', address: '/tickets' }] }
  expect(screenOfRecord({ ...place, landing: '/queue' }, '/tickets/3')?.label).toBe('All')
})
