// A statement that writes one record in its own transaction → the part that writes the audit log.

import type { Entity } from '../../model/entities.ts'
import { type Sql, sql, textLiteral, variable } from '../sql/sql.ts'

/** Names of its bindings. */
export const AUDITED = {
  request: 'audit.request',
  call: 'audit.call',
  revision: 'audit.revision',
  caller: 'audit.caller',
  key: 'audit.key',
  byAgent: 'audit.by agent',
  action: 'audit.action',
} as const

/** The written row is called `t`. */
export function auditSql(entity: Entity): Sql {
  const bound = (name: keyof typeof AUDITED): Sql => variable(AUDITED[name], name === 'byAgent' ? 'boolean' : 'text')
  return sql`audit AS (
      INSERT INTO ninefold.audit (request, call, revision, caller, api_key, by_agent, action, entity, record, at)
      SELECT ${bound('request')}, ${bound('call')}, ${bound('revision')}, ${bound('caller')}, ${bound('key')}, ${bound('byAgent')}, ${bound('action')}, ${textLiteral(entity.name)}, t."id"::text, now() FROM t)`
}
