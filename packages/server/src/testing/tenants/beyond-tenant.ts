// Judged statements → those that reach other tenants and have no reason for it.

import type { Model } from '@ninefold/core/model/model.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Judged, LineResult } from './tenant-line.ts'

/** They use records that an earlier statement has found within the tenant, and find none themselves. */
const OF_FOUND_RECORD: ReadonlySet<string> = new Set([
  'after',
  'answer',
  'answer record',
  'answered value',
  'asked value',
  'begin',
  'change',
  'create',
  'definitions',
  'delete',
  'do',
  'effect records',
  'effect values',
  'followed whole',
  'followers in a list',
  'form',
  'going',
  'link change',
  'links',
  'lock',
  'may',
  'own followers',
  'quota',
  'read',
  'send',
  'turn',
  'version of',
  'why not',
  'word',
])
/** They tell users their tenants, lead them into one, or found one. */
const OF_DIRECTORY: ReadonlySet<string> = new Set(['create', 'current tenant', 'membership', 'own tenants'])

/**
 * Statements that the line forbids: they reach other tenants, and neither a right in every tenant nor the directory of
 * tenants and memberships is their reason.
 */
export function beyondTenant({ entities, roles }: Model, { judged }: LineResult): string[] {
  const { tenancy } = entities
  if (tenancy === null) return []
  const directory = new Set([tenancy.tenant, tenancy.membership].map(tableName))
  const everywhere = new Set(
    roles.permissions.filter(({ isInEveryTenant }) => isInEveryTenant).map(({ entity }) => tableName(entity)),
  )
  const isAllowed = ({ by, boundBy, crossed }: Judged): boolean => {
    if (boundBy === 'record') return OF_FOUND_RECORD.has(by)
    return crossed.every((table) => everywhere.has(table) || (directory.has(table) && OF_DIRECTORY.has(by)))
  }
  return judged
    .filter((each) => !isAllowed(each))
    .map(({ boundBy, crossed, shown }) => `bound by ${boundBy}, reaches ${crossed.join(', ')}: ${shown}`)
}
