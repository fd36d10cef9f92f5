import { VIEWS_MAX } from '@ninefold/core/contract/screens/views.ts'
import { expect, it } from 'vitest'
import { firstView, inBrowser } from './views.ts'

function storage(first: string | null = null) {
  let kept = first
  return () => ({
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  })
}

const QUEUE = { screen: 'queue', block: 0 }

it('keeps views of guests by their names, each once in a list', async () => {
  const store = inBrowser(storage())
  await store.make({ ...QUEUE, name: 'Urgent', query: 'priority=urgent' })
  await store.make({ ...QUEUE, name: 'Mine', query: 'q=me' })
  await store.make({ screen: 'other', block: 0, name: 'Mine', query: '' })
  await expect(store.make({ ...QUEUE, name: 'Mine', query: '' })).rejects.toThrow('taken')
  const { views } = await store.read()
  expect(views.map(({ name }) => name)).toEqual(['Mine', 'Mine', 'Urgent'])
  const urgent = views[2]?.id ?? ''
  await expect(store.change(urgent, { name: 'Mine' })).rejects.toThrow('taken')
  await store.change(urgent, { name: 'Late', query: 'q=late' })
  expect((await store.read()).views.map(({ name, query }) => [name, query])).toContainEqual(['Late', 'q=late'])
  await store.drop(urgent)
  expect((await store.read()).views).toHaveLength(2)
})

it('opens one view of a list first, and own ones before shared ones', async () => {
  const store = inBrowser(storage())
  await store.make({ ...QUEUE, name: 'Urgent', query: 'priority=urgent' })
  await store.make({ ...QUEUE, name: 'Mine', query: 'q=me' })
  const [mine, urgent] = (await store.read()).views
  await store.change(urgent?.id ?? '', { opensFirst: true })
  await store.change(mine?.id ?? '', { opensFirst: true, name: 'Me' })
  const { views } = await store.read()
  expect(views.filter(({ opensFirst }) => opensFirst === true).map(({ name }) => name)).toEqual(['Me'])
  const shared = {
    ...QUEUE,
    id: 'x',
    name: 'A',
    query: '',
    sharedWith: 'Agent',
    isOthers: true,
    opensFirst: true,
  } as const
  expect(firstView([shared, ...views], QUEUE)?.name).toBe('Me')
  expect(firstView([shared], QUEUE)?.name).toBe('A')
  expect(firstView([shared], { screen: 'other', block: 0 })).toBeUndefined()
  await store.change(mine?.id ?? '', { opensFirst: false })
  expect(firstView((await store.read()).views, QUEUE)).toBeUndefined()
})

it('keeps columns, forgets them, and holds no more views than a server would', async () => {
  const store = inBrowser(storage())
  const columns = [{ key: 'title', width: 100, isShown: true }]
  await store.setColumns(QUEUE, columns)
  expect((await store.read()).layouts).toEqual([{ ...QUEUE, columns }])
  await store.setColumns(QUEUE, [])
  expect((await store.read()).layouts).toEqual([])
  for (let each = 0; each < VIEWS_MAX; each++) await store.make({ ...QUEUE, name: `v${each}`, query: '' })
  await expect(store.make({ ...QUEUE, name: 'One more', query: '' })).rejects.toThrow('too many')
})

it.each([
  'no JSON',
  'null',
  '[]',
  '{"views":7,"layouts":[{"screen":"queue","block":0,"columns":[1]}]}',
  '{"views":[{}]}',
])('has nothing where %s is kept', async (kept) => {
  expect(await inBrowser(storage(kept)).read()).toEqual({ views: [], layouts: [] })
})
