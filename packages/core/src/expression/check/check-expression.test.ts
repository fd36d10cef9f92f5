import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assumeTrue, checkExpression, refuseEmptyValue } from './check-expression.ts'
import type { Scope, ValueType } from '../expression.ts'
import { checked, refused } from './checked-for-tests.ts'
import { inCall, inEntity, inTicket, record } from './scope-for-tests.ts'
import { BOOLEAN, DECIMAL, INTEGER, TEXT, TIMESTAMP } from '../value-types.ts'

const assigned: Scope = { ...inTicket, known: new Set(['this.assignee']) }
const rated: Scope = { ...inTicket, known: new Set(['this.rating']) }

/** Every expression of the help desk, in order, with its expected type. */
const helpDesk: [string, ValueType | null, Scope][] = [
  ['requester == me', BOOLEAN, inTicket],
  ['status in ["new", "open", "pending"]', BOOLEAN, inTicket],
  ['me', record('User'), inTicket],
  ['category.team', record('Team'), inTicket],
  ['plus(now, answerTime(priority))', TIMESTAMP, inTicket],
  ['firstRepliedAt == null && dueAt < now', BOOLEAN, inTicket],
  ['"#" + string(number) + " " + subject', TEXT, inTicket],
  ['assignee == null', BOOLEAN, inTicket],
  ['comments.exists(c, c.author == me && !c.internal)', BOOLEAN, inTicket],
  ['now', TIMESTAMP, inTicket],
  ['resolvedAt != null && now < plus(resolvedAt, reopenWithin)', BOOLEAN, inTicket],
  ['assignee != null', BOOLEAN, inTicket],
  ['assignee.teams.exists(t, t == team)', BOOLEAN, assigned],
  ['category.active', BOOLEAN, inTicket],
  ['rating != null', BOOLEAN, inTicket],
  ['status in ["resolved", "closed"]', BOOLEAN, rated],
  ['internal', BOOLEAN, inEntity('Comment')],
  ['me.has("Agent")', BOOLEAN, inEntity('Comment')],
  ['ticket.status != "closed"', BOOLEAN, inEntity('Comment')],
  ['team.members.exists(m, m == me)', BOOLEAN, inTicket],
  ['assignee == me', BOOLEAN, inTicket],
  ['id == me.id', BOOLEAN, inEntity('User')],
  ['id != me.id', BOOLEAN, inEntity('User')],
  ['active', BOOLEAN, inEntity('Category')],
  ['status != "closed"', BOOLEAN, inTicket],
  ['!internal', BOOLEAN, inEntity('Comment')],
  ['category.name', null, inTicket],
  ['assignee.name', null, inTicket],
  ['dueAt', null, inTicket],
  ['late', null, inTicket],
  ['author.name', null, inEntity('Comment')],
  ['files.map(f, {"name": f.name, "url": f.url})', null, inEntity('Comment')],
  ['number == path.number', BOOLEAN, inTicket],
  ['ticket', record('Ticket'), inCall],
  ['me == ticket.requester && ticket.status == "pending"', BOOLEAN, inCall],
  ['me != ticket.requester && !comment.internal && ticket.firstRepliedAt == null', BOOLEAN, inCall],
  ['!comment.internal', BOOLEAN, inCall],
  ['CommentView(comment)', null, inCall],
  ['TicketView(ticket)', null, inCall],
  ['id == path.id', BOOLEAN, inEntity('User')],
  ['input.role', TEXT, inCall],
  ['me == ticket.requester ? ticket.assignee.email : ticket.requester.email', TEXT, inCall],
  ['ticket.requester.email', TEXT, inCall],
  ['comment.author.name', null, inCall],
]

it.each(helpDesk)('checks the expression of the help desk: %s', (text, expected, scope) => {
  checked(text, expected, scope)
})

