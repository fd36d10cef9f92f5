// Public contracts with many rules, each as a text written from the reference alone: a chat that answers refusals with
// status 200, quizzes and polls, and reservations of stock.

import { describe, expect, it } from 'vitest'
import { served } from '../../testing/served-contract.ts'

const PASSWORD = 'correct-horse-9x'

describe('a chat that answers refusals with 200', () => {
  const { ask } = served('contract-chat.md')
  const registered = async (name: string) => {
    const { json } = await ask('POST /api/users.register', {
      json: { name, email: `${name}@x.org`, password: PASSWORD },
    })
    return { authorization: `Bearer ${json.token}` }
  }

  it('keeps members, threads and read markers, and tells refusals by a word', async () => {
    const anna = await registered('anna')
    const ben = await registered('ben')
    expect((await ask('POST /api/auth.test')).json).toMatchObject({ ok: false, error: 'not_authed' })
    const created = await ask('POST /api/conversations.create', { form: 'name=general', headers: anna })
    const channel = created.json.channel.id
    const call = async (name: string, json: object, headers = ben) =>
      (await ask(`POST /api/${name}`, { json: { channel, ...json }, headers })).json
    expect(await call('chat.postMessage', { text: 'Hi' })).toMatchObject({ ok: false, error: 'not_in_channel' })
    expect(await call('conversations.join', {})).not.toHaveProperty('warning')
    expect(await call('conversations.join', {})).toMatchObject({ ok: true, warning: 'already_in_channel' })
    for (const text of ['a', 'b', 'c']) await call('chat.postMessage', { text })
    expect(await call('chat.postMessage', { text: 're', thread_ts: 1 })).toMatchObject({ message: { thread_ts: '1' } })
    expect(await call('chat.postMessage', { text: 're', thread_ts: 4 })).toMatchObject({ error: 'cannot_reply' })
    expect(await call('conversations.mark', { ts: 2 })).toMatchObject({ unread_count: 2 })
    const history = async (query: string) => {
      const { json } = await ask(`GET /api/conversations.history?channel=${channel}${query}`, { headers: ben })
      return json.messages.map((each: { ts: string }) => each.ts).join()
    }
    expect(await history('')).toBe('3,2,1')
    expect(await history('&latest=3')).toBe('2,1')
    expect(await history('&latest=3&oldest=2&inclusive=true')).toBe('3,2')
    expect(await call('conversations.archive', {})).toMatchObject({ error: 'forbidden' })
    expect(await call('conversations.archive', {}, anna)).toEqual({ ok: true })
    expect(await call('chat.postMessage', { text: 'late' })).toMatchObject({ error: 'is_archived' })
  })
})

describe('quizzes and polls', () => {
  const { ask } = served('contract-quizzes.md')
  const registered = async (handle: string) => {
    const json = { handle, email: `${handle}@x.org`, password: PASSWORD }
    return { authorization: `Bearer ${(await ask('POST /players', { json })).json.token}` }
  }

  it('score attempts, and rank players', async () => {
    const teacher = await registered('teacher')
    const anna = await registered('anna')
    const options = [
      { key: 'A', text: 'Paris', correct: true },
      { key: 'B', text: 'Rome' },
    ]
    const questions = [
      { text: 'France?', points: 2, options },
      { text: '2 + 2?', points: 5, kind: 'number', answer: 4 },
    ]
    await ask('POST /quizzes', { json: { title: 'Capitals', passPercent: 20, questions }, headers: teacher })
    expect((await ask('POST /quizzes/capitals/publish', { headers: teacher })).json.maxScore).toBe(7)
    const begun = await Promise.all([1, 2, 3].map(() => ask('POST /quizzes/capitals/attempts', { headers: anna })))
    expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const [id] = begun.flatMap(({ status, json }) => (status === 201 ? json.id : []))
    const answer = (number: number, json: object) =>
      ask(`PUT /attempts/${id}/answers/${number}`, { json, headers: anna })
    expect((await answer(1, { options: ['A', 'Z'] })).json.details).toEqual({
      'options[1]': ['There is no such option.'],
    })
    expect((await answer(1, { options: ['A'] })).status).toBe(204)
    expect((await answer(1, { options: ['B'] })).json.error).toBe('You have answered this.')
    expect((await answer(9, { number: 4 })).status).toBe(404)
    const submitted = await ask(`POST /attempts/${id}/submit`, { headers: anna })
    expect(submitted.json).toMatchObject({ score: 2, percentage: 28.6, passed: true })
    expect((await ask('GET /leaderboard?limit=1')).json.entries).toEqual([{ rank: 1, handle: 'anna', points: 2 }])
  })

  it('count each voter once, and name the choice that is wrong', async () => {
    const cleo = await registered('cleo')
    const json = { question: 'Tea?', options: ['Yes', 'No'], multiple: true }
    const taken = await ask('POST /polls', { json: { ...json, options: ['Yes', 'Yes'] }, headers: cleo })
    expect(taken.json.details).toEqual({ 'options[1]': ['This is already taken.'] })
    const { id } = (await ask('POST /polls', { json, headers: cleo })).json
    const vote = (choices: readonly number[]) => ask(`POST /polls/${id}/votes`, { json: { choices }, headers: cleo })
    expect((await vote([0, 7])).json.details).toEqual({ 'choices[1]': ['Invalid choice.'] })
    const votes = await Promise.all([[0], [1], [0]].map(vote))
    expect(votes.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await vote([1])).json.error).toBe('You have already voted on this poll.')
  })
})

describe('reservations of stock', () => {
  const { ask } = served('contract-reservations.md')
  const registered = async (name: string) => {
    const { json } = await ask('POST /v1/shops', { json: { name, email: `${name}@x.org`, password: PASSWORD } })
    return { 'x-token': json.token as string }
  }

  it('never hold more than there is, and answer amounts in one form', async () => {
    const manager = await registered('manager')
    const shop = await registered('alpha')
    await ask('POST /v1/warehouses', { json: { code: 'AMS', name: 'Amsterdam' }, headers: manager })
    for (const [sku, amount, quantity] of [
      ['b1', 4.5, 3],
      ['b2', '20', 9],
      ['b3', '4.50', 9],
    ] as const) {
      const json = { name: `Book ${sku}`, price: { amount } }
      const { json: made } = await ask(`PUT /v1/items/${sku}`, { json, headers: manager })
      expect(made.price.amount).toBe(sku === 'b2' ? '20.00' : '4.50')
      await ask(`PUT /v1/items/${sku}/levels/AMS`, { json: { quantity }, headers: manager })
    }
    const sorted = async (sort: string) => {
      const { json } = await ask(`GET /v1/items?page[size]=2&sort=${sort}`, { headers: manager })
      return [json.data.map((each: { sku: string }) => each.sku).join(), json.meta.pages]
    }
    expect(await sorted('price,-available')).toEqual(['b3,b1', 2])
    expect(await sorted('-available,price')).toEqual(['b3,b2', 2])
    const reserve = (lines: readonly object[]) => ask('POST /v1/reservations', { json: { lines }, headers: shop })
    const held = await Promise.all([1, 2, 3, 4].map(() => reserve([{ sku: 'b1' }])))
    expect(held.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409])
    expect((await reserve([{ sku: 'b2', quantity: 2 }, { sku: 'b3' }])).json.total).toBe('44.50')
    expect((await reserve([{ sku: 'b2' }, { sku: 'b2' }])).json.errors[0].source).toEqual({ pointer: '/lines/1/sku' })
  })
})
