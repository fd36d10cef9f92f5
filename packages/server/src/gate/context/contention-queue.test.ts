// Creations with numbers from one counter run one after another; independent counters do not wait.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../store/driver/database.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'
import type { Application } from './application.ts'
import { inTurn } from './contention-queue.ts'

const TEXT = `# Invoices

**Ninefold:** 1

## 3. Entities and their fields

**Every entity has:** id as a counting number, createdAt

### Entity: Project

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| code | text | required, unique | | |

### Entity: Task

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| project | Project | required, set once, deleted together | | |
| number | sequence from 10 per project | unique within project | | |

### Entity: Invoice

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| number | sequence per year as "INV.{year}-{n:3}", without gaps | unique | | |
| total | whole number from 0 | required | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Project | | all |
| Guest | see, create | Task | | all |
| Guest | see, create | Invoice | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Project | /api/projects | create | code | everything visible |
| Task | /api/tasks | create | id | everything visible |
| Invoice | /api/invoices | create | id | everything visible |
`

/** Counts the single statements that write concurrently. `together`: each waits for this many others. */
const watched = { inFlight: 0, most: 0, together: 1, arrived: () => {} }

function watching(application: Application): Application {
  const { database } = application
  const own: Database = {
    ...database,
    writeAtOnce: async (statement, bindings) => {
      watched.inFlight += 1
      watched.most = Math.max(watched.most, watched.inFlight)
      await atThatTime()
      try {
        return await database.writeAtOnce(statement, bindings)
      } finally {
        watched.inFlight -= 1
      }
    },
  }
  return { ...application, database: own }
}

let waiting: (() => void)[] = []

function atThatTime(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length < watched.together) return
    for (const go of waiting) go()
    waiting = []
  })
}

let invoices: RunningApplication
beforeAll(async () => {
  invoices = await runApplication(TEXT, { double: watching })
})
afterAll(() => invoices[Symbol.asyncDispose]())

it('creates records of one counter one after another, and those of two counters together', async () => {
  const { guest } = invoices
  watched.most = 0
  const answers = await Promise.all([...Array(12).keys()].map((total) => guest.post('/api/invoices', { total })))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
  const numbers = answers.map(({ body }) => String(body.number).slice(-3)).toSorted()
  expect(numbers).toEqual([...Array(12).keys()].map((index) => String(index + 1).padStart(3, '0')))
  expect(watched.most).toBe(1)
  await guest.post('/api/projects', { code: 'a' })
  await guest.post('/api/projects', { code: 'b' })
  // Each of the two waits for the other, so they would hang if they ran one after another.
  watched.together = 2
  const tasks = await Promise.all([1, 2].map((project) => guest.post('/api/tasks', { project })))
  expect(tasks.map(({ status, body }) => [status, body.number])).toEqual([
    [201, 10],
    [201, 10],
  ])
  watched.together = 1
})

it('goes on after a creation that fails', async () => {
  const { application } = invoices
  const entity = application.model.entities.entities.find(({ name }) => name === 'Invoice')
  if (entity === undefined) throw new Error('There are invoices.')
  const order: string[] = []
  const turn = (name: string, work: () => Promise<void>) =>
    inTurn(application.database, entity, { total: 1 }, async () => {
      order.push(name)
      await work()
    })
  const first = turn('first', async () => {
    await Promise.resolve()
    order.push('first failed')
    throw new Error('refused')
  })
  const second = turn('second', async () => {})
  await expect(first).rejects.toThrow('refused')
  await second
  expect(order).toEqual(['first', 'first failed', 'second'])
})
