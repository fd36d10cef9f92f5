// Permissions of point 6 against each other: rows that a wider one makes redundant, and parts that are visible without
// their whole.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Permission } from '../../model/roles.ts'
import { all, any, not, type Formula } from '../../predicate/formula.ts'
import { constantPart } from '../conditions.ts'
import { conditionOf, fieldOf, follows, formula, plainRoleOf, sampleRow, type Considering } from '../considering.ts'
import { reach, rowOf, warnAboutWidening, type Grant } from './widening.ts'
import { withArticle } from '../../text/article.ts'

export function warnAboutRights(of: Considering): void {
  const grants = of.model.roles.permissions.filter(
    (permission): permission is Grant => permission.who !== null && !permission.isForbidden,
  )
  // The effect of a constant condition on its row is reported there.
  const sound = grants.filter(({ onlyWhere }) => onlyWhere === null || constantPart(of, onlyWhere) === null)
  warnAboutShadowedRows(of, sound)
  warnAboutShadowedProhibitions(of)
  warnAboutWidening(of, sound)
  warnAboutPartsWithoutWhole(of, sound)
}

/** N610: one wider row allows every action and field of the row, wherever it applies. */
function warnAboutShadowedRows(of: Considering, grants: readonly Grant[]): void {
  const rowsOf = new Map<string, Map<Permission['span'], Grant[]>>()
  for (const grant of grants) {
    const rows = rowsOf.get(grant.entity) ?? new Map<Permission['span'], Grant[]>()
    rowsOf.set(grant.entity, rows.set(grant.span, [...(rows.get(grant.span) ?? []), grant]))
  }
  for (const rows of rowsOf.values()) {
    for (const parts of rows.values()) {
      const cover = [...rows.values()].find((others) => others !== parts && isShadowed(of, parts, others))
      const [part] = parts
      if (part === undefined || cover?.[0] === undefined) continue
      const [wider] = cover
      of.found.push(
        diagnostic('N610', rowOf(of, part)?.who.span ?? part.span)
          .because(rowOf(of, wider)?.who.span ?? wider.span, 'This row allows the same, or more.')
          .withHint('Leave this row out.'),
      )
    }
  }
}

/** N610: an earlier prohibition already covers it. */
function warnAboutShadowedProhibitions(of: Considering): void {
  const rows = of.model.roles.permissions.filter(({ isForbidden }) => isForbidden)
  for (const [at, row] of rows.entries()) {
    const wider = rows
      .slice(0, at)
      .find(
        (other) =>
          other.span !== row.span &&
          other.entity === row.entity &&
          other.relation === row.relation &&
          row.actions.every((action) => other.actions.includes(action)) &&
          row.fields.every((field) => other.fields.includes(field)) &&
          (other.onlyWhere === null || follows(of, formula(of, other.onlyWhere), formula(of, row.onlyWhere))),
      )
    if (wider === undefined) continue
    const draft = (span: Permission['span']) => of.checking.draft.roles.permissions.find((each) => each.span === span)
    of.found.push(
      diagnostic('N610', draft(row.span)?.who.span ?? row.span, 'forbids')
        .because(draft(wider.span)?.who.span ?? wider.span, 'This row forbids the same, or more.')
        .withHint('Leave this row out.'),
    )
  }
}

/** Of two equal rows, only the second is redundant. */
function isShadowed(of: Considering, parts: readonly Grant[], others: readonly Grant[]): boolean {
  if (!parts.every((part) => others.some((grant) => covers(of, grant, part)))) return false
  const isFirst = (parts[0]?.span.start ?? 0) < (others[0]?.span.start ?? 0)
  return !(isFirst && others.every((other) => parts.some((part) => covers(of, part, other))))
}

function covers(of: Considering, wider: Grant, part: Grant): boolean {
  if (wider.entity !== part.entity || wider.relation !== part.relation) return false
  if (
    !part.actions.every((action) => wider.actions.includes(action)) ||
    (part.mayHandOver && !wider.mayHandOver && wider.onlyWhere !== null)
  )
    return false
  const role = plainRoleOf(of, part.who)
  if (of.included.get(role)?.has(plainRoleOf(of, wider.who)) !== true) return false
  if (!part.fields.every((field) => wider.fields.includes(field))) return false
  return follows(of, reach(of, wider), reach(of, part))
}

/** N615 */
function warnAboutPartsWithoutWhole(of: Considering, grants: readonly Grant[]): void {
  for (const entity of of.model.entities.entities) {
    const { partOf } = entity
    if (partOf === null) continue
    const field = fieldOf(of, entity.name, partOf.field)
    const wholes = grants.filter((grant) => grant.entity === partOf.entity && grant.actions.includes('see'))
    for (const grant of grants) {
      if (grant.entity !== entity.name || !grant.actions.includes('see')) continue
      const role = plainRoleOf(of, grant.who)
      const own = wholes.filter((whole) => of.included.get(role)?.has(plainRoleOf(of, whole.who)) === true)
      const seen = any(
        own.map((whole) =>
          all([
            wholeCondition(of, whole, field),
            whole.onlyWhere === null ? true : formula(of, substitute(whole.onlyWhere, 'this', field)),
          ]),
        ),
      )
      const row = own.length === 0 ? 'any record' : sampleRow(of, conditionFormula(of, grant), not(seen))
      if (row === null) continue
      const hint =
        own.length === 0
          ? `"${role}" may see no ${partOf.entity}.`
          : `Such ${withArticle(entity.name)} is seen without its ${partOf.entity}: ${row}`
      of.found.push(
        diagnostic('N615', rowOf(of, grant)?.who.span ?? grant.span, entity.name, partOf.entity)
          .because(entity.span, 'It is a part here.')
          .withHint(hint),
      )
    }
  }
}

function conditionFormula(of: Considering, { who, entity, onlyWhere }: Grant): Formula {
  return all([formula(of, conditionOf(of, who, entity)), formula(of, onlyWhere)])
}

/** The condition for seeing the whole, applied to the part. */
function wholeCondition(of: Considering, whole: Grant, field: Expression): Formula {
  const condition = conditionOf(of, whole.who, whole.entity)
  return condition === null ? true : formula(of, substitute(condition, 'this', field))
}
