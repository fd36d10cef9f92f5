// Deferred constraints of PostgreSQL: checked when a transaction asks for it, and at its end.

import { quoted } from '@ninefold/core/plan/schema/ddl.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Work } from './work.ts'
import { planner } from './planner.ts'

const settingPlan = planner(
  'set constraints',
  (_, names: readonly string[], when: 'IMMEDIATE' | 'DEFERRED'): Statement => ({
    text: `SET CONSTRAINTS ${names.map((name) => `public.${quoted(name)}`).join(', ')} ${when}`,
    parameters: [],
  }),
)

/** `IMMEDIATE` checks what was written so far, too. `names`: at least one. */
export async function setConstraints(
  { application, caller, transaction }: Work,
  names: readonly string[],
  when: 'IMMEDIATE' | 'DEFERRED',
): Promise<void> {
  await transaction.run(application.planned(settingPlan, caller, names, when), {})
}
