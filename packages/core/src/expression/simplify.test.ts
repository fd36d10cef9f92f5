import { expect, it } from 'vitest'
import { checkExpression } from './check/check-expression.ts'
import { compileExpression } from './evaluate/evaluate.ts'
import type { Scope, Value } from './expression.ts'
import { needsDatabase } from './needs-database.ts'
import { printExpression } from './syntax/print-expression.ts'
import { simplify } from './simplify.ts'
import { UTC } from './evaluate/time-zone.ts'
import { BOOLEAN, INTEGER, TEXT } from './value-types.ts'

const scope: Scope = {
  variables: new Map([
    ['this', { type: { kind: 'record', entity: 'Thing' }, isOptional: false }],
    ['me', { type: { kind: 'record', entity: 'User' }, isOptional: true }],
  ]),
  implicit: 'this',
  catalogue: {
    entities: new Map([
      ['User', { fields: new Map([['id', { type: TEXT, isOptional: false, isHidden: false }]]) }],
      [
        'Thing',
        {
          fields: new Map([
            ['size_', { type: INTEGER, isOptional: true, isHidden: false }],
            ['count', { type: INTEGER, isOptional: false, isHidden: false }],
            ['open', { type: BOOLEAN, isOptional: false, isHidden: false }],
            ['owner', { type: { kind: 'record', entity: 'User' }, isOptional: true, isHidden: false }],
            [
              'parts',
              { type: { kind: 'list', of: { kind: 'record', entity: 'Thing' } }, isOptional: false, isHidden: false },
            ],
          ]),
        },
      ],
    ]),
    constants: new Map([['most', { type: INTEGER, value: 3 }]]),
    lookups: new Map(),
    decisions: new Map(),
    shapes: new Map(),
    roles: new Set(['Agent']),
  },
}

function read(text: string) {
  const { expression, diagnostics } = checkExpression({ text, span: { start: 0, end: text.length } }, scope, null)
  if (expression === null) throw new Error(diagnostics.map(({ message }) => message).join())
  return expression
}

const evaluate = (text: string, fields: Readonly<Record<string, Value>> = {}) =>
  compileExpression(read(text))({
    variables: new Map<string, Value>([
      ['this', { id: 1, fields }],
      ['me', null],
    ]),
    roles: new Set(['Agent']),
    timeZone: UTC,
  })

it.each([
  ['me.has("Agent") && open', 'open'],
  ['me.has("Agent") || open', 'true'],
  ['!me.has("Agent")', 'false'],
  ['count > 1 && 1 > 2', 'false'],
  ['count > most + 1', 'count > 4'],
  ['!(count == 1)', 'count != 1'],
  ['!!open', 'open'],
  ['count != null', 'true'],
  ['size_ != null', 'size_ != null'],
  ['parts.exists(p, 1 > 2)', 'false'],
  ['parts.all(p, true)', 'true'],
  ['open ? 1 + 1 : count', 'open ? 2 : count'],
  ['orElse(count, 1)', 'count'],
  ['orElse(size_, 1)', 'orElse(size_, 1)'],
  ['1 in []', 'false'],
  ['count == count', 'true'],
  ['open != open', 'false'],
])('folds %s to %s', (text, simpler) => {
  expect(printExpression(simplify(read(text), { hasRole: (role) => role === 'Agent' }))).toBe(simpler)
})

it('keeps an unknown role open', () => {
  expect(printExpression(simplify(read('me.has("Agent") && open')))).toBe('me.has("Agent") && open')
})

it.each([
  '(count + 1) * 2 > -count',
  'count - (1 - 2)',
  '!(open && count > 1) || open',
  'parts.filter(p, p.open).exists(q, q.count in [1, 2])',
  'open ? "a\\"b\\n" : string(1.50)',
  '{"a": {"b": count}, "c": me.id}',
  '(open ? 1 : 2) + 1',
  '(count + 1).string().size()',
])('prints %s so that it reads the same', (text) => {
  const once = printExpression(read(text))
  expect(printExpression(read(once))).toBe(once)
  expect(JSON.stringify(read(once), (key, value) => (key === 'span' ? undefined : value))).toBe(
    JSON.stringify(read(text), (key, value) => (key === 'span' ? undefined : value)),
  )
})

it('says when values at hand are not enough', () => {
  const atHand = (variable: string, path: readonly string[]) =>
    variable === 'me' || (variable === 'this' && path.length < 2 && path[0] !== 'parts')
  expect(needsDatabase(read('owner != null && owner == me && count > 1'), atHand)).toBe(false)
  expect(needsDatabase(read('owner.id == "x"'), atHand)).toBe(true)
  expect(needsDatabase(read('parts.exists(p, p.open)'), atHand)).toBe(true)
  expect(needsDatabase(read('parts.exists(p, p.open)'), (_, path) => path.join('.') !== 'parts.open')).toBe(true)
  expect(needsDatabase(read('parts.exists(p, p.open)'), (_, path) => path.length <= 2)).toBe(false)
  expect(needsDatabase(read('Thing.exists(p, p.open)'), () => true)).toBe(true)
  expect(needsDatabase(read('[1, 2].exists(n, n == count)'), atHand)).toBe(false)
})

it('computes with exact decimals, safe whole numbers and code points', () => {
  expect(evaluate('0.1 + 0.2')).toBe('0.3')
  expect(evaluate('count * count', { count: 9007199254740991 })).toBe(9007199254740991)
  expect(evaluate('-7 / 2')).toBe(-3)
  expect(evaluate('-7 % 2')).toBe(-1)
  expect(evaluate('round(2.5) + round(-2.5)')).toBe(0)
  expect(evaluate('round(2.345, 2)')).toBe('2.35')
  expect(evaluate('div(1, 0)')).toBe(null)
  expect(evaluate('size("😀")')).toBe(1)
  expect(evaluate('"～" < "😀"')).toBe(true)
  expect(evaluate('parts.map(p, p.count).sum()', { parts: [] })).toBe(0)
  expect(evaluate('parts.map(p, p.count).max()', { parts: [] })).toBe(null)
  expect(evaluate('parts.all(p, p.open)', { parts: [] })).toBe(true)
})

it('throws only for a defect of ours: a field that was not loaded', () => {
  expect(() => evaluate('count == 1')).toThrow('Defect: the field "count" of Thing is not at hand.')
})
