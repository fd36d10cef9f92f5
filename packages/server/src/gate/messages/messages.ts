// The words of the error catalogue, with their placeholders filled where the error is raised.

import * as build from '@ninefold/core/expression/build.ts'
import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { MessagePlaceholder, MessageTemplate } from '@ninefold/core/model/errors.ts'
import { pathFrom } from '@ninefold/core/model/paths.ts'
import type { Rule } from '@ninefold/core/model/validation.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { readable } from '@ninefold/core/rights/readable.ts'
import { isRecord } from '../../store/driver/statement.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { RefusalItem } from '../context/refusal.ts'
import { valueInWords } from '../words/values-in-words.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import type { Model } from '@ninefold/core/model/model.ts'

/** Stands where a message would name what its reader may not see. */
const HIDDEN_WORD = '…'

/** Values that are said as they are. All others have words for people: days, times, amounts with their currency, periods. */
const PLAIN: ReadonlySet<string> = new Set(['text', 'choice', 'integer', 'boolean', 'record'])

/** Records whose fields a message may name, by the name that the text gives them; `this` is the failing one. */
export type Subjects = Readonly<Record<string, string>>

/** Null: the path leads to nothing that is known. */
const wordPlan = planner(
  'word',
  (viewer, path: readonly string[], subjects: Subjects, boundAs: Readonly<Record<string, string>>) => {
    const expression = placeholderExpression(viewer.model, path, subjects, boundAs)
    if (expression === null) return null
    const { value, visible } = readable(viewer, expression)
    return { expression, statement: planValues(viewer, [value, visible], null) }
  },
)

/** The refusal of a broken rule: its words may name fields of the failing record, bound as `record`. */
export async function ruleRefusal(work: Work, entity: Entity, rule: Rule): Promise<RefusalItem> {
  return { ...(await catalogueRefusal(work, rule.otherwise, { this: entity.name }, { this: 'record' })), at: rule }
}

/**
 * The refusal with a code of the catalogue. `subjects`: entity by name in the text; `boundAs`: the name in the
 * bindings where it is another one.
 */
export async function catalogueRefusal(
  work: Work,
  code: string,
  subjects: Subjects,
  boundAs: Readonly<Record<string, string>> = {},
): Promise<RefusalItem> {
  const entry = work.application.model.errors.catalogue.find((candidate) => candidate.code === code)
  const paths = entry === undefined ? [] : placeholderPaths(entry.message)
  const words: Record<string, string> = {}
  for (const path of paths) words[path.join('.')] = await wordOf(work, work.transaction, path, subjects, boundAs)
  return { kind: 'catalogue', code, words }
}

export function placeholderPaths(template: MessageTemplate): (readonly string[])[] {
  return template.parts.flatMap((part) => (part.kind === 'path' ? [part.path] : []))
}

/** The text of a template. A placeholder that nothing fills stays as the author wrote it. */
export function filledTemplate(template: MessageTemplate, words: Readonly<Record<string, string>>): string {
  return template.parts.map((part) => (part.kind === 'text' ? part.text : placeholderText(part, words))).join('')
}

function placeholderText(placeholder: MessagePlaceholder, words: Readonly<Record<string, string>>): string {
  if (placeholder.kind === 'constant') return placeholder.text
  const name = placeholder.path.join('.')
  return words[name] ?? `{${name}}`
}

async function wordOf(
  work: Work,
  executor: Executor,
  path: readonly string[],
  subjects: Subjects,
  boundAs: Readonly<Record<string, string>>,
): Promise<string> {
  const dotted = path.join('.')
  const bound = work.bindings[dotted]
  if (bound !== undefined) return inWords(bound)
  const planned = work.application.planned(wordPlan, work.caller, path, subjects, boundAs)
  if (planned === null) return `{${dotted}}`
  const { expression, statement } = planned
  const row = (await executor.run(statement, work.bindings))[0]
  // A message tells its reader nothing that the reader may not see.
  if (row?.['value1'] !== true || expression.type.kind === 'secret') return HIDDEN_WORD
  const value = (row['value0'] ?? null) as Value
  const { model } = work.application
  const isPlain = isRecord(value) || (PLAIN.has(expression.type.kind) && !isTranslated(model, expression))
  return isPlain ? inWords(value) : valueInWords(model, expression, value)
}

/** A choice, a state or a yes has other words than its value then. */
function isTranslated({ spoken }: Model, { type }: Expression): boolean {
  return spoken !== undefined && (type.kind === 'choice' || type.kind === 'boolean')
}

function placeholderExpression(
  model: Model,
  path: readonly string[],
  subjects: Subjects,
  boundAs: Readonly<Record<string, string>>,
): Expression | null {
  const [first, ...rest] = path
  if (first === undefined) return null
  const named = subjects[first]
  if (named !== undefined) return pathFrom(model, build.recordVariable(boundAs[first] ?? first, named), named, rest)
  const failing = subjects['this']
  return failing === undefined
    ? null
    : pathFrom(model, build.recordVariable(boundAs['this'] ?? 'this', failing), failing, path)
}

function inWords(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'object') return isRecord(value) ? String((value as RecordValue).id) : ''
  return String(value)
}
