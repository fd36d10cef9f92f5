// The rules of a form and its present content → the rules that are broken now.

import { visit } from '../../expression/conditions.ts'
import { compileExpression, type Evaluate } from '../../expression/evaluate/evaluate.ts'
import type { Value, ValueType } from '../../expression/expression.ts'
import type { TimeZone } from '../../expression/evaluate/time-zone.ts'
import { valueOfTold } from '../inputs/told-values.ts'
import type { FormRule } from '../wire/actions.ts'

/** The present time in milliseconds since 1970, and the day in the application's time zone. */
export interface Clock {
  readonly zone: TimeZone
  readonly now: number
  readonly today: string
}

export interface FormContent {
  /** The record's present values by field, as the server has sent them; null for a new record. */
  readonly before: Readonly<Record<string, unknown>> | null
  /** Accepted values by input. One that is missing was not entered. */
  readonly now: Readonly<Record<string, Value>>
  readonly clock: Clock
  /** Id of the caller; null: a guest. */
  readonly me: string | null
  /** The form is as it would be sent: inputs that were left out are empty. */
  readonly isWhole?: boolean
}

export interface BrokenRule {
  /** The input of the message; null: the form as a whole. */
  readonly about: string | null
  readonly message: string
}

/** A rule that needs an unknown value is left to the server. */
export function brokenFormRules(rules: readonly FormRule[], content: FormContent): BrokenRule[] {
  return rules.flatMap((rule) => {
    const { holds, types, old } = compiledRule(rule)
    const before = valuesBefore(rule, types, content.before)
    const fields = { ...before, ...valuesNow(rule, types, content) }
    const isKnown =
      Object.keys(rule.fields).every((field) => fields[field] !== undefined) &&
      old.every((field) => before[field] !== undefined)
    if (!isKnown || !isAbout(rule, before, fields, content)) return []
    const isKept = holds({
      variables: new Map<string, Value>([
        ['this', { id: '', fields }],
        ['old', { id: '', fields: before }],
        ['now', content.clock.now],
        ['today', content.clock.today],
        ['me', content.me],
      ]),
      roles: new Set(),
      timeZone: content.clock.zone,
    })
    return isKept === true ? [] : [{ about: rule.about, message: messageOf(rule, fields) }]
  })
}

type Values = Readonly<Record<string, Value>>

/** By field. A field that only the message or the moment names has no type here. */
type Types = ReadonlyMap<string, ValueType>

function valuesBefore({ fields }: FormRule, types: Types, told: FormContent['before']): Values {
  return Object.fromEntries(
    Object.keys(fields).flatMap((field) => {
      const value = told?.[field]
      const type = types.get(field) ?? { kind: 'unknown' }
      return value === undefined ? [] : [[field, valueOfTold(value, type)]]
    }),
  )
}

function valuesNow(
  { fields, emptyWhenLeftOut }: FormRule,
  types: Types,
  { now, isWhole = false }: FormContent,
): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, input]): [string, Value][] => {
      const value = input === null ? undefined : now[input]
      if (value !== undefined) return [[field, value]]
      return isWhole && emptyWhenLeftOut.includes(field) ? [[field, types.get(field)?.kind === 'list' ? [] : null]] : []
    }),
  )
}

/** A form sends only inputs that change. Of a new record each field with a value changes. */
function isAbout(
  { fields: inputs, whenChanged }: FormRule,
  before: Values,
  fields: Values,
  { now }: FormContent,
): boolean {
  if (whenChanged === null) return true
  const input = inputs[whenChanged] ?? null
  const isSent = input !== null && Object.hasOwn(now, input)
  return isSent && JSON.stringify(fields[whenChanged]) !== JSON.stringify(before[whenChanged] ?? null)
}

function messageOf({ message }: FormRule, fields: Values): string {
  return message.map((part) => (typeof part === 'string' ? part : String(fields[part.field] ?? ''))).join('')
}

interface CompiledRule {
  readonly holds: Evaluate
  readonly types: Types
  /** Fields of the record before. */
  readonly old: readonly string[]
}

const compiled = new WeakMap<FormRule, CompiledRule>()

function compiledRule(rule: FormRule): CompiledRule {
  const known = compiled.get(rule)
  if (known !== undefined) return known
  const types = new Map<string, ValueType>()
  const old = new Set<string>()
  visit(rule.holds, (part) => {
    if (part.kind !== 'field' || part.of.kind !== 'variable') return
    types.set(part.field, part.type)
    if (part.of.name === 'old') old.add(part.field)
  })
  const made = { holds: compileExpression(rule.holds), types, old: [...old] }
  compiled.set(rule, made)
  return made
}