it('gives a field the type of its column and says whether it may be empty', () => {
  expect(checked('subject')).toMatchObject({ kind: 'field', type: TEXT, isOptional: false })
  expect(checked('assignee.name')).toMatchObject({ type: TEXT, isOptional: true })
  expect(checked('requester.name').isOptional).toBe(false)
  expect(checked('this.rating')).toMatchObject({ type: INTEGER, isOptional: true })
})

it('lets a value be empty where it is only answered', () => {
  checked('{"assignee": assignee.name, "rating": rating}')
  checked('assignee != null ? assignee.name : null')
  checked('orElse(assignee.name, requester.name)')
  checked('orElse(assignee.email, assignee.name)')
  refused('⟪orElse(dueBy, dueBy)⟫ < now')
})

it('refuses to compute with what may be empty, and accepts it where a condition says that it is not', () => {
  expect(refused('⟪dueBy⟫ < now')).toBe(
    'N055 "dueBy" may be empty here. Ask first: dueBy != null && …; or give a value with orElse(…, …).',
  )
  checked('dueBy != null && dueBy < now', BOOLEAN)
  checked('dueBy == null || dueBy < now', BOOLEAN)
  checked('!(dueBy == null) && dueBy < now', BOOLEAN)
  checked('!(dueBy == null || dueBy > now)', BOOLEAN)
  checked('dueBy == null ? false : dueBy < now', BOOLEAN)
  checked('dueBy != null ? dueBy < now : false', BOOLEAN)
  checked('orElse(dueBy, now) < now', BOOLEAN)
  refused('dueBy != null || ⟪dueBy⟫ < now')
  refused('dueBy == null && ⟪dueBy⟫ < now')
  refused('(dueBy != null || late) && ⟪dueBy⟫ < now')
  checked('(dueBy != null && late || dueBy != null) && dueBy < now', BOOLEAN)
  refused('late || ⟪assignee.name⟫ < "a"')
})

it('narrows paths, and with a field everything on the way to it', () => {
  checked('assignee != null && assignee.name < "b"', BOOLEAN)
  checked('assignee.name != null && assignee.email < "b"', BOOLEAN)
  checked('assignee == requester && assignee.name < "b"', BOOLEAN)
  checked('rating in [1, 2] && rating + 1 > 2', BOOLEAN)
  refused('assignee != null && ⟪rating⟫ > 1')
})

it('narrows the second cell by the first', () => {
  const condition = checked('assignee != null', BOOLEAN)
  refused('⟪assignee.teams⟫.exists(t, t == team)')
  checked('assignee.teams.exists(t, t == team)', BOOLEAN, assumeTrue(condition, inTicket))
})

it('refuses to compare two values that may both be empty', () => {
  expect(refused('⟪assignee == escalatedTo⟫')).toBe(
    'N056 Both sides may be empty: two empty values would count as equal. Ask first: assignee != null && ….',
  )
  checked('assignee != null && assignee == escalatedTo', BOOLEAN)
  checked('assignee == requester', BOOLEAN)
})

it('knows that a guest is nobody', () => {
  const open: Scope = {
    ...inTicket,
    variables: new Map([...inTicket.variables, ['me', { type: { kind: 'record', entity: 'User' }, isOptional: true }]]),
  }
  expect(refused('⟪assignee == me⟫', BOOLEAN, open)).toContain('N056')
  checked('me != null && assignee == me', BOOLEAN, open)
  checked('me.has("Agent")', BOOLEAN, open)
})

