// Rows of `Rule | Over | Same | Counting only | Holds | Otherwise` → checked rules over several records. The database
// must be able to enforce each: stored fields, and conditions that only writes can change.

import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { RecordsFormDraft, RuleOverRecordsDraft } from '../../draft/validation.ts'
import { assumeTrue } from '../../expression/check/check-expression.ts'
import { both, NOTHING_KNOWN } from '../../expression/check/narrowing.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression, Scope, ValueType } from '../../expression/expression.ts'
import { typeInWords } from '../../expression/value-types.ts'
import { constantOf } from '../../predicate/formula-of.ts'
import type { RecordsForm, RuleOverRecords } from '../../model/validation.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import type { EntityFacts, FieldFacts } from '../entities/facts.ts'
import { requireExpression } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { presenceOfWriters, recordScope } from '../names/scopes.ts'
import { checkOtherwise } from './otherwise.ts'

interface Ruling {
  readonly checking: Checking
  readonly entity: EntityFacts
  readonly draft: RuleOverRecordsDraft
  /** Bare names are fields of one of the records. */
  readonly scope: Scope
}

export function checkRuleOverRecords(checking: Checking, draft: RuleOverRecordsDraft): RuleOverRecords | null {
  const entity = resolveEntity(checking, draft.over)
  if (entity === null) {
    checkOtherwise(checking, draft, null)
    return null
  }
  const presence = presenceOfWriters(checking, entity.name, ['create', 'change', 'delete'])
  const ruling: Ruling = { checking, entity, draft, scope: recordScope(checking, entity.name, presence) }
  const same = checkSame(ruling)
  const countingOnly = checkCountingOnly(ruling)
  const isCounted = countingOnly === null || countingOnly === 'broken' ? null : countingOnly
  const form = checkForm(ruling, draft.holds, isCounted)
  const otherwise = checkOtherwise(checking, draft, ruling.scope)
  if (same === null || countingOnly === 'broken' || form === null || otherwise === null) return null
  return { name: draft.name.text, entity: entity.name, same, countingOnly, form, otherwise, span: draft.name.span }
}

/** Fields that define a group: stored in the record itself, and comparable. */
function checkSame({ checking, entity, draft }: Ruling): string[] | null {
  const unique = new Map<string, Declared>()
  const fields = draft.same.map((written) => {
    if (reportSecond(written, 'among what the records have in common', unique, checking.found)) return null
    const facts = resolveField(checking, entity, written)
    if (facts === null) return null
    const { field } = facts
    if (['collection', 'inverse', 'file', 'map', 'json', 'password', 'secret text'].includes(field.type.kind))
      return report(checking, diagnostic('N510', written.span, 'Same of several values', field.name))
    return isStored(checking, entity, facts) ? field.name : refuseComputed(checking, written, facts)
  })
  const known = fields.flatMap((field) => field ?? [])
  return known.length === fields.length ? known : null
}

function checkCountingOnly({ checking, draft, scope }: Ruling): Expression | null | 'broken' {
  const { countingOnly } = draft
  if (countingOnly === null) return null
  if (draft.holds.kind === 'never in a circle') {
    report(checking, diagnostic('N510', countingOnly.span, 'condition of a circle'))
    return 'broken'
  }
  const condition = requireExpression(checking, countingOnly, scope, { kind: 'boolean' })
  if (condition === null) return 'broken'
  const isOwn = isOfRecordItself(checking, condition)
  return isOwn ? condition : 'broken'
}

/**
 * Tells whether a value changes only when the record itself is written. A value of another record, of the clock or of
 * the caller could break the rule without such a write.
 */
function isOfRecordItself(checking: Checking, expression: Expression): boolean {
  let isOwn = true
  const refusePart = (span: Span, ...why: Sentence<'N510'>): void => {
    if (isOwn) report(checking, diagnostic('N510', span, ...why))
    isOwn = false
  }
  visit(expression, (part) => {
    if (part.kind === 'variable' && part.name !== 'this')
      if (part.name === 'me') refusePart(part.span, 'depends on the caller', '"me"')
      else refusePart(part.span, 'changes by itself', part.name)
    else if (part.kind === 'has role') refusePart(part.span, 'depends on the caller', 'a role')
    else if (part.kind === 'records') refusePart(part.span, 'all records of an entity')
    else if (part.kind === 'field' && (part.of.kind !== 'variable' || part.type.kind === 'list'))
      refusePart(part.span, 'field of other records', part.field)
  })
  return isOwn
}

function checkForm(ruling: Ruling, draft: RecordsFormDraft, isCounted: Expression | null): RecordsForm | null {
  switch (draft.kind) {
    case 'never overlaps':
      return checkOverlap(ruling, draft)
    case 'count':
      return checkCount(ruling, draft)
    case 'never below': {
      refuseSame(ruling, 'Same of one record')
      const number = numberField(ruling, draft.field)
      const counted = isCounted === null ? ruling.scope : assumeTrue(isCounted, ruling.scope)
      const bound = number === null ? null : checkBound({ ...ruling, scope: counted }, draft.bound, number.type)
      return number === null || bound === null ? null : { kind: 'never below', field: number.name, bound }
    }
    case 'sum': {
      const number = numberField(ruling, draft.field)
      const bound = number === null ? null : checkGroupBound(ruling, draft.bound, number.type)
      const { comparison } = draft
      return number === null || bound === null ? null : { kind: 'sum', field: number.name, comparison, bound }
    }
    case 'never in a circle':
      return checkCircle(ruling, draft)
  }
}

