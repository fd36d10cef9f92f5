// A statement for a caller runs under row-level security: statements in the same message set the caller and the
// caller's role just before it. Outside a transaction these settings end with the statement, whatever its outcome;
// inside one they are reset. A cached caller is verified first.

import { mustHold } from '@ninefold/core/plan/write/lowering.ts'
import { rawSql, renderSql } from '@ninefold/core/plan/sql/sql.ts'
import type { Judgement, OwnStatement } from './rows.ts'

/** SQL texts by judged condition; there is a small number of them. */
const judgingTexts = new Map<string, string>()
const judgingAndAskingTexts = new Map<string, string>()

/** A statement that raises an error if the condition is false, so that the statements after it do not run. */
export function judge({ name, condition, values }: Judgement): OwnStatement {
  return { name, text: textFor(judgingTexts, condition, () => `SELECT ${holds(condition)}`), values }
}

/** `caller`: the caller, roles, moment and tenant of the host. `isPlannedOnce`: the following statement uses one generic plan. */
export function askAs(caller: readonly string[], judgement: Judgement | null, isPlannedOnce: boolean): OwnStatement {
  const own = [...caller, 'true', isPlannedOnce ? 'force_generic_plan' : 'auto']
  if (judgement === null) return { name: 'ask-as', text: ASKING, values: own }
  const { name, condition, values } = judgement
  const text = textFor(judgingAndAskingTexts, condition, () => `SELECT ${holds(condition)}, ${asking(values.length)}`)
  return { name: `${name}-ask-as`, text, values: [...values, ...own] }
}

function textFor(known: Map<string, string>, condition: string, make: () => string): string {
  const text = known.get(condition) ?? make()
  known.set(condition, text)
  return text
}

const ASKING = `SELECT ${asking(0)}`

export const ASK_AS_OWNER: OwnStatement = {
  ...askAs(['', '', '', ''], null, false),
  values: ['', '', '', '', 'false', 'auto'],
}

function holds(condition: string): string {
  return renderSql(mustHold(rawSql(condition))).text
}

/** Evaluated from left to right, so the role changes after everything before it. */
function asking(parametersBefore: number): string {
  const [me, roles, now, tenant, isCaller, planning] = [1, 2, 3, 4, 5, 6].map((place) => `$${parametersBefore + place}`)
  return `set_config('ninefold.me', ${me}, true), set_config('ninefold.roles', ${roles}, true),
    set_config('ninefold.now', ${now}, true), set_config('ninefold.tenant', ${tenant}, true), set_config('plan_cache_mode', ${planning}, true),
    set_config('role', CASE WHEN ${isCaller}::boolean THEN ninefold.caller_role(${roles}) ELSE 'none' END, true)`
}
