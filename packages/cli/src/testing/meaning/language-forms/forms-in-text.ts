// A text → the forms of the language that it has, as lines of `formsOfLanguage`.

import { jsonIn } from '@ninefold/core/expression/json-of.ts'
import { partsOf } from '@ninefold/core/expression/conditions.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import type { Values } from '@ninefold/core/grammar/values.ts'
import { LIST_CLAUSES } from '@ninefold/core/read/calls/list-step.ts'
import { GIVEN } from '@ninefold/core/read/calls/sets.ts'
import { OR_FAIL, WHEN, WHEN_BLOCK } from '@ninefold/core/read/calls/steps.ts'
import { headingsOf } from '@ninefold/core/service/document.ts'
import { readSpecification } from '@ninefold/core/read/specification.ts'
import { checkSpecification } from '@ninefold/core/check/specification.ts'
import { writtenValues, type WrittenValue } from '@ninefold/core/service/written-values.ts'
import { clausesOf, type PlaceForm, placeForms, stepForms, type STEP_GUARDS } from './forms-of-language.ts'

/** Null: the checker refuses the text. */
export function formsInText(text: string): Set<string> | null {
  const read = readSpecification(text)
  const { model } = checkSpecification(read.draft, { diagnostics: read.diagnostics, text })
  if (model === null) return null
  return new Set([
    ...writtenValues(text, read).flatMap(formsOfValue),
    ...headingsOf(text, read).flatMap(({ part }) => (part === null || part === 'Call' ? [] : [`part ${part}`])),
    ...stepsIn(read.draft).flatMap(({ start, end }) => formsOfStep(text.slice(start, end))),
    ...expressionsIn(model).flatMap(formsOfExpression),
  ])
}

const FORMS = new Map<Values, readonly PlaceForm[]>()

function formsOfValue({ place, value, values }: WrittenValue): string[] {
  if (values.forms.length === 0) return [`${place} | any words`]
  const forms = FORMS.get(values) ?? placeForms(values)
  FORMS.set(values, forms)
  const matches = forms.flatMap((form) => {
    const match = form.pattern.exec(value)
    if (match === null) return []
    const written = form.optional.filter((_, group) => match[group + 1] !== undefined)
    return [{ form, written, fixed: written.reduce((sum, { fixed }) => sum + fixed, form.fixed) }]
  })
  const most = Math.max(...matches.map(({ fixed }) => fixed))
  const meant = matches.find(({ fixed }) => fixed === most)
  if (meant === undefined) return []
  return [`${place} | ${meant.form.plain}`, ...meant.written.map(({ words }) => `${place} | …${words}`)]
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** A draft is plain data; a step of it is known by its members. */
function stepsIn(draft: unknown): Stretch[] {
  if (typeof draft !== 'object' || draft === null) return []
  const below = Object.values(draft).flatMap(stepsIn)
  const { action, orFail, when, span } = draft as Readonly<Record<string, unknown>>
  const isStep = action !== undefined && orFail !== undefined && when !== undefined && span !== undefined
  return isStep ? [span as Stretch, ...below] : below
}

const STEPS = stepForms()

type Guard = (typeof STEP_GUARDS)[number]

/** As its grammar reads it: each code span is one backtick. */
function formsOfStep(written: string): string[] {
  const words = written.replace(/`[^`]*`/g, '`').replace(/\s+/g, ' ')
  const guards: Guard[] = []
  if (WHEN_BLOCK.test(words)) return ['step when `…`:' satisfies `step ${Guard}`]
  const guarded = WHEN.exec(words)?.groups?.['action']
  if (guarded !== undefined) guards.push('when `…`: STEP')
  const failing = OR_FAIL.exec(guarded ?? words)?.groups?.['action']
  if (failing !== undefined) guards.push('or fail CODE')
  const action = failing ?? guarded ?? words
  const form = STEPS.find(({ grammar }) => grammar.test(action))
  if (form === undefined) return []
  const groups = form.grammar.exec(action)?.groups ?? {}
  for (const set of (groups['sets'] ?? '').split(',')) {
    const given = GIVEN.exec(set.trim())?.groups
    if (given !== undefined) guards.push(given['as'] === undefined ? 'given INPUT' : 'given INPUT as FIELD')
  }
  const clauses =
    groups['rest'] === undefined ? {} : (LIST_CLAUSES.exec(groups['rest'].replace(/^,? /, ''))?.groups ?? {})
  return [
    `step ${form.form}`,
    ...guards.map((guard) => `step ${guard}`),
    ...clausesOf(form.grammar).flatMap((name) => (isSaid(groups[name]) ? [`step ${form.form} | ${name}`] : [])),
    ...clausesOf(LIST_CLAUSES).flatMap((name) => (isSaid(clauses[name]) ? [`step list | ${name}`] : [])),
  ]
}

function isSaid(words: string | undefined): boolean {
  return words !== undefined && words !== ''
}

/** A model is plain data, too: an expression of it has a type, and a place in the text. */
function expressionsIn(model: unknown): Expression[] {
  if (typeof model !== 'object' || model === null) return []
  const { kind, type, span } = model as Readonly<Record<string, unknown>>
  if (kind !== undefined && type !== undefined && span !== undefined && 'isOptional' in model)
    return everyPart(model as Expression)
  return Object.values(model).flatMap(expressionsIn)
}

function everyPart(expression: Expression): Expression[] {
  return [expression, ...partsOf(expression).flatMap(everyPart)]
}

function formsOfExpression(expression: Expression): string[] {
  switch (expression.kind) {
    case 'call':
      // A part of a value, or of a group, has no form of its own.
      // Members, and values that a step keeps as JSON: no author writes a function.
      return expression.function.startsWith('.') || jsonIn(expression) !== null
        ? []
        : [`expression ${expression.function}()`]
    case 'binary':
      return [`expression ${expression.operator}`]
    case 'unary':
      return [`expression unary ${expression.operator}`]
    case 'comprehension':
      return [`expression .${expression.operation}()`]
    case 'literal':
    case 'variable':
    case 'field':
      return []
    default:
      return [`expression ${expression.kind}`]
  }
}
