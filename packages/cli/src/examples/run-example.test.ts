// The examples of the bundled applications, each on its own database.

import { readFileSync } from 'node:fs'
import { runApplication } from '@ninefold/server/testing/running-application.ts'
import { expect, it } from 'vitest'
import { compile } from '../pipeline.ts'
import { runExample, type StepOutcome } from './run-example.ts'
import { buildStages, stageOf } from './stages.ts'

function read(name: string): string {
  return readFileSync(new URL(`../../../../examples/${name}/app.md`, import.meta.url), 'utf8')
}

async function outcomesOf(text: string, name: string): Promise<StepOutcome[]> {
  const example = compile(text).model?.calls.examples.find((candidate) => candidate.name === name)
  if (example === undefined) throw new Error(`There is no example "${name}".`)
  await using application = await runApplication(text)
  const outcomes: StepOutcome[] = []
  for await (const outcome of runExample(example, stageOf(application.application, application.address)))
    outcomes.push(outcome)
  expect(outcomes.length === example.steps.length || outcomes.at(-1)?.isAsExpected === false).toBe(true)
  return outcomes
}

function unexpected(outcomes: readonly StepOutcome[]): string[] {
  return outcomes
    .filter(({ isAsExpected }) => !isAsExpected)
    .map(({ request, expected, came, said }) => `${request}: expected ${expected}, came ${came}. ${said ?? ''}`)
}

it('keeps the ledger as the stock ledger says', async () => {
  const stock = read('stock')
  expect(unexpected(await outcomesOf(stock, 'nothing is handed out that is not there'))).toEqual([])
  expect(unexpected(await outcomesOf(stock, 'an order is received'))).toEqual([])
})

it('makes a deal of a lead, for those who may see it', async () => {
  expect(unexpected(await outcomesOf(read('crm'), 'A lead becomes a deal'))).toEqual([])
})

it('does what a call puts off before the next one', async () => {
  const text = readFileSync(new URL('../../../server/src/testing/texts/told.md', import.meta.url), 'utf8').replace(
    '### Messages',
    `### Example: a repair

1. as Ada: call \`POST /api/repairs/Lamp/remarks\` with \`{"text": "Hello"}\` answers 204

### Messages`,
  )
  await using application = await runApplication(text)
  const [example] = application.application.model.calls.examples
  const ada = await application.signIn('ada@example.test', 'correct-horse-1')
  const [owner] = (await application.database.pool.query('SELECT id FROM person')).rows
  expect((await ada.post('/api/repairs', { title: 'Lamp', owner: owner.id })).status).toBe(201)
  const stage = stageOf(application.application, application.address)
  for await (const { came, isAsExpected } of runExample(example!, stage)) expect(isAsExpected, came).toBe(true)
  expect((await application.database.pool.query('SELECT remarks, is_open FROM repair')).rows).toEqual([
    { remarks: 5, is_open: false },
  ])
})

it('sends headers and forms, and keeps headers of answers', async () => {
  const text = readFileSync(new URL('../../../server/src/testing/wire.md', import.meta.url), 'utf8')
  const outcomes = await outcomesOf(text, 'A todo')
  expect([unexpected(outcomes), outcomes.length]).toEqual([[], 4])
})

/** With all sample data, the examples of services, and their signatures. */
async function playedFirst(text: string): Promise<StepOutcome[]> {
  const model = compile(text).model
  if (model === null) throw new Error('The text has errors.')
  await using stages = await buildStages(model, text)
  const outcomes: StepOutcome[] = []
  await stages.play(async (stage) => {
    for await (const outcome of runExample(model.calls.examples[0]!, stage)) outcomes.push(outcome)
  })
  return outcomes
}

it('keeps the cart of a guest in a cookie, and lets the provider confirm the payment', async () => {
  const outcomes = await playedFirst(read('shop'))
  expect([unexpected(outcomes), outcomes.length]).toEqual([[], 16])
})

it('signs what an outside service calls, and tells of an event twice', async () => {
  const text = readFileSync(new URL('../../../server/src/testing/texts/charged.md', import.meta.url), 'utf8')
  const outcomes = await playedFirst(text)
  expect([unexpected(outcomes), outcomes.length]).toEqual([[], 6])
  expect(outcomes[1]?.request).toBe('Payments: POST /hooks/payments')
})

it('lets rooms as the booking system says', async () => {
  const booking = read('booking')
  expect(unexpected(await outcomesOf(booking, 'two members want the same hour'))).toEqual([])
})

it('takes expenses as the application says', async () => {
  const expenses = read('expenses')
  expect(unexpected(await outcomesOf(expenses, 'an expense is handed in and accepted'))).toEqual([])
})

it.each([
  {
    fault: 'a guard that is not asked',
    plant: (text: string) => text.replace('| Own buyer | `lines.size() > 0` |', '| Own buyer | |'),
    found: /Bo Buyer: POST \/api\/orders\/[^/]+\/send: expected 409, came 200/,
  },
  {
    fault: 'a procedure that records nothing',
    plant: (text: string) => text.replace(/ {3}2\. record Movement with .*\n/, ''),
    found: /Kim Keeper: POST \/api\/issues: expected 201, came 409 OUT_OF_STOCK/,
  },
  {
    fault: 'a transition that is done twice',
    plant: (text: string) =>
      text
        .replace('| receive | sent | received |', '| receive | sent, received | received |')
        .replace('| received | the goods have come | final |', '| received | the goods have come | |'),
    found: /Kim Keeper: POST \/api\/orders\/[^/]+\/receive: expected 409, came 200/,
  },
])('finds $fault', async ({ plant, found }) => {
  const planted = plant(read('stock'))
  expect(unexpected(await outcomesOf(planted, 'an order is received')).join('\n')).toMatch(found)
})
