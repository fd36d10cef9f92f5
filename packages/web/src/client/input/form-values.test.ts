import { expect, it } from 'vitest'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { bodyOf, initialEntered, presentEntered, TAKEN_AWAY } from './form-values.ts'
import { placeInForm } from './places.ts'

const input = (name: string, kind: InputField['kind'], more: Partial<InputField> = {}): InputField => ({
  path: name.split('.'),
  label: name,
  kind,
  isNeeded: false,
  isBlankEmpty: false,
  isRequired: false,
  isSecret: false,
  pattern: null,
  lengthMin: null,
  lengthMax: null,
  min: null,
  max: null,
  choices: [],
  reference: null,
  help: null,
  initial: null,
  ...more,
})

it('leaves an empty input of something new out, so that a default can apply', () => {
  const fields = [input('subject', 'text'), input('priority', 'choice', { initial: 'normal' })]
  expect(bodyOf(fields, { ...initialEntered(fields, 'UTC'), subject: '' }, null, 'UTC')).toEqual({ priority: 'normal' })
})

it('leaves out what is not entered at all, whatever its default: a row of a file without that column', () => {
  const fields = [input('subject', 'text'), input('priority', 'choice', { initial: 'normal' })]
  expect(bodyOf(fields, { subject: 'The door sticks' }, null, 'UTC')).toEqual({ subject: 'The door sticks' })
  expect(bodyOf(fields, { subject: 'The door sticks', priority: null }, null, 'UTC')).toMatchObject({ priority: null })
})

it('begins with defaults as their controls hold them, and sends one that was taken away as empty', () => {
  const fields = [
    input('fee', 'money', { initial: ['0.00', 'EUR'], money: { supplied: null } }),
    input('colours', 'choices', { initial: ['red'], choices: [{ value: 'red', label: 'Red' }] }),
    input('at', 'date and time', { initial: Date.parse('2026-07-01T10:00:00Z') }),
    input('until', 'date and time', { initial: '2026-07-01 13:00:00' }),
  ]
  const begun = initialEntered(fields, 'Europe/Berlin')
  const body = bodyOf(fields, begun, null, 'Europe/Berlin')
  expect(body).toEqual({
    fee: { amount: '0.00', currency: 'EUR' },
    colours: ['red'],
    at: '2026-07-01T10:00:00.000Z',
    until: '2026-07-01T11:00:00.000Z',
  })
  expect(acceptInputs(fields, body).refusals).toEqual([])
  const emptied = { ...begun, fee: null, colours: [] }
  expect(bodyOf(fields, emptied, null, 'Europe/Berlin')).toMatchObject({ fee: null, colours: [] })
})

it('sends something of inputs of which at least one is needed, and the server takes no fewer', () => {
  const fields = [
    input('user.bio', 'text', { isOneNeeded: true }),
    input('user.name', 'text', { isOneNeeded: true, isRequired: true }),
  ]
  const present = presentEntered(fields, { 'user.name': 'Ann' }, 'UTC')
  const same = bodyOf(fields, present, present, 'UTC')
  expect(same).toEqual({ user: { name: 'Ann' } })
  expect(acceptInputs(fields, same).refusals).toEqual([])
  for (const body of [{}, { user: {} }, { user: { other: 1 } }])
    expect(acceptInputs(fields, body).refusals).toContainEqual({ input: 'user', error: 'blank', limit: null })
  expect(acceptInputs(fields, { user: { bio: null } }).refusals).toEqual([])
  const apart = [input('a', 'text', { isOneNeeded: true }), input('b', 'text', { isOneNeeded: true })]
  expect(acceptInputs(apart, {}).refusals).toEqual([{ input: 'body', isWhole: true, error: 'blank', limit: null }])
})

it('sends of a change only what differs, and what was emptied as empty', () => {
  const fields = [
    input('subject', 'text'),
    input('rating', 'whole number'),
    input('teams', 'collection', { reference: { entity: 'Team', by: 'id', isList: true, isMadeWhenMissing: false } }),
  ]
  const present = presentEntered(fields, { subject: 'Printer', rating: 4, teams: ['a'] }, 'UTC')
  expect(bodyOf(fields, present, present, 'UTC')).toEqual({})
  expect(bodyOf(fields, { ...present, rating: null, teams: [] }, present, 'UTC')).toEqual({ rating: null, teams: [] })
})

it('puts an input at its path', () => {
  expect(bodyOf([input('user.email', 'email')], { 'user.email': 'a@b.cd' }, null, 'UTC')).toEqual({
    user: { email: 'a@b.cd' },
  })
})

