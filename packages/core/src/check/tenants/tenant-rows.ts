// Parts of points 3 to 6 that tenants exclude: rows for guests, who belong to none, and expressions over all records.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { PermissionDraft } from '../../draft/roles.ts'
import type { Expression } from '../../expression/expression.ts'
import { IS_WITHIN } from '../../expression/is-within.ts'
import type { Model } from '../../model/model.ts'
import { report, type Checking } from '../checking.ts'

export function checkTenantOfRow(checking: Checking, { who, entity, inEveryTenant }: PermissionDraft): void {
  const { tenancy, names } = checking
  const isBelonging = tenancy?.belonging.includes(entity.text) === true
  if (inEveryTenant !== null) {
    const isApart = tenancy !== null && [tenancy.tenant, tenancy.users].includes(entity.text)
    if (!isApart) {
      const found = isBelonging
        ? diagnostic('N658', inEveryTenant, 'seen in one tenant', entity.text)
        : diagnostic('N658', inEveryTenant, 'no tenants')
      report(
        checking,
        found.withHint('Leave "in every tenant" out.').withFix({
          title: 'Leave it out',
          edits: [{ span: inEveryTenant, text: '' }],
        }),
      )
    }
  }
  if (tenancy === null || !isBelonging || who.kind === 'nobody' || names.guest === null) return
  if (who.role.text !== names.guest) return
  report(
    checking,
    diagnostic('N657', who.span, names.guest, entity.text, tenancy.tenant).withHint(
      `Give the row to a role of those who sign in, or add ${entity.text} behind "except" in point 3.`,
    ),
  )
}

/** Points 3 to 6 of a model, before tenants are added. Steps of calls see what their caller sees. */
export function refuseRecordsOfAll({ entities, states, validation, roles }: Model): Diagnostic[] {
  const { tenancy } = entities
  if (tenancy === null) return []
  const found: Diagnostic[] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if (isRecords(part) && tenancy.belonging.includes(part.entity)) {
      found.push(
        diagnostic('N339', part.span, part.entity, tenancy.tenant).withHint(
          `Give ${tenancy.tenant} a list of ${part.entity} via ${tenancy.field}, and write ${tenancy.field} with its name here.`,
        ),
      )
    } else if (isWithinCall(part)) look(part.arguments.slice(0, 2))
    else Object.values(part).forEach(look)
  }
  look([entities.entities, states, validation, roles])
  return found
}

/** A record and those above it are of one tenant. */
function isWithinCall(part: object): part is Extract<Expression, { kind: 'call' }> {
  return 'function' in part && part.function === IS_WITHIN && 'arguments' in part
}

export function isRecords(part: object): part is Extract<Expression, { kind: 'records' }> {
  return 'kind' in part && part.kind === 'records' && 'entity' in part && 'span' in part
}
