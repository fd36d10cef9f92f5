// A statement for a caller runs behind the wall: the database is told who asks and takes the role of callers just before,
// and nothing comes between. Without a transaction around them, what was said of the caller is gone when the statement
// ends, whatever becomes of it; in one, it is taken back. The caller may come from the cache: the statement checks it first.

import { mustHold } from '@ninefold/core/plan/write/lowering.ts'
import { rawSql, renderSql } from '@ninefold/core/plan/sql/sql.ts'
import type { Judgement, OwnStatement } from './rows.ts'

/** Texts by the condition that is judged: there are only so many, and each request sends one. */
const judgingTexts = new Map<string, string>()
const judgingAndAskingTexts = new Map<string, string>()

/** A statement that raises an error where the judgement does not hold, and nothing after it happens. */
export function judge({ name, condition, values }: Judgement): OwnStatement {
  return { name, text: textFor(judgingTexts, condition, () => `SELECT ${holds(condition)}`), values }
}

/** `caller`: who asks, with which roles, and when. `isPlannedOnce`: so is the statement that follows. */
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

export const ASK_AS_OWNER: OwnStatement = { ...askAs(['', '', ''], null, false), values: ['', '', '', 'false', 'auto'] }

function holds(condition: string): string {
  return renderSql(mustHold(rawSql(condition))).text
}

/** From left to right: a role is taken when everything before it has been done. */
function asking(parametersBefore: number): string {
  const [me, roles, now, isCaller, planning] = [1, 2, 3, 4, 5].map((place) => `$${parametersBefore + place}`)
  return `set_config('ninefold.me', ${me}, true), set_config('ninefold.roles', ${roles}, true),
    set_config('ninefold.now', ${now}, true), set_config('plan_cache_mode', ${planning}, true),
    set_config('role', CASE WHEN ${isCaller}::boolean THEN ninefold.caller_role(${roles}) ELSE 'none' END, true)`
}