it('sends numbers as numbers, decimals as texts and the clock of the time zone as an instant', () => {
  const fields = [
    input('count', 'whole number'),
    input('price', 'money'),
    input('at', 'date and time'),
    input('span', 'duration'),
  ]
  const entered = { count: '12', price: '1.50', at: '2026-07-01 12:00:00', span: 60000 }
  const body = bodyOf(fields, entered, null, 'Europe/Berlin')
  expect(body).toEqual({ count: 12, price: '1.50', at: '2026-07-01T10:00:00.000Z', span: 60000 })
  expect(acceptInputs(fields, body).refusals).toEqual([])
})

it('shows a moment on the clock from which it is sent back unchanged', () => {
  const fields = [input('at', 'date and time')]
  const present = presentEntered(fields, { at: '2026-07-01T10:00:00.000Z' }, 'Europe/Berlin')
  expect(present).toEqual({ at: '2026-07-01 12:00:00' })
  expect(bodyOf(fields, present, null, 'Europe/Berlin')).toEqual({ at: '2026-07-01T10:00:00.000Z' })
})

it('sends a period as its two ends, and what is entered of one end only is refused there', () => {
  const fields = [
    input('during', 'period', { periodOf: 'date and time' }),
    input('away', 'period', { periodOf: 'date' }),
  ]
  const values = {
    during: { start: '2026-07-01T10:00:00.000Z', end: '2026-07-01T11:00:00.000Z' },
    away: { start: '2026-08-01', end: '2026-08-15' },
  }
  const present = presentEntered(fields, values, 'Europe/Berlin')
  expect(present).toEqual({
    during: ['2026-07-01 12:00:00', '2026-07-01 13:00:00'],
    away: ['2026-08-01', '2026-08-15'],
  })
  expect(bodyOf(fields, present, null, 'Europe/Berlin')).toEqual(values)
  expect(bodyOf(fields, { during: ['', ''], away: null }, present, 'Europe/Berlin')).toEqual({
    during: null,
    away: null,
  })
  expect(bodyOf(fields, initialEntered(fields, 'Europe/Berlin'), null, 'Europe/Berlin')).toEqual({})
  const half = bodyOf(fields, { during: ['2026-07-01 12:00:00', ''] }, null, 'Europe/Berlin')
  expect(acceptInputs(fields, half).refusals).toEqual([{ input: 'during', error: 'blank', limit: null }])
})

it('leaves a secret as it is until another is typed, or it is taken away', () => {
  const fields = [input('token', 'secret text', { isSecret: true })]
  const present = presentEntered(fields, { token: true }, 'UTC')
  expect(bodyOf(fields, present, present, 'UTC')).toEqual({})
  expect(bodyOf(fields, { token: null }, present, 'UTC')).toEqual({})
  expect(bodyOf(fields, { token: 'another' }, present, 'UTC')).toEqual({ token: 'another' })
  const taken = bodyOf(fields, { token: TAKEN_AWAY }, present, 'UTC')
  expect(taken).toEqual({ token: null })
  expect(acceptInputs(fields, taken).refusals).toEqual([])
})

it('sends a list that is the whole body, with names of the contract, and finds places of refusals in it', () => {
  const items = input('items', 'choices', {
    sentAs: [],
    objects: {
      fields: [input('productSku', 'text', { sentAs: ['product-sku'], isNeeded: true })],
      countMin: 1,
      countMax: 3,
    },
  })
  const chosen = input(':shop', 'text', { isNeeded: true })
  const entered = {
    ':shop': 'north',
    items: {
      rows: [
        { key: 'a', values: {} },
        { key: 'b', values: { productSku: 'TEA' } },
      ],
    },
  }
  const fields = [chosen, items]
  const body = bodyOf(fields, entered, null, 'UTC')
  expect(JSON.stringify(body)).toBe('[{"product-sku":"TEA"}]')
  expect(body[':shop']).toBe('north')
  expect(acceptInputs(fields, body)).toMatchObject({
    refusals: [],
    values: { ':shop': 'north', items: [{ productSku: 'TEA' }] },
  })
  expect(placeInForm(fields, entered, '[0].product-sku')).toBe('items[b].productSku')
  expect(placeInForm(fields, entered, 'body')).toBe('items')
  // One control has all values of a list.
  const counts = input('counts', 'whole number', { isList: true, sentAs: ['page', 'counts'] })
  expect(placeInForm([counts], {}, 'page.counts[1]')).toBe('counts')
})
