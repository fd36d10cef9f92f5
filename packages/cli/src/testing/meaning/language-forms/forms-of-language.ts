// The grammar of the language → every form that a text can have, as a line each: values of tables and labels, with each part
// that may be left out; parts and steps, with their clauses; functions and operators of expressions.

import { FUNCTIONS } from '@ninefold/core/expression/functions.ts'
import type { BinaryOperator, ComprehensionOperation } from '@ninefold/core/expression/expression.ts'
import { IS_WITHIN } from '@ninefold/core/expression/is-within.ts'
import { KEYED } from '@ninefold/core/expression/keyed.ts'
import { AT_KEY } from '@ninefold/core/expression/members.ts'
import { LABELS } from '@ninefold/core/grammar/labels.ts'
import { PARTS } from '@ninefold/core/grammar/parts.ts'
import { TABLES } from '@ninefold/core/grammar/tables.ts'
import type { Piece, Values } from '@ninefold/core/grammar/values.ts'
import { patternOf, piecesOfForm } from '@ninefold/core/service/written-values.ts'
import { FORMS as STEP_FORMS, type StepForm } from '@ninefold/core/read/calls/step-forms.ts'
import { LIST_CLAUSES } from '@ninefold/core/read/calls/list-step.ts'

/** One form of a place, as a pattern whose groups are its parts that may be left out, in the order of the groups. */
export interface PlaceForm {
  readonly pattern: RegExp
  /** Without all that may be left out. */
  readonly plain: string
  readonly optional: readonly { readonly words: string; readonly fixed: number }[]
  /** Fixed characters: of several forms that a value has, the one with most of them is meant. */
  readonly fixed: number
}

export function placeForms({ forms }: Values): PlaceForm[] {
  const seen = new Set<string>()
  return forms.flatMap((form) => {
    const pieces = piecesOfForm(form)
    const pattern = patternOf(pieces)
    if (seen.has(pattern)) return []
    seen.add(pattern)
    return [
      {
        pattern: new RegExp(`^${pattern}$`),
        plain: wordsOf(pieces, false),
        optional: optionalIn(pieces).map((each) => ({ words: wordsOf(each, true), fixed: fixedOf(each) })),
        fixed: fixedOf(pieces),
      },
    ]
  })
}

function wordsOf(pieces: readonly Piece[], isWhole: boolean): string {
  return pieces
    .map((piece) => (piece.kind === 'optional' ? (isWhole ? `[${wordsOf(piece.pieces, true)}]` : '') : piece.text))
    .join('')
}

/** In the order in which their brackets open, as groups of a pattern are counted. */
function optionalIn(pieces: readonly Piece[]): (readonly Piece[])[] {
  return pieces.flatMap((piece) => (piece.kind === 'optional' ? [piece.pieces, ...optionalIn(piece.pieces)] : []))
}

/** Of its own, but for parts that may be left out. A code span is sooner meant than a word. */
function fixedOf(pieces: readonly Piece[]): number {
  return pieces
    .map((piece) => (piece.kind === 'words' ? piece.text.length : piece.kind === 'code' ? 2 : 0))
    .reduce((sum, length) => sum + length, 0)
}

function formsOfPlace(place: string, values: Values): string[] {
  if (values.forms.length === 0) return [`${place} | any words`]
  return placeForms(values).flatMap(({ plain, optional }) => [
    `${place} | ${plain}`,
    ...optional.map(({ words }) => `${place} | …${words}`),
  ])
}

/** Groups with a name: the clauses of a step. */
export function clausesOf(grammar: RegExp): string[] {
  return [...grammar.source.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name)
}

/** Several forms of an answer are read by one grammar. */
export function stepForms(): StepForm[] {
  const seen = new Set<string>()
  return STEP_FORMS.filter(({ grammar }) => !seen.has(grammar.source) && seen.add(grammar.source))
}

export const STEP_GUARDS = [
  'when `…`: STEP',
  'when `…`:',
  'or fail CODE',
  'given INPUT',
  'given INPUT as FIELD',
] as const

const OPERATORS: Readonly<Record<BinaryOperator, true>> = {
  '==': true,
  '!=': true,
  '<': true,
  '<=': true,
  '>': true,
  '>=': true,
  '+': true,
  '-': true,
  '*': true,
  '/': true,
  '%': true,
  '&&': true,
  '||': true,
  in: true,
}

const OPERATIONS: Readonly<Record<ComprehensionOperation, true>> = {
  exists: true,
  all: true,
  exists_one: true,
  filter: true,
  map: true,
}

const KINDS = ['unary !', 'unary -', 'conditional', 'list', 'lookup', 'has role', 'object', 'shape', 'records'] as const

export function formsOfLanguage(): Set<string> {
  const tables = Object.entries(TABLES).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { values }]) => formsOfPlace(`table ${table}: ${column}`, values)),
  )
  const labels = Object.entries(LABELS).flatMap(([place, known]) =>
    Object.entries(known).flatMap(([label, { values, isLater }]) =>
      isLater ? [] : formsOfPlace(`label ${place}: ${label}`, values),
    ),
  )
  const parts = Object.entries(PARTS).flatMap(([kind, { about }]) => (about === null ? [] : [`part ${kind}`]))
  const steps = stepForms().flatMap(({ form, grammar }) => [
    `step ${form}`,
    ...clausesOf(grammar).map((clause) => `step ${form} | ${clause}`),
  ])
  return new Set([
    ...tables,
    ...labels,
    ...parts,
    ...steps,
    ...clausesOf(LIST_CLAUSES).map((clause) => `step list | ${clause}`),
    ...STEP_GUARDS.map((guard) => `step ${guard}`),
    ...[...Object.keys(FUNCTIONS), KEYED, AT_KEY, IS_WITHIN].map((name) => `expression ${name}()`),
    ...Object.keys(OPERATORS).map((operator) => `expression ${operator}`),
    ...Object.keys(OPERATIONS).map((operation) => `expression .${operation}()`),
    ...KINDS.map((kind) => `expression ${kind}`),
  ])
}