it('suggests the name that was meant', () => {
  expect(refused('⟪subjekt⟫ == "x"')).toBe('N051 Nothing here is called "subjekt". Did you mean "subject"?')
  expect(refused('requester.⟪nmae⟫')).toContain('Did you mean "name"?')
  expect(refused('⟪lowr⟫(subject)')).toContain('Did you mean "lower"?')
  expect(refused('me.has("⟪Agnt⟫")')).toContain('Did you mean "Agent"?')
  // The roles of another user are not stored in a field, so the hint recommends a field that makes the role.
  expect(refused('requester.⟪has⟫("Agent")')).toContain('compare the field here')
  expect(refused('path.⟪nubmer⟫')).toContain('Did you mean "number"?')
  expect(refused('⟪path⟫ == 1')).toContain('There is path.number')
  expect(refused('status == "⟪opne⟫"')).toBe(
    'N062 "opne" is not one of new, open, pending, resolved, closed. Did you mean "open"?',
  )
  expect(refused('status in ["new", "⟪clsed⟫"]')).toContain('Did you mean "closed"?')
})

it('reports one cause once', () => {
  refused('⟪nothing⟫.at.all + 1 < 2 && late')
  refused('[⟪nothing⟫].exists(n, n > 1)')
})

it('refuses a name with two meanings, a name taken twice and a hidden field', () => {
  const scope: Scope = {
    ...inTicket,
    variables: new Map([...inTicket.variables, ['category', { type: TEXT, isOptional: false }]]),
  }
  expect(refused('⟪category⟫ == "x"', null, scope)).toContain('N052 "category" is both a field and a name bound here.')
  checked('this.category.name == "x"', BOOLEAN, scope)
  expect(checked('this.category.name == category', BOOLEAN, scope)).toMatchObject({
    right: { kind: 'variable', name: 'category' },
  })
  expect(refused('comments.exists(⟪team⟫, team.internal)')).toContain('N053')
  expect(refused('comments.exists(c, comments.exists(⟪c⟫, c.internal))')).toContain('N053')
  expect(refused('requester.⟪password⟫ == "x"')).toContain('N057')
})

it('says which types do not go together', () => {
  expect(refused('⟪subject == number⟫')).toContain('A text is never compared with a whole number.')
  expect(refused('⟪requester == "ada"⟫')).toContain('Compare a field of the record, or its id.')
  expect(refused('⟪requester == team⟫')).toContain('A User is never compared with a Team.')
  expect(refused('⟪subject + number⟫')).toContain('string(…)')
  expect(refused('late && ⟪subject⟫')).toContain('must be yes or no')
  expect(refused('lower(⟪number⟫)')).toBe('N054 "lower" takes a text here, not a whole number.')
  expect(refused('plus(now, ⟪number⟫)')).toContain('takes a duration or a calendar period or working time here')
  expect(refused('comments.⟪body⟫')).toContain('Write .map(x, x.body)')
  expect(refused('late ? subject : ⟪number⟫')).toContain('the other a whole number')
  expect(refused('⟪number⟫', TEXT)).toContain('This must be a text; it is a whole number.')
  expect(refused('⟪number⟫', TEXT)).toContain('string(…)')
  expect(refused('answerTime("⟪urgnt⟫")')).toContain('Did you mean "urgent"?')
  expect(refused('TicketView(⟪requester⟫)')).toContain('"TicketView" is a shape of Ticket; this is a User.')
})

it('keeps empties out of lists', () => {
  expect(refused('comments.map(c, ⟪c.rating⟫).sum() > 1')).toContain('N055')
  checked('comments.map(c, c.rating != null, c.rating).sum() > 1', BOOLEAN)
  refused('1 in [1, ⟪null⟫]')
})

it('divides only by what is not zero', () => {
  expect(refused('10 / ⟪number⟫ > 1')).toBe(
    'N058 This may be zero: nothing can be divided by it. Ask first: number != 0 && …; or use div(…, …), which gives empty.',
  )
  checked('number != 0 && 10 / number > 1', BOOLEAN)
  checked('number > 0 && 10 % number > 1', BOOLEAN)
  checked('number == 0 || 1.5 / number > 1', BOOLEAN)
  checked('0 < number && 1.5 / number > 1', BOOLEAN)
  refused('number >= 0 && 10 / ⟪number⟫ > 1')
  refused('number > -1 && 10 / ⟪number⟫ > 1')
  checked('number / 2 > 1', BOOLEAN)
  checked('reopenWithin / attemptWindow > 1.5', BOOLEAN)
  refused('number / ⟪0⟫ > 1')
  expect(checked('div(1, number)').isOptional).toBe(true)
})

