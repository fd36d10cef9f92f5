// Decisions about conditions, compared with evaluating every record of a small world.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileExpression } from '../expression/evaluate/evaluate.ts'
import type { BinaryOperator, Expression, Value, ValueType } from '../expression/expression.ts'
import { UTC } from '../expression/evaluate/time-zone.ts'
import { alwaysHolds, canHold, implies } from './decide.ts'
import { not } from './formula.ts'
import { formulaOf, type Reducing } from './formula-of.ts'
import { witnessOf } from './witness.ts'

const SPAN = { start: 0, end: 0 }
const BOOLEAN: ValueType = { kind: 'boolean' }
const INTEGER: ValueType = { kind: 'integer' }
const EURO: ValueType = { kind: 'money', currency: 'EUR' }
const COLOUR: ValueType = { kind: 'choice', values: ['red', 'green', 'blue'] }
const RECORD: Expression = {
  kind: 'variable',
  name: 'this',
  type: { kind: 'record', entity: 'Thing' },
  isOptional: false,
  span: SPAN,
}

interface FieldOfThing {
  readonly type: ValueType
  readonly isOptional: boolean
  readonly values: readonly (string | number | boolean | null)[]
}

const FIELDS: Readonly<Record<string, FieldOfThing>> = {
  count: { type: INTEGER, isOptional: false, values: [0, 1, 2, 3] },
  other: { type: INTEGER, isOptional: false, values: [0, 1, 2, 3] },
  maybe: { type: INTEGER, isOptional: true, values: [null, 0, 1, 2, 3] },
  colour: { type: COLOUR, isOptional: false, values: ['red', 'green', 'blue'] },
  taste: { type: COLOUR, isOptional: true, values: [null, 'red', 'green', 'blue'] },
  isNew: { type: BOOLEAN, isOptional: false, values: [true, false] },
  price: { type: EURO, isOptional: true, values: [null, '-1', '0', '1', '1.50', '2', '3', '4'] },
}

const REDUCING: Reducing = {
  limits: (_entity, field) =>
    FIELDS[field]?.type === INTEGER
      ? {
          type: { kind: 'whole number', min: 0, max: 3 },
          isRequired: FIELDS[field]?.isOptional === false,
          min: null,
          max: null,
        }
      : null,
  computed: () => null,
}

function field(name: string): Expression {
  const { type, isOptional } = FIELDS[name] as FieldOfThing
  return { kind: 'field', of: RECORD, entity: 'Thing', field: name, type, isOptional, span: SPAN }
}

function literal(value: string | number | boolean | null, type: ValueType): Expression {
  return { kind: 'literal', value, type, isOptional: value === null, span: SPAN }
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, isOptional: false, span: SPAN }
}

const number = fc.integer({ min: -1, max: 5 }).map((value) => literal(value, INTEGER))
const colour = fc.constantFrom('red', 'green', 'blue').map((value) => literal(value, COLOUR))
const comparison = fc.constantFrom<BinaryOperator>('==', '!=', '<', '<=', '>', '>=')
const term = fc.constantFrom('count', 'maybe').map(field)
const defaulted = fc.tuple(term, number).map(([value, otherwise]): Expression => ({
  kind: 'call',
  function: 'orElse',
  arguments: [value, otherwise],
  type: INTEGER,
  isOptional: false,
  span: SPAN,
}))

const independentAtom: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .tuple(comparison, fc.oneof(term, defaulted), number)
    .map(([operator, left, right]) => binary(operator, left, right)),
  fc.tuple(comparison, number, term).map(([operator, left, right]) => binary(operator, left, right)),
  fc
    .tuple(comparison, fc.constantFrom('colour', 'taste').map(field), colour)
    .map(([operator, left, right]) => binary(operator, left, right)),
  fc
    .tuple(fc.constantFrom<BinaryOperator>('==', '!='), fc.constantFrom('maybe', 'taste'))
    .map(([operator, name]) => binary(operator, field(name), literal(null, FIELDS[name]?.type as ValueType))),
  fc.tuple(fc.constantFrom('colour', 'taste'), fc.array(colour, { maxLength: 3 })).map(([name, items]) =>
    binary('in', field(name), {
      kind: 'list',
      items,
      type: { kind: 'list', of: COLOUR },
      isOptional: false,
      span: SPAN,
    }),
  ),
  fc.constant(field('isNew')),
)

