import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const of = (address: string, session: string, number: number) => ({ address, session, number })

function filled() {
  const queue = new FairQueue<ReturnType<typeof of>>()
  for (let number = 1; number <= 4; number++) queue.add(of('a', 'greedy', number))
  queue.add(of('a', 'neighbour', 1))
  queue.add(of('b', 'other', 1))
  return queue
}

function emptied(queue: ReturnType<typeof filled>): string[] {
  const order: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) order.push(`${item.session} ${item.number}`)
  return order
}

it('gives each address its turn, and each session of an address its turn', () => {
  expect(emptied(filled())).toEqual(['greedy 1', 'other 1', 'neighbour 1', 'greedy 2', 'greedy 3', 'greedy 4'])
})

it('sends away who came last of those who wait most', () => {
  const queue = filled()
  expect([queue.dropOfLongest()?.number, queue.dropOfLongest()?.number, queue.size]).toEqual([4, 3, 4])
  expect(emptied(queue)).toEqual(['greedy 1', 'other 1', 'neighbour 1', 'greedy 2'])
  expect([queue.size, queue.dropOfLongest(), queue.next()]).toEqual([0, undefined, undefined])
})

it('forgets who has gone, once', () => {
  const queue = new FairQueue<ReturnType<typeof of>>()
  const item = of('a', 'one', 1)
  queue.add(item)
  queue.remove(item)
  queue.remove(item)
  expect([queue.size, queue.next()]).toEqual([0, undefined])
})