it('knows what a question has asked about any expression', () => {
  expect(refused('⟪query⟫.sort == "a"')).toContain('Only the steps of a call know')
  expect(refused('10 / ⟪comments.size()⟫ > 1')).toContain('Ask first: size(comments) != 0 && …; or use div(…, …)')
  checked('comments.size() != 0 && 10 / comments.size() > 1', BOOLEAN)
  checked('comments.size() == 0 || 1.5 / size(comments) > 1', BOOLEAN)
  checked('comments.filter(c, c.rating != null).size() > 0 ? 1 / comments.filter(c, c.rating != null).size() : 0')
  checked('number - 3 != 0 && 10 % (number - 3) > 1', BOOLEAN)
  refused('comments.size() != 0 && 10 / ⟪comments.filter(c, c.rating != null).size()⟫ > 1')
  expect(refused('⟪comments.map(c, number).max()⟫ > 1')).toContain('Ask first: max(comments.map(c, number)) != null')
  checked('comments.map(c, number).max() != null && comments.map(c, number).max() > 1', BOOLEAN)
  checked('comments.size() > 0 ? round(comments.map(c, number).avg(), 1) : 0.0')
  const rated = 'comments.filter(c, c.rating != null)'
  checked(`${rated}.size() != 0 && ${rated}.map(c, c.rating).max() > 1`, BOOLEAN)
  refused(`comments.size() > 0 && ⟪${rated}.map(c, c.rating).max()⟫ > 1`)
  const asked = (inside: string) => `comments.filter(c, div(1, size(c.body)) != null).map(c, ${inside}).max()`
  checked(asked('div(1, size(c.body)) + 1'))
  refused(asked('comments.map(d, 1 + ⟪div(1, size(d.body))⟫).size()'))
})

it('takes decimals from the text, exactly, and whole numbers as decimals where one is wanted', () => {
  expect(checked('0.10')).toMatchObject({ value: '0.1', type: DECIMAL })
  expect(checked('12345678901234567890.123')).toMatchObject({ value: '12345678901234567890.123' })
  expect(checked('5', DECIMAL)).toMatchObject({ value: '5', type: DECIMAL })
  expect(checked('number + 0.5').type).toEqual(DECIMAL)
  expect(checked('round(number, 2)').type).toEqual(DECIMAL)
  refused('round(0.5, ⟪number⟫)')
})

it('knows dates from moments', () => {
  expect(checked('now - createdAt').type).toEqual({ kind: 'duration' })
  expect(checked('createdAt + reopenWithin').type).toEqual(TIMESTAMP)
  expect(checked('date("2026-02-28")')).toMatchObject({ kind: 'literal', value: '2026-02-28' })
  expect(refused('date(⟪"2026-02-29"⟫)')).toContain('There is no date 2026-02-29.')
  checked('plus(today, reopenWithin) > today', BOOLEAN)
  refused('plus(today, ⟪attemptWindow⟫)')
})

it('asks for a value where a field needs one', () => {
  expect(refuseEmptyValue(checked('assignee.name', TEXT), inTicket)?.number).toBe('N055')
  expect(refuseEmptyValue(checked('requester.name', TEXT), inTicket)).toBe(null)
})

