import { expect, it } from 'vitest'
import { checked, refused } from '../check/checked-for-tests.ts'
import { compileExpression } from './evaluate.ts'
import type { Expression, ValueType } from '../expression.ts'
import { printExpression } from '../syntax/print-expression.ts'
import { inCall, inEntity, inTicket } from '../check/scope-for-tests.ts'
import { UTC } from './time-zone.ts'
import { DATE, DECIMAL, moneyIn, TEXT, TIMESTAMP } from '../value-types.ts'

const inBooking = inEntity('Booking')
const booking = (text: string, expected: ValueType | null = null): Expression => checked(text, expected, inBooking)
const refusedBooking = (text: string): string => refused(text, null, inBooking)
const EUR = moneyIn('EUR')

it('adds amounts of one currency, and multiplies and divides them by numbers', () => {
  for (const text of ['price + cleaning', 'price - 0', 'price * nights', 'rate * price', 'price / 2', '-price'])
    expect(booking(text).type, text).toEqual(EUR)
  expect(booking('price / cleaning').type).toEqual(DECIMAL)
  expect(booking('others.map(o, o.price).sum()').type).toEqual(EUR)
  expect(booking('orElse(discount, 0)').type).toEqual(EUR)
  expect(booking('orElse(div(price, nights), 0)').type).toEqual(EUR)
  expect(booking('round(price * rate, 2)').type).toEqual(EUR)
  expect(booking('price.amount').type).toEqual(DECIMAL)
  expect(refusedBooking('⟪price + fee⟫')).toContain('Only amounts of one currency go together.')
  expect(refusedBooking('⟪price + 5⟫')).toContain('make it a constant of point 9, such as 10 EUR')
  expect(refusedBooking('⟪price * price⟫')).toContain('An amount is multiplied by a number.')
  expect(refusedBooking('⟪tip + tip⟫')).toContain('once you know its .currency')
  expect(refusedBooking('price / ⟪nights⟫')).toContain('N058')
})

it('compares amounts of one currency only', () => {
  for (const text of ['price > cleaning', 'price == cleaning', 'price >= 0', 'price in [cleaning]', 'tip.amount > 5'])
    booking(text)
  expect(refusedBooking('⟪price > fee⟫')).toContain('Money in EUR is never compared with money in USD.')
  expect(refusedBooking('⟪price > 5⟫')).toContain('constant of point 9')
  expect(refusedBooking('⟪tip == tip⟫')).toContain('Compare its .currency, then its .amount.')
})

it('asks periods and files for their parts', () => {
  expect(booking('during.start').type).toEqual(DATE)
  expect(booking('stay != null && stay.end > now').type.kind).toBe('boolean')
  expect(booking('stay.start != null && stay.start < now').type.kind).toBe('boolean')
  expect(booking('stay.start').isOptional).toBe(true)
  expect(booking('photo != null && photo.size > 100').type.kind).toBe('boolean')
  expect(booking('photo.name')).toMatchObject({ type: TEXT, isOptional: true })
  booking('during.overlaps(during) && contains(during, from) && others.exists(o, o.during.overlaps(during))')
  expect(refusedBooking('during.⟪begin⟫')).toContain('N051')
  expect(refusedBooking('⟪photo == photo⟫')).toContain('Files are not compared as a whole.')
  expect(refusedBooking('contains(⟪stay⟫, now)')).toContain('N055')
  expect(refusedBooking('during.overlaps(⟪from⟫)')).toContain('takes a period of dates here, not a date')
  expect(refusedBooking('⟪during < during⟫')).toContain('needs values that have an order')
})

it('moves dates and moments by the calendar', () => {
  expect(booking('from + oneMonth').type).toEqual(DATE)
  expect(booking('minus(createdAt, oneMonth)').type).toEqual(TIMESTAMP)
  expect(booking('reopenWithin + from').type).toEqual(DATE)
  expect(refusedBooking('⟪from + 3⟫')).toContain('has a unit')
  expect(refusedBooking('⟪oneMonth == oneMonth⟫')).toContain('a month has no fixed length')
  const value = (text: string, from: string) =>
    compileExpression(booking(text))({
      variables: new Map([['this', { id: '1', fields: { from } }]]),
      roles: new Set(),
      timeZone: UTC,
    })
  expect(value('from + oneMonth', '2026-01-31')).toBe('2026-02-28')
  expect(value('from - oneMonth', '2024-03-31')).toBe('2024-02-29')
  expect(value('from + oneMonth', '9999-12-31')).toBe('9999-12-31')
})

it('prints parts as they are written', () => {
  expect(printExpression(booking('stay != null && stay.start < now'))).toBe('stay != null && stay.start < now')
  expect(printExpression(booking('price > 0'))).toBe('price > 0')
})

it('knows of items what a filter has asked of them', () => {
  checked('comments.filter(c, c.rating != null).map(x, x.rating).sum() > 1')
  checked('comments.filter(c, c.rating != null && c.rating != 0).exists(x, 10 / x.rating > 1)')
  expect(refused('comments.filter(c, !c.internal).map(x, ⟪x.rating⟫).sum() > 1')).toContain('N055')
})

it('takes a role for a record for the condition that it is', () => {
  expect(printExpression(checked('is("Owner", ticket)', null, inCall), null)).toBe('ticket.requester == me')
  expect(printExpression(checked('!is("Owner", this)'))).toBe('!(requester == me)')
  expect(refused('is("⟪Ownr⟫", this)')).toContain('Did you mean "Owner"?')
  expect(refused('is("⟪Agent⟫", this)')).toContain('Write me.has("Agent")')
  expect(refused('is("Owner", ⟪requester⟫)')).toContain('"Owner" is a role for a record of Ticket; this is a User.')
  expect(refused('is("⟪Twisted⟫", this)')).toContain('N066')
  expect(refused('⟪is⟫(this)')).toContain('Write is("…", …)')
})

it.each([
  ['⟪matches⟫(subject, "a+")', 'JavaScript and PostgreSQL read them differently'],
  ['⟪double⟫(number)', 'There are no floating-point numbers'],
  ['subject.⟪substring⟫(1, 2)', 'Texts have no places'],
  ['now.⟪getFullYear⟫()', 'Write year(…)'],
  ['⟪has⟫(this.rating)', 'write … != null'],
])('says why %s is not part of the language', (text, why) => {
  expect(refused(text)).toContain(why)
})

it('answers objects, and computes nothing with them', () => {
  checked('{"all": comments.map(c, {"body": c.body})}')
  checked('late ? {"a": 1} : {"a": 2}')
  expect(refused('comments.map(c, ⟪{"body": c.body}⟫).exists(x, true)')).toContain('N064')
  expect(refused('size([⟪TicketView(this)⟫]) > 0')).toContain('N064')
})

it('warns of lists inside lists inside lists inside lists', async () => {
  const { checkExpression } = await import('../check/check-expression.ts')
  const text = 'team.members.exists(a, a.teams.exists(b, b.members.exists(c, c.teams.exists(d, d == team))))'
  const { expression, diagnostics } = checkExpression({ text, span: { start: 0, end: text.length } }, inTicket, null)
  expect(expression).not.toBe(null)
  expect(diagnostics).toMatchObject([{ number: 'N065', severity: 'warning', span: { start: 0, end: text.length } }])
})
