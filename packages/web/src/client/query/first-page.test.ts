import type { App, AppBlock, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { expect, it } from 'vitest'
import { askedFirst } from './first-page.ts'

const block = (more: object): AppBlock =>
  ({ title: 'T', tab: null, needs: [], filters: [], columns: [], searchIn: ['title'], ...more }) as unknown as AppBlock
const list = (more: object = {}): AppBlock => block({ kind: 'list', form: { kind: 'table' }, ...more })
const tab = (text: string): object => ({ tab: [{ kind: 'text', text }] })
const screen = (key: string, address: string, blocks: readonly AppBlock[]): AppScreen =>
  ({ key, address, name: key, blocks, actions: [] }) as unknown as AppScreen

const app: Pick<App, 'screens'> = {
  screens: [
    screen('list', '/', [list(), list({ filters: [{ name: 'team' }] })]),
    screen('one', '/tickets/:number', [list(), block({ kind: 'record' })]),
    screen('tabs', '/tabs', [list(tab('A')), list({ ...tab('B'), needs: ['tag'] }), list(tab('C'))]),
    screen('days', '/days', [list({ form: { kind: 'calendar', asksDays: true } }), block({ kind: 'count' })]),
  ],
}

it('asks for what the page there shows, as its address says', () => {
  expect(askedFirst(app, '/', '?page=2&q=router&1.team=x')).toEqual([
    '/_ninefold/screens/list/0?page=2&q=router',
    '/_ninefold/screens/list/1?team=x',
  ])
})

it('asks for the record that a page is about before what stands below it', () => {
  expect(askedFirst(app, '/tickets/1000', '')).toEqual([
    '/_ninefold/screens/one/1?number=1000',
    '/_ninefold/screens/one/0?number=1000',
  ])
})

it('asks for the open one of several tabs, and for none that waits for a choice', () => {
  expect(askedFirst(app, '/tabs', '')).toEqual(['/_ninefold/screens/tabs/0'])
  expect(askedFirst(app, '/tabs', '?tab=1')).toEqual(['/_ninefold/screens/tabs/0'])
  expect(askedFirst(app, '/tabs', '?tab=1&chosen.tag=x')).toEqual(['/_ninefold/screens/tabs/1?chosen.tag=x'])
})

it('asks for nothing that depends on the time, and for nothing where there is no screen', () => {
  expect(askedFirst(app, '/days', '')).toEqual(['/_ninefold/screens/days/1'])
  expect(askedFirst(app, '/_ninefold/sign-in', '')).toEqual([])
})
