// The "Fields" cell of a permission → the fields of each of its actions. `all` never includes hidden fields, and
// callers never give fields that the product sets. `all except a` also excludes fields that reveal `a`: those computed
// from it, the version and the time of change, unless a row names them.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { PermissionDraft } from '../../draft/roles.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../../model/field-types.ts'
import type { PermissionAction } from '../../model/roles.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { isComputed, type EntityFacts, type FieldFacts } from '../entities/facts.ts'
import { resolveField } from '../names/resolve.ts'

export function fieldsOfAction(
  checking: Checking,
  entity: EntityFacts,
  draft: PermissionDraft,
  action: PermissionAction,
): string[] {
  if (!hasFields(action)) return []
  // Names are resolved once, although several actions use them.
  const isFirst = draft.may.find((may) => hasFields(may.action))?.action === action
  // All members see the same tenant, so it is included only where it is named.
  const all = [...entity.fields.values()].filter((facts) => isAbout(facts, action) && facts.draft?.isTenant !== true)
  const { fields } = draft
  switch (fields.kind) {
    case 'unstated':
      if (action === 'see') return all.map(({ field }) => field.name)
      return draft.who.kind === 'nobody' ? all.map(({ field }) => field.name) : []
    case 'all': {
      const except = new Set(fields.except.map(({ text }) => text))
      if (isFirst) for (const name of fields.except) resolveField(checking, entity, name)
      // Only reading reveals; a prohibition of all other fields also covers the fields that reveal them.
      const left = action === 'see' && draft.who.kind !== 'nobody' ? withWhatTells(checking, entity, except) : except
      return all.flatMap(({ field }) => (field.isHidden || left.has(field.name) ? [] : [field.name]))
    }
    case 'only':
      return fields.fields.flatMap((name) => namedField(checking, entity, draft, action, name, isFirst) ?? [])
  }
}

/** Fields, and those that reveal them: computed ones, transitively, the version and the time of change. */
function withWhatTells({ computed }: Checking, entity: EntityFacts, fields: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(fields)
  const facts = [...entity.fields.values()]
  const tells = (one: FieldFacts): boolean => {
    const expression = computed.get(`${entity.name}.${one.field.name}`)?.expression
    return expression !== undefined && !isOverAll(one) && readsOwn(expression, found)
  }
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const one of facts) if (!found.has(one.field.name) && tells(one)) found.add(one.field.name)
  }
  const isSomeChanging =
    entity.draft.onlyGrows === null && facts.some((one) => fields.has(one.field.name) && isChanging(one))
  if (isSomeChanging) for (const { field } of facts) if (tellsOfChanges(field)) found.add(field.name)
  return found
}

/** The author has stated it explicitly. */
function isOverAll({ rules }: FieldFacts): boolean {
  return rules.some((rule) => rule.kind === 'computed' && rule.isOverAll)
}

/** Tells whether it reads one of these fields of the record itself. */
function readsOwn(expression: Expression, fields: ReadonlySet<string>): boolean {
  let isRead = false
  visit(expression, (part) => {
    isRead ||= part.kind === 'field' && part.of.kind === 'variable' && part.of.name === 'this' && fields.has(part.field)
  })
  return isRead
}

/** Tells whether a change of this field alone increments the version. */
function isChanging(facts: FieldFacts): boolean {
  const { field } = facts
  return !field.isBuiltIn && !isComputed(facts) && !field.isSetOnce && !isOtherSide(field.type)
}

function tellsOfChanges({ isBuiltIn, name }: FieldFacts['field']): boolean {
  return isBuiltIn && (name === 'version' || name === 'updatedAt')
}

function hasFields(action: PermissionAction): boolean {
  return action === 'see' || action === 'create' || action === 'change'
}

/** One name of a list. It is reported once, although several actions use it. */
function namedField(
  checking: Checking,
  entity: EntityFacts,
  draft: PermissionDraft,
  action: PermissionAction,
  name: Written,
  isFirst: boolean,
): string | null {
  const facts = isFirst ? resolveField(checking, entity, name) : (entity.fields.get(name.text) ?? null)
  if (facts === null) return null
  if (isAbout(facts, action)) {
    if (action === 'see' && facts.field.isHidden)
      return draft.may.length > 1 ? null : report(checking, diagnostic('N057', name.span, name.text))
    return name.text
  }
  // A record that only grows is never changed; that is reported for the whole row.
  if (action === 'change' && entity.draft.onlyGrows !== null) return null
  // If the row also permits reading, the field is listed for reading.
  if (draft.who.kind === 'nobody' || draft.may.some((other) => other.action === 'see')) return null
  if (action === 'change' && draft.may.some((other) => other.action === 'create') && isAbout(facts, 'create'))
    return null
  return facts.field.type.kind === 'state'
    ? report(checking, diagnostic('N415', name.span, name.text))
    : report(checking, diagnostic('N619', name.span, whyNotGiven(facts), name.text))
}

/** Tells whether the action can apply to such a field. */
export function isAbout(facts: FieldFacts, action: PermissionAction): boolean {
  if (action === 'see') return true
  if (action === 'create') return isGivable(facts)
  return action === 'change' && isGivable(facts) && !facts.field.isSetOnce
}

/**
 * Tells whether a caller can ever give it: not if the product numbers, computes or sets it, or transitions change it.
 */
export function isGivable(facts: FieldFacts): boolean {
  const { field } = facts
  if (field.isBuiltIn || field.isSetByProduct || isComputed(facts)) return false
  return !MADE_BY_PRODUCT.includes(field.type.kind) && !isOtherSide(field.type)
}

function whyNotGiven(facts: FieldFacts) {
  const { field } = facts
  if (isComputed(facts)) return 'computed'
  if (field.isSetOnce) return 'set once'
  if (isOtherSide(field.type)) return 'other side'
  return 'set by the product'
}