it.each([
  ['⟪⟫', 'There is no expression here.'],
  ['late &&⟪⟫', 'The expression ends too early.'],
  ['(late⟪⟫', 'A ")" is missing.'],
  ['late ⟪and⟫ late', 'Write && for "and".'],
  ['number ⟪=⟫ 1', 'Write == to compare.'],
  ['subject == ⟪“⟫a”', 'Write straight quotes'],
  ['subject == ⟪"a⟫', 'This text has no closing quote.'],
  ['⟪9007199254740992⟫ == number', 'A whole number may go up to 9007199254740991.'],
  ['⟪comments[0]⟫ == null', 'Picking one item out of a list or an object is not part of the language.'],
  ['subject == ⟪"\\u0000"⟫', 'This text holds a character that no text may hold.'],
  ['⟪import⟫ == 1', '"import" is a word of the notation and cannot be a name.'],
  ['comments.exists(c.⟪id⟫, true)', 'A plain name belongs here'],
])('explains why it cannot read %s', (marked, message) => {
  expect(refused(marked)).toContain(message)
  expect(refused(marked).slice(0, 4)).toBe('N060')
})

it('refuses what is too long or too deep, quickly', () => {
  for (const text of [
    '('.repeat(2000),
    '!'.repeat(3000) + 'late',
    `${'late && '.repeat(600)}late`,
    `[${'1,'.repeat(1900)}1]`,
    'a'.repeat(5000),
    '('.repeat(100_000),
    '[{'.repeat(50_000),
    `${'late ? '.repeat(300)}late`,
    '-'.repeat(100_000),
  ]) {
    expect(refused(text).slice(0, 4), text.slice(0, 10)).toBe('N061')
  }
  for (const text of ['1e999999999', '1e900']) expect(refused(text).slice(0, 4)).toBe('N060')
})

it('points behind the bars that a table cell escapes', () => {
  const text = 'late || subjekt == "a"'
  const { diagnostics } = checkExpression({ text, span: { start: 10, end: 10 + text.length + 2 } }, inTicket, BOOLEAN)
  expect(diagnostics[0]?.span).toEqual({ start: 20, end: 27 })
})

const WORDS = `
  late subject assignee number comments me now path x . . ( ) [ ] { } , : ? == != < && || ! - + / in
  null 1 0.5 "a" " exists map size has and = “ 😀 1e9 0x b" __proto__ constructor toString
`
const tokens = fc.constantFrom(...WORDS.trim().split(/\s+/), "'", ' ', '\\', '\ud800')

it('answers any text with an expression or with diagnostics inside it', () => {
  const someText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(tokens, { maxLength: 14 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(someText, (text) => {
      const span = { start: 7, end: 7 + text.length }
      const { expression, diagnostics } = checkExpression({ text, span }, inTicket, null)
      expect(expression === null).toBe(diagnostics.length > 0)
      for (const found of diagnostics) {
        expect(found.span.start).toBeGreaterThanOrEqual(span.start)
        expect(found.span.end).toBeGreaterThanOrEqual(found.span.start)
        expect(found.span.end).toBeLessThanOrEqual(span.end)
      }
    }),
    { seed: 9, numRuns: 3000 },
  )
})

it('takes the words of a choice behind a question', () => {
  const mood = { kind: 'choice', values: ['calm', 'hurried', 'late'] } as const
  const asked = checked('priority == "urgent" ? "late" : priority == "high" ? "hurried" : "calm"', mood)
  expect(asked.type).toEqual(mood)
  expect(refused('priority == "urgent" ? "late" : priority == "high" ? "⟪huried⟫" : "calm"', mood)).toContain('N062')
})

it('lets an answer have an object in one case and anything else in another', () => {
  for (const text of [
    'assignee != null ? {"name": assignee.name} : subject',
    'rating != null ? rating : [{"is": subject}]',
    'rating != null ? rating : assignee != null ? {"is": assignee.name} : subject',
  ])
    expect(checked(text).type).toEqual({ kind: 'object', isAny: true })
  expect(checked('rating != null ? {"is": rating} : null').type).toEqual({ kind: 'object' })
  expect(refused('rating != null ? rating : ⟪subject⟫')).toContain('N054')
  expect(refused('(rating != null ? {"is": rating} : subject) == subject')).toContain('N0')
})
