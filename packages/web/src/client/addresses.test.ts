import { expect, it } from 'vitest'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { fillPattern, matchPattern, matchScreen, queryOf } from './addresses.ts'

const screen = (address: string): AppScreen => ({
  name: address,
  key: address,
  address,
  isProvisional: false,
  refreshSeconds: null,
  blocks: [],
  actions: [],
})

it('reads parameters decoded, and only where every segment fits', () => {
  expect(matchPattern('/tickets/:number', '/tickets/10%2F42')).toEqual({ number: '10/42' })
  expect(matchPattern('/tickets/:number', '/tickets')).toBeNull()
  expect(matchPattern('/tickets/:number', '/teams/1')).toBeNull()
  expect(matchPattern('/tickets/:number', '/tickets/%E0%A4%A')).toBeNull()
})

it('prefers the address with fewer parameters', () => {
  const screens = [screen('/tickets/:number'), screen('/tickets/new')]
  expect(matchScreen(screens, '/tickets/new')?.screen.address).toBe('/tickets/new')
  expect(matchScreen(screens, '/tickets/7')?.parameters).toEqual({ number: '7' })
  expect(matchScreen(screens, '/')).toBeNull()
})

it('fills a pattern so that matching it gives the values back, and not without all of them', () => {
  const address = fillPattern('/a/:x/:y', { x: 'ä/ö', y: '?#' })
  expect(address).not.toBeNull()
  expect(matchPattern('/a/:x/:y', address ?? '')).toEqual({ x: 'ä/ö', y: '?#' })
  expect(fillPattern('/a/:x', {})).toBeNull()
  expect(fillPattern('/a/:x', { x: '' })).toBeNull()
})

it('leaves out of a query what has no value', () => {
  expect(queryOf({ q: 'a b', page: undefined, sort: '' })).toBe('?q=a+b')
  expect(queryOf({})).toBe('')
})