function checkOverlap(
  { checking, entity }: Ruling,
  { field }: Extract<RecordsFormDraft, { kind: 'never overlaps' }>,
): RecordsForm | null {
  const facts = resolveField(checking, entity, field)
  if (facts === null) return null
  if (facts.field.type.kind === 'period') {
    return isStored(checking, entity, facts)
      ? { kind: 'never overlaps', field: facts.field.name }
      : refuseComputed(checking, field, facts)
  }
  const period = [...entity.fields.values()].find((other) => other.field.type.kind === 'period')
  return report(
    checking,
    diagnostic('N510', field.span, 'no period', field.text)
      .because(facts.field.span, 'It is declared here.')
      .withHint(
        period === undefined
          ? 'Give the entity one field of type "period of dates" or "period of date and time".'
          : `Did you mean "${period.field.name}"?`,
      ),
  )
}

function checkCount(
  ruling: Ruling,
  { comparison, bound: written }: Extract<RecordsFormDraft, { kind: 'count' }>,
): RecordsForm | null {
  const bound = checkGroupBound(ruling, written, { kind: 'integer' })
  if (bound === null) return null
  const number = constantOf(bound)
  if (number !== undefined && Number(number) < 0)
    return report(ruling.checking, diagnostic('N510', written.span, 'fewer than none'))
  return { kind: comparison, bound }
}

function checkCircle(
  ruling: Ruling,
  { field }: Extract<RecordsFormDraft, { kind: 'never in a circle' }>,
): RecordsForm | null {
  const { checking, entity } = ruling
  refuseSame(ruling, 'Same of a circle')
  const facts = resolveField(checking, entity, field)
  if (facts === null) return null
  const { type, name, span } = facts.field
  if (type.kind === 'reference' && type.entity === entity.name) return { kind: 'never in a circle', field: name }
  const own = [...entity.fields.values()].find(
    (other) =>
      other.field.type.kind === 'reference' && other.field.type.entity === entity.name && !other.field.isBuiltIn,
  )
  return report(
    checking,
    diagnostic('N510', field.span, 'no relation between records', name, entity.name)
      .because(span, 'It is declared here.')
      .withHint(own === undefined ? `Only a field of type ${entity.name} can.` : `Did you mean "${own.field.name}"?`),
  )
}

const NUMBERS: readonly ValueType['kind'][] = ['integer', 'decimal', 'money', 'duration']

function numberField({ checking, entity }: Ruling, written: Written): { name: string; type: ValueType } | null {
  const facts = resolveField(checking, entity, written)
  if (facts === null) return null
  const type = checking.catalogue.entities.get(entity.name)?.fields.get(facts.field.name)?.type
  if (type === undefined || type.kind === 'unknown') return null
  if (!NUMBERS.includes(type.kind) || (type.kind === 'money' && type.currency === null)) {
    const found =
      type.kind === 'money'
        ? diagnostic('N510', written.span, 'amounts of several currencies', written.text)
        : diagnostic('N510', written.span, 'not a number', written.text, typeInWords(type))
    return report(checking, found.because(facts.field.span, 'It is declared here.'))
  }
  return isStored(checking, entity, facts) ? { name: facts.field.name, type } : refuseComputed(checking, written, facts)
}

/**
 * A bound that is the same for all records of a group, because it depends only on the group. A record with an empty
 * field under Same is in no group.
 */
function checkGroupBound(ruling: Ruling, written: Written, type: ValueType): Expression | null {
  const { checking, draft, scope } = ruling
  const same = new Set(draft.same.map(({ text }) => text))
  const known = both(scope.known ?? NOTHING_KNOWN, new Set([...same].map((field) => `this.${field}`)))
  const bound = checkBound({ ...ruling, scope: { ...scope, known } }, written, type)
  if (bound === null) return null
  let isFixed = true
  visit(bound, (part) => {
    if (!isFixed || part.kind !== 'field' || part.of.kind !== 'variable' || same.has(part.field)) return
    isFixed = false
    report(
      checking,
      diagnostic('N510', part.span, 'bound differs', part.field).withHint(
        `Name "${part.field}" under Same, or take the bound from what stands there.`,
      ),
    )
  })
  return isFixed ? bound : null
}

function checkBound({ checking, scope }: Ruling, written: Written, type: ValueType): Expression | null {
  const bound = requireExpression(checking, written, scope, type)
  if (bound === null) return null
  if (bound.isOptional) {
    const words: Sentence<'N055'> = bound.kind === 'field' ? ['value', written.text] : ['expression']
    return report(
      checking,
      diagnostic('N055', bound.span, ...words).withHint(
        'Give it a value with orElse(…, …), or make the field required.',
      ),
    )
  }
  let isFixed = true
  visit(bound, (part) => {
    if (!isFixed) return
    if (part.kind === 'variable' && part.name !== 'this') {
      isFixed = false
      report(checking, diagnostic('N510', part.span, 'bound by other things', part.name))
    } else if (part.kind === 'records' || (part.kind === 'field' && part.type.kind === 'list')) {
      isFixed = false
      report(checking, diagnostic('N510', part.span, 'bound that counts'))
    }
  })
  return isFixed ? bound : null
}

function refuseSame({ checking, draft }: Ruling, why: 'Same of one record' | 'Same of a circle'): void {
  const [first] = draft.same
  if (first !== undefined) report(checking, diagnostic('N510', first.span, why).withHint('Leave the cell empty.'))
}

function isStored(checking: Checking, entity: EntityFacts, { field }: FieldFacts): boolean {
  return checking.computed.get(`${entity.name}.${field.name}`)?.isStored ?? true
}

function refuseComputed(checking: Checking, written: Written, { field }: FieldFacts): null {
  return report(
    checking,
    diagnostic('N510', written.span, 'computed', field.name)
      .because(field.span, 'It is declared here.')
      .withHint('Write "computed and stored" there.'),
  )
}
