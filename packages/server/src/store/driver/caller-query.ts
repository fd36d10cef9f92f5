// A statement for a caller runs under row-level security: statements in the same message set the caller and the
// caller's role just before it. Outside a transaction these settings end with the statement, whatever its outcome;
// inside one they are reset. A cached caller is verified first.

import { mustHold } from '@ninefold/core/plan/write/lowering.ts'
import { rawSql, renderSql } from '@ninefold/core/plan/sql/sql.ts'
import { TENANT_SETTING } from '@ninefold/core/plan/sql/current-tenant.ts'
import type { Judgement, OwnStatement } from './rows.ts'

/** SQL texts by judged condition; there is a small number of them. */
const judgingTexts = new Map<string, string>()
/** Statements by the SQL of the tenant and the judged condition. */
const askingTexts = new Map<string, Map<string, Pick<OwnStatement, 'name' | 'text'>>>()

/** A statement that raises an error if the condition is false, so that the statements after it do not run. */
export function judge({ name, condition, values }: Judgement): OwnStatement {
  const text = judgingTexts.get(condition) ?? `SELECT ${holds(condition)}`
  judgingTexts.set(condition, text)
  return { name, text, values }
}

/** Properties of the statement that follows. */
interface Following {
  readonly isPlannedOnce?: boolean
  readonly tenant?: string | undefined
}

/** `caller`: the caller, roles, moment and tenant of the address. */
export function askAs(
  caller: readonly string[],
  judgement: Judgement | null,
  { isPlannedOnce = false, tenant }: Following,
): OwnStatement {
  const own = [...caller, 'true', isPlannedOnce ? 'force_generic_plan' : 'auto']
  return judgement === null
    ? { ...askingText(null, tenant), values: own }
    : { ...askingText(judgement, tenant), values: [...judgement.values, ...own] }
}

/** The name identifies the text. */
function askingText(judgement: Judgement | null, tenant = ''): Pick<OwnStatement, 'name' | 'text'> {
  const texts = askingTexts.get(tenant) ?? new Map<string, Pick<OwnStatement, 'name' | 'text'>>()
  askingTexts.set(tenant, texts)
  const condition = judgement?.condition ?? ''
  const known = texts.get(condition)
  if (known !== undefined) return known
  const name = [judgement?.name ?? 'own', 'ask-as', [...askingTexts.keys()].indexOf(tenant)].join('-')
  const made = { name, text: asking(judgement, tenant) }
  texts.set(condition, made)
  return made
}

export const ASK_AS_OWNER: OwnStatement = {
  ...askAs(['', '', '', ''], null, { tenant: 'NULL' }),
  values: ['', '', '', '', 'false', 'auto'],
}

function holds(condition: string): string {
  return renderSql(mustHold(rawSql(condition))).text
}

/** Evaluated from left to right, so the role changes after everything before it. */
function asking(judgement: Judgement | null, tenant: string): string {
  const judged = judgement === null ? [] : [holds(judgement.condition)]
  const before = judgement?.values.length ?? 0
  const [me, roles, now, named, isCaller, planning] = [1, 2, 3, 4, 5, 6].map((place) => `$${before + place}`)
  const settings = {
    'ninefold.me': `${me}`,
    'ninefold.roles': `${roles}`,
    'ninefold.now': `${now}`,
    ...(tenant === '' ? {} : { [TENANT_SETTING]: `coalesce(${tenant}, '')` }),
    plan_cache_mode: `${planning}`,
    role: `CASE WHEN ${isCaller}::boolean THEN ninefold.caller_role(${roles}) ELSE 'none' END`,
  }
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${value}, true)`)
  return `SELECT ${[...judged, ...set].join(', ')} FROM (SELECT nullif(${me}, '') AS me, nullif(${named}, '') AS named) AS told`
}