/** Also comparisons between fields. */
const relatedAtom: fc.Arbitrary<Expression> = fc.oneof(
  independentAtom,
  // Between two amounts there is always another one, which this small world lacks.
  fc
    .tuple(comparison, fc.constantFrom('0', '1.5', '3.00'))
    .map(([operator, value]) => binary(operator, field('price'), literal(value, EURO))),
  fc.constant(binary('==', field('price'), literal(null, EURO))),
  fc
    .tuple(
      comparison,
      fc.constantFrom('count', 'other', 'maybe').map(field),
      fc.constantFrom('count', 'other').map(field),
    )
    .map(([operator, left, right]) => binary(operator, left, right)),
)

function conditions(atom: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.letrec<{ condition: Expression }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'condition' },
      atom,
      fc
        .tuple(fc.constantFrom<BinaryOperator>('&&', '||'), tie('condition'), tie('condition'))
        .map(([operator, left, right]) => binary(operator, left, right)),
      tie('condition').map((operand): Expression => ({
        kind: 'unary',
        operator: '!',
        operand,
        type: BOOLEAN,
        isOptional: false,
        span: SPAN,
      })),
      fc
        .tuple(tie('condition'), tie('condition'), tie('condition'))
        .map(([condition, then, otherwise]): Expression => ({
          kind: 'conditional',
          condition,
          then,
          otherwise,
          type: BOOLEAN,
          isOptional: false,
          span: SPAN,
        })),
    ),
  })).condition
}

type Row = Readonly<Record<string, Value>>

const WORLD: readonly Row[] = Object.entries(FIELDS).reduce<Row[]>(
  (rows, [name, { values }]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
  [{}],
)

function holdsFor(condition: Expression): (row: Row) => boolean {
  const run = compileExpression(condition)
  return (fields) =>
    run({ variables: new Map([['this', { id: 1, fields }]]), roles: new Set(), timeZone: UTC }) === true
}

it('finds a record exactly when there is one, where fields are independent, and the record shows it', () => {
  fc.assert(
    fc.property(conditions(independentAtom), (condition) => {
      const formula = formulaOf(condition, REDUCING)
      const decision = canHold([formula])
      const holds = holdsFor(condition)
      expect(decision.answer).toBe(WORLD.some(holds) ? 'yes' : 'no')
      if (decision.answer !== 'yes') return
      expect(decision.isCertain).toBe(true)
      const shown = Object.fromEntries(witnessOf(decision.model).map(({ column, value }) => [column, value ?? null]))
      expect(holds({ ...WORLD[0], ...shown })).toBe(true)
    }),
    { numRuns: 400 },
  )
})

it('never says no wrongly, and never is certain wrongly, where fields are compared with each other', () => {
  fc.assert(
    fc.property(conditions(relatedAtom), conditions(relatedAtom), (one, other) => {
      const [a, b] = [formulaOf(one, REDUCING), formulaOf(other, REDUCING)]
      const [isOne, isOther] = [holdsFor(one), holdsFor(other)]
      if (canHold([a, b]).answer === 'no') expect(WORLD.some((row) => isOne(row) && isOther(row))).toBe(false)
      if (implies([a], b)) expect(WORLD.every((row) => !isOne(row) || isOther(row))).toBe(true)
      if (alwaysHolds(a)) expect(WORLD.every(isOne)).toBe(true)
      if (canHold([not(a)]).answer === 'no') expect(WORLD.every(isOne)).toBe(true)
      const decision = canHold([a])
      if (decision.answer === 'yes' && decision.isCertain) expect(WORLD.some(isOne)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

it('gives up on what is too large, instead of taking for ever', () => {
  const wide = Array.from({ length: 40 }, (_, index) =>
    binary(
      '||',
      binary('==', field('count'), literal(index % 4, INTEGER)),
      binary('==', field('maybe'), literal(index % 4, INTEGER)),
    ),
  )
  const condition = wide.reduce((left, right) => binary('&&', left, right))
  expect(['no', 'cannot tell']).toContain(canHold([formulaOf(condition, REDUCING)]).answer)
})
