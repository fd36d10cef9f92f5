// Error messages of the catalogue, with their placeholders filled where the error is raised.

import * as build from '@ninefold/core/expression/build.ts'
import type { Expression, ObjectValue, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { MessagePlaceholder, MessageTemplate } from '@ninefold/core/model/errors.ts'
import { inPlural } from '@ninefold/core/model/outside/plural-forms.ts'
import { pathFrom } from '@ninefold/core/model/paths.ts'
import { partAt } from '@ninefold/core/model/steps/sent-groups.ts'
import type { Rule } from '@ninefold/core/model/validation.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { readable } from '@ninefold/core/rights/readable.ts'
import { isRecord } from '../../store/driver/statement.ts'
import type { Executor } from '../../store/driver/database.ts'
import type { RefusalItem } from '../context/refusal.ts'
import { valueInWords } from '../words/values-in-words.ts'
import { asSent, type Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import type { Model } from '@ninefold/core/model/model.ts'

/** Replaces values that the reader of a message may not see. */
const HIDDEN_WORD = '…'

/**
 * Kinds of values that are printed unchanged. Others are formatted: days, times, amounts with their currency, periods.
 */
const PLAIN: ReadonlySet<string> = new Set(['text', 'choice', 'integer', 'boolean', 'record'])

/** Entities of the records that a message may refer to, by their names in the text; `this` is the failing record. */
export type Subjects = Readonly<Record<string, string>>

/** Null: the path leads to no known value. */
const wordPlan = planner(
  'word',
  (viewer, path: readonly string[], subjects: Subjects, boundAs: Readonly<Record<string, string>>) => {
    const expression = placeholderExpression(viewer.model, path, subjects, boundAs)
    if (expression === null) return null
    const { value, visible } = readable(viewer, expression)
    return { expression, statement: planValues(viewer, [value, visible], null) }
  },
)

/** The refusal of a broken rule. Its message may refer to fields of the failing record, bound as `record`. */
export async function ruleRefusal(work: Work, entity: Entity, rule: Rule): Promise<RefusalItem> {
  return { ...(await catalogueRefusal(work, rule.otherwise, { this: entity.name }, { this: 'record' })), at: rule }
}

/**
 * A refusal with a code of the catalogue. `subjects`: entities by their names in the text; `boundAs`: the binding's
 * name, if it differs.
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

function placeholderPaths(template: MessageTemplate): (readonly string[])[] {
  return template.parts.flatMap((part) => (part.kind === 'path' ? [part.path] : []))
}

/** Fills a template. Placeholders without a value stay unchanged. */
export function filledTemplate(
  template: MessageTemplate,
  language: string,
  words: Readonly<Record<string, string>>,
): string {
  return template.parts
    .map((part) => (part.kind === 'text' ? part.text : placeholderText(part, language, words)))
    .join('')
}

function placeholderText(
  placeholder: MessagePlaceholder,
  language: string,
  words: Readonly<Record<string, string>>,
): string {
  const { forms } = placeholder
  if (placeholder.kind === 'constant') {
    const { text, value } = placeholder
    return forms === undefined ? text : inPlural(language, forms, value, text)
  }
  const name = placeholder.path.join('.')
  const said = words[name]
  // A whole number is written with digits only.
  return said === undefined ? `{${name}}` : forms === undefined ? said : inPlural(language, forms, said, said)
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
  if (bound !== undefined) return inWords(bound ?? work.bindings[asSent(dotted)] ?? null)
  const item = work.bindings[path[0] ?? ''] ?? null
  if (isSentObject(item)) return inWords(partAt(item, path.slice(1)) ?? null)
  const planned = work.application.planned(wordPlan, work.caller, path, subjects, boundAs)
  if (planned === null) return `{${dotted}}`
  const { expression, statement } = planned
  const row = (await executor.run(statement, work.bindings))[0]
  // Hides values that the reader of the message may not see.
  if (row?.['value1'] !== true || expression.type.kind === 'secret') return HIDDEN_WORD
  const value = (row['value0'] ?? null) as Value
  const { model } = work.application
  const isPlain = isRecord(value) || (PLAIN.has(expression.type.kind) && !isTranslated(model, expression))
  return isPlain ? inWords(value) : valueInWords(model, expression, value)
}

/** Choices, states and booleans have translated words. */
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

/** An object of a sent list, whose values are printed as those of inputs are. */
function isSentObject(value: Value): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRecord(value)
}

function inWords(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'object') return isRecord(value) ? String((value as RecordValue).id) : ''
  return String(value)
}
