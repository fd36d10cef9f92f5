// The "Fields" cell of a permission → the fields that each of its actions is about.
// `all` never includes what is hidden, and a caller never gives what the product sets. `all except a` leaves out the
// version and the time of change as well, which would tell of each change of `a`: who is to see them gets them by name.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { PermissionDraft } from '../draft/roles.ts'
import { isOtherSide, MADE_BY_PRODUCT } from '../model/field-types.ts'
import type { PermissionAction } from '../model/roles.ts'
import type { Written } from '../text/source.ts'
import { report, type Checking } from './checking.ts'
import { isComputed, type EntityFacts, type FieldFacts } from './entity-facts.ts'
import { resolveField } from './resolve.ts'

export function fieldsOfAction(
  checking: Checking,
  entity: EntityFacts,
  draft: PermissionDraft,
  action: PermissionAction,
): string[] {
  if (!hasFields(action)) return []
  // Names are resolved once, though several actions look at them.
  const isFirst = draft.may.find((may) => hasFields(may.action))?.action === action
  const all = [...entity.fields.values()].filter((facts) => isAbout(facts, action))
  const { fields } = draft
  switch (fields.kind) {
    case 'unstated':
      if (action === 'see') return all.map(({ field }) => field.name)
      return draft.who.kind === 'nobody' ? all.map(({ field }) => field.name) : []
    case 'all': {
      const except = new Set(fields.except.map(({ text }) => text))
      if (isFirst) for (const name of fields.except) resolveField(checking, entity, name)
      const isSomeOfItHidden =
        entity.draft.onlyGrows === null && all.some((facts) => except.has(facts.field.name) && isChanging(facts))
      const isLeftOut = ({ field }: FieldFacts): boolean =>
        field.isHidden || except.has(field.name) || (action === 'see' && tellsOfChanges(field) && isSomeOfItHidden)
      return all.flatMap((facts) => (isLeftOut(facts) ? [] : [facts.field.name]))
    }
    case 'only':
      return fields.fields.flatMap((name) => namedField(checking, entity, draft, action, name, isFirst) ?? [])
  }
}

/** Does a change of it alone count the record's version up? */
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

/** One name of a list. It is reported once, though several actions look at it. */
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
  // What only grows is changed by nobody: that is told of the row as a whole.
  if (action === 'change' && entity.draft.onlyGrows !== null) return null
  // Where the row also lets see, the field is listed for seeing.
  if (draft.who.kind === 'nobody' || draft.may.some((other) => other.action === 'see')) return null
  if (action === 'change' && draft.may.some((other) => other.action === 'create') && isAbout(facts, 'create'))
    return null
  return facts.field.type.kind === 'state'
    ? report(checking, diagnostic('N415', name.span, name.text))
    : report(checking, diagnostic('N619', name.span, name.text, whyNotGiven(facts)))
}

/** Is the action about such a field at all? */
export function isAbout(facts: FieldFacts, action: PermissionAction): boolean {
  if (action === 'see') return true
  if (action === 'create') return isGivable(facts)
  return action === 'change' && isGivable(facts) && !facts.field.isSetOnce
}

/** Can a caller ever give it? Not what the product numbers, computes, sets or moves by transitions. */
export function isGivable(facts: FieldFacts): boolean {
  const { field } = facts
  if (field.isBuiltIn || field.isSetByProduct || isComputed(facts)) return false
  return !MADE_BY_PRODUCT.includes(field.type.kind) && !isOtherSide(field.type)
}

function whyNotGiven(facts: FieldFacts): string {
  const { field } = facts
  if (isComputed(facts)) return 'it is computed'
  if (field.isSetOnce) return 'it is set once'
  if (isOtherSide(field.type)) return 'it is the other side of a field'
  return 'the product sets it'
}
