import { expect, it } from 'vitest'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { choicesOfAnswer, listOfAnswer, recordOfAnswer } from './answer-rows.ts'

const column = (key: string): AppColumn => ({ key, label: key, display: { kind: 'text' }, isSortable: false })

const shown = {
  answer: { part: ['articles'], total: ['articlesCount'] },
  columns: [column('title'), column('author.username'), column('tags.name')],
  actions: [{ key: 'like-1', label: 'Like', kind: 'open', address: '/x' }],
} as const

const body = {
  articles: [
    { slug: 'a', title: 'A', author: { username: 'ada', age: 7 }, tags: [{ name: 'x' }, { name: 'y' }] },
    { slug: 'b', title: null },
  ],
  articlesCount: 41,
}

it('shows each item of the part, with what addresses are made of and how many there are', () => {
  const list = listOfAnswer(shown, { answer: body, offered: null }, 2)
  expect(list.total).toBe(41)
  expect(list.rows).toEqual([
    {
      id: '#0',
      keys: { slug: 'a', title: 'A', 'author.username': 'ada', 'author.age': '7' },
      values: { title: 'A', 'author.username': 'ada', 'tags.name': ['x', 'y'] },
      actions: { 'like-1': { isAvailable: true } },
    },
    { id: '#1', keys: { slug: 'b' }, values: { title: null }, actions: { 'like-1': { isAvailable: true } } },
  ])
})

it('offers with each row what the server says may be done to it', () => {
  const busy = { 'like-1': { isAvailable: false, reason: 'Busy.' } } as const
  const { rows } = listOfAnswer(shown, { answer: body, offered: [busy, {}] }, 1)
  expect(rows.map(({ actions }) => actions)).toEqual([busy, {}])
})

it('takes whatever a call answers, and shows nothing of what is not there', () => {
  expect(listOfAnswer(shown, { answer: null, offered: null }, 1)).toEqual({ rows: [], total: 0, page: 1 })
  expect(listOfAnswer(shown, { answer: { articles: 'none' }, offered: null }, 1).rows).toEqual([])
  expect(
    recordOfAnswer({ ...shown, answer: { part: ['x'], total: null } }, { answer: body, offered: null }),
  ).toMatchObject({ title: '' })
})

it('calls a record by its first text, and offers each choice once', () => {
  const first = { ...shown, answer: { part: [], total: null } }
  expect(recordOfAnswer(first, { answer: body.articles[0], offered: {} }).title).toBe('A')
  const tags = { answer: { tags: ['x', 'y', 'x', null, {}] }, offered: null }
  expect(choicesOfAnswer({ answer: { part: ['tags'], total: null } }, tags)).toEqual(['x', 'y'])
})
