// `sorted by dueAt oldest first`, `sorted by room.name A to Z` → checked sort keys.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { SortDraft } from '../draft/screens.ts'
import { membersOf } from '../expression/members.ts'
import type { Sort } from '../model/field-types.ts'
import { WITHOUT_ORDER } from '../model/field-types.ts'
import { valueTypeOfField } from '../model/value-type-of-field.ts'
import type { Written } from '../text/source.ts'
import { report, type Checking } from './checking.ts'
import type { EntityFacts, FieldFacts } from './entities/facts.ts'
import { entriesOf } from './expressions/part-of-written.ts'
import { resolveField } from './names/resolve.ts'

/** Sort keys of a list: comparable fields of its records, or of referenced records. */
export function checkSorting(checking: Checking, entity: EntityFacts, drafts: readonly SortDraft[]): Sort[] {
  return drafts.flatMap(({ field, direction, isByHand }) => {
    if (!hasOrder(checking, entity, entriesOf(field, '.'))) return []
    const isRank = sortedField(checking, entity, field)?.field.type.kind === 'rank'
    if (isRank === (isByHand === true)) return [{ field: field.text, direction }]
    const found = diagnostic('N011', field.span, isRank ? 'order of a rank' : 'no rank', field.text)
    report(checking, isRank ? found.withHint(`Write ${field.text} by hand.`) : found)
    return []
  })
}

/** Reports why it cannot be sorted by. */
function hasOrder(checking: Checking, entity: EntityFacts, [name, ...rest]: readonly Written[]): boolean {
  const facts = name === undefined ? null : resolveField(checking, entity, name)
  if (name === undefined || facts === null) return false
  const refuse = (found: ReturnType<typeof diagnostic>): boolean => {
    report(checking, found)
    return false
  }
  if (facts.field.isHidden) return refuse(diagnostic('N057', name.span, name.text))
  const { type } = facts.field
  if (type.kind === 'reference' && rest.length > 0) {
    const target = checking.entities.get(type.entity)
    return target !== undefined && hasOrder(checking, target, rest)
  }
  const [member, ...more] = rest
  if (member !== undefined && more.length === 0 && membersWithOrder(facts).includes(member.text)) return true
  if (rest.length === 0 && !WITHOUT_ORDER.includes(type.kind)) return true
  return refuse(noOrder(checking, facts, name, member))
}

/** Comparable parts of a value: the ends of a period. */
function membersWithOrder({ field }: FieldFacts): readonly string[] {
  return field.type.kind === 'period' ? [...(membersOf(valueTypeOfField(field.type))?.keys() ?? [])] : []
}

function noOrder(checking: Checking, facts: FieldFacts, name: Written, after: Written | undefined) {
  const { type } = facts.field
  const members = membersWithOrder(facts)
  if (after !== undefined) {
    if (members.length > 0)
      return diagnostic('N011', after.span, 'no such part', name.text, after.text).suggesting(after.text, members)
    const isList = type.kind === 'collection'
    return diagnostic('N011', name.span, isList ? 'order over several records' : 'path beyond a value', name.text)
  }
  const found = diagnostic('N011', name.span, 'no order', name.text)
  const target = type.kind === 'reference' ? checking.entities.get(type.entity) : undefined
  const labels = ['name', 'title', 'subject'].filter((each) => target?.fields.has(each) === true)
  const meant = type.kind === 'reference' ? labels[0] : members[0]
  return meant === undefined ? found : found.withHint(`Write ${name.text}.${meant}.`)
}

/** The field at the end of a path of references, possibly with a part of its value. */
export function sortedField(checking: Checking, entity: EntityFacts, field: Written): FieldFacts | null {
  let [owner, found]: [EntityFacts | undefined, FieldFacts | undefined] = [entity, undefined]
  for (const name of field.text.split('.')) {
    if (owner === undefined) return found ?? null
    found = owner.fields.get(name)
    owner = found?.field.type.kind === 'reference' ? checking.entities.get(found.field.type.entity) : undefined
  }
  return found ?? null
}
