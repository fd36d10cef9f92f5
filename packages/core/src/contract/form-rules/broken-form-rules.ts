// The rules of a form and its present content → the rules that are broken now.

import { visit } from '../../expression/conditions.ts'
import type { Expression, RecordValue, Value, ValueType } from '../../expression/expression.ts'
import type { FormRule } from './form-rule.ts'
import { evaluated, filledRecord, type Filling, type FormContent, NotKnown, toldRecord } from './form-values.ts'

export type { Clock, FormContent } from './form-values.ts'

export interface BrokenRule {
  /** Code of point 8, or `taken`. */
  readonly code: string
  /** The input of the message, in a list that of the object that is sent: `lines[1].amount`. Null: the form as a whole. */
  readonly about: string | null
  /** Null: the words of the built-in error. */
  readonly message: string | null
}

/** A rule that needs an unknown value is left to the server. */
export function brokenFormRules(rules: readonly FormRule[], content: FormContent): BrokenRule[] {
  return rules.flatMap((rule) => {
    const { row } = rule
    if (rule.isForWhole === true && content.isWhole !== true) return []
    if (row === undefined) return brokenFor(rule, content, null)
    const objects = content.rows?.[row.input] ?? []
    return objects.flatMap((_, index) => brokenFor(rule, content, { ...row, index }))
  })
}

function brokenFor(rule: FormRule, content: FormContent, row: Filling['row']): BrokenRule[] {
  try {
    return judged(rule, { content, row, ...typesIn(rule) })
  } catch (thrown) {
    if (thrown instanceof NotKnown) return []
    throw thrown
  }
}

function judged(rule: FormRule, filling: Filling): BrokenRule[] {
  const { isNew, old: oldShape } = rule
  if (!isReached(rule, filling)) return []
  const old = isNew ? null : oldShape === undefined ? toldRecord(filling) : filledRecord(oldShape, filling, true, null)
  const record = filledRecord(rule, filling, isNew, old)
  if (rule.distinct !== undefined) return isRepeated(rule, filling, record) ? [broken(rule, filling, record)] : []
  if (rule.whenChanged !== null && !hasChanged(rule.whenChanged, record, old)) return []
  const isKept = evaluated(rule.holds, filling, { this: record, old }) === true
  return isKept ? [] : [broken(rule, filling, record)]
}

function isReached({ reached }: FormRule, filling: Filling): boolean {
  return reached === undefined || evaluated(reached, filling, {}) === true
}

function broken({ code, about, message }: FormRule, { row }: Filling, { fields }: RecordValue): BrokenRule {
  const words = message.map((part) => (typeof part === 'string' ? part : String(fields[part.field] ?? ''))).join('')
  const place = row === null ? about : `${row.input}[${row.index}]${about === null ? '' : `.${about}`}`
  return { code, about: place, message: message.length === 0 ? null : words }
}

/** Of a new record each field with a value changes. */
function hasChanged(field: string, record: RecordValue, old: RecordValue | null): boolean {
  return keyOf(record.fields[field] ?? null) !== keyOf(old?.fields[field] ?? null)
}

function keyOf(value: Value): string {
  return JSON.stringify(typeof value === 'object' && value !== null && 'fields' in value ? value.id : value)
}

/** An earlier row has the same values. Empty values never conflict. */
function isRepeated(rule: FormRule, filling: Filling, record: RecordValue): boolean {
  const { row } = filling
  const own = distinctKey(rule, record)
  if (row === null || own === null) return false
  return Array.from({ length: row.index }, (_, index) => index).some((index) => {
    try {
      const earlier = { ...filling, row: { ...row, index } }
      return isReached(rule, earlier) && distinctKey(rule, filledRecord(rule, earlier, true, null)) === own
    } catch (thrown) {
      if (thrown instanceof NotKnown) return false
      throw thrown
    }
  })
}

function distinctKey({ distinct }: FormRule, { fields }: RecordValue): string | null {
  const values = (distinct?.fields ?? []).map((name) => fields[name] ?? null)
  if (values.includes(null)) return null
  const [first, ...rest] = values
  const spelt = distinct?.isIgnoringCase === true && typeof first === 'string' ? first.toLowerCase() : first
  return JSON.stringify([spelt, ...rest])
}

type Types = Pick<Filling, 'types' | 'itemTypes'>

const typed = new WeakMap<FormRule, Types>()

/** By field. A field that only the message or the moment names has no type here. */
function typesIn(rule: FormRule): Types {
  const known = typed.get(rule)
  if (known !== undefined) return known
  const types = new Map<string, ValueType>()
  const itemTypes = new Map<string, ValueType>()
  for (const expression of expressionsIn(rule))
    visit(expression, (part) => {
      if (part.kind !== 'field') return
      const isOwn = part.of.kind === 'variable' && ['this', 'old'].includes(part.of.name)
      ;(isOwn ? types : itemTypes).set(part.field, part.type)
    })
  const made = { types, itemTypes }
  typed.set(rule, made)
  return made
}

function expressionsIn({ holds, sets, otherwise }: FormRule): Expression[] {
  return [holds, ...Object.values(sets), ...Object.values(otherwise)]
}
