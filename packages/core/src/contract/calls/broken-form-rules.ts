// The rules of a form and its present content → the rules that are broken now.

import { compileExpression, type Evaluate } from '../../expression/evaluate/evaluate.ts'
import type { Value } from '../../expression/expression.ts'
import type { TimeZone } from '../../expression/evaluate/time-zone.ts'
import type { FormRule } from '../wire/actions.ts'

/** The present time in milliseconds since 1970, and the day in the application's time zone. */
export interface Clock {
  readonly zone: TimeZone
  readonly now: number
  readonly today: string
}

const compiled = new WeakMap<FormRule, Evaluate>()

/**
 * `before`: the record's present values by field; null for a new record. `now`: values of the form by field. A rule
 * that needs an unknown value is left to the server.
 */
export function brokenFormRules(
  rules: readonly FormRule[],
  before: Readonly<Record<string, Value>> | null,
  now: Readonly<Record<string, Value>>,
  clock: Clock,
): FormRule[] {
  const fields = { ...before, ...now }
  return rules.filter((rule) => {
    const isAbout =
      rule.whenChanged === null ||
      (Object.hasOwn(now, rule.whenChanged) && now[rule.whenChanged] !== before?.[rule.whenChanged])
    const isKnown = rule.fields.every((field) => fields[field] !== undefined)
    return (
      isAbout &&
      isKnown &&
      evaluate(rule)({
        variables: new Map<string, Value>([
          ['this', { id: '', fields }],
          ['now', clock.now],
          ['today', clock.today],
        ]),
        roles: new Set(),
        timeZone: clock.zone,
      }) !== true
    )
  })
}

function evaluate(rule: FormRule): Evaluate {
  const known = compiled.get(rule) ?? compileExpression(rule.holds)
  compiled.set(rule, known)
  return known
}
