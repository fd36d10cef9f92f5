// Draft entities → checked entities, with the expressions of their fields and the tables of their records.

import * as build from '../../expression/build.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { DefaultDraft } from '../../draft/entities.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import type { EntitiesModel, Entity, Field } from '../../model/entities.ts'
import { MADE_BY_PRODUCT, type FieldKind } from '../../model/field-types.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import type { Written } from '../../text/source.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { isComputed, isProvidedAtCreation, type EntityFacts, type FieldFacts } from './facts.ts'
import { requireExpression, requireValue } from '../expressions/expressions.ts'
import { literalOf, readLiteral } from '../expressions/literals.ts'
import { itemsOf } from '../expressions/part-of-written.ts'
import { statedPermissions } from '../roles/permission-rows.ts'
import { resolveField } from '../names/resolve.ts'
import { presenceFor, recordScope } from '../names/scopes.ts'
import { checkChanges } from './changes.ts'
import { checkSharedChoices } from './choices.ts'
import { isComparable } from './field-rules.ts'
import { refuseErasure } from './erasure.ts'
import { checkLabels, warnAboutEmpty } from './labels.ts'
import { checkRecordData } from './record-data.ts'

export function checkEntities(checking: Checking): EntitiesModel {
  const { referenceData, sampleData } = checking.draft.entities
  const entities = [...checking.entities.values()].map((entity) => checkEntity(checking, entity))
  return {
    entities,
    tenancy: checking.tenancy,
    ...checkRecordData(checking, referenceData, sampleData, entities),
    choices: checkSharedChoices(checking),
    changes: checkChanges(checking),
  }
}

function checkEntity(checking: Checking, entity: EntityFacts): Entity {
  const { draft, name } = entity
  warnAboutMissingGivers(checking, entity)
  return {
    name,
    fields: [...entity.fields.values()].map((facts) => checkField(checking, entity, facts)),
    label: checkLabel(checking, entity),
    ...checkLabels(checking, entity),
    span: draft.name.span,
  }
}

function checkField(checking: Checking, entity: EntityFacts, facts: FieldFacts): Field {
  const { field, draft, rules } = facts
  for (const rule of rules)
    if (rule.kind === 'unique') for (const within of rule.within) checkWithin(checking, entity, facts, within)
  refuseErasure(checking, entity, facts)
  refuseNone(checking, facts)
  const former = rules.find((rule) => rule.kind === 'was')
  if (former?.kind === 'was') checkFormerName(checking, entity, former.name, field.name)
  if (field.type.kind === 'reference' && field.type.entity === entity.name && field.isRequired) {
    report(checking, diagnostic('N306', field.span, entity.name))
  }
  return {
    ...field,
    default: draft === null || draft.default === null ? null : checkDefault(checking, entity, facts, draft.default),
    computed: checking.computed.get(`${entity.name}.${field.name}`) ?? null,
  }
}

/** `none` means no default, but may be meant as a word if it is one of the choices. */
function refuseNone(checking: Checking, { field: { name, type }, draft }: FieldFacts): void {
  const span = draft?.saysNoDefault ?? null
  if (span === null || !('values' in type) || !type.values.includes('none')) return
  report(
    checking,
    diagnostic('N332', span, name)
      .withHint('Write "none" in double quotes for the word, or leave the cell empty for no default.')
      .withFix({ title: 'Put double quotes around it', edits: [{ span, text: '"none"' }] }),
  )
}

/** Scope of uniqueness: a stored field that is never empty, because empty values are not compared. */
function checkWithin(checking: Checking, entity: EntityFacts, of: FieldFacts, within: Written): void {
  const found = resolveField(checking, entity, within)
  if (found === null) return
  if (found === of || !isComparable(found.field.type) || isComputed(found))
    report(
      checking,
      diagnostic('N326', within.span, 'no scope of uniqueness', within.text).because(
        found.field.span,
        'It is declared here.',
      ),
    )
  else if (isEverEmpty(found)) warnAboutEmpty(checking, within.text, within.span)
}

function isEverEmpty({ field }: FieldFacts): boolean {
  return !field.isRequired && !field.isBuiltIn && !MADE_BY_PRODUCT.includes(field.type.kind)
}

/** A name that is still in use cannot be a former name, unless its present owner has been renamed too. */
function checkFormerName(checking: Checking, entity: EntityFacts, was: Written, name: string): void {
  const other = entity.fields.get(was.text)
  if (other === undefined || (was.text !== name && other.field.was !== null)) return
  const found = diagnostic('N330', was.span, 'still a field', was.text, entity.name)
  report(checking, found.because(other.field.span, 'It is declared here.'))
}

/** Values that the database generates are not available when defaults are computed. */
const MADE_LATER: ReadonlySet<string> = new Set(['identifier', 'sequence', 'random code', 'version'])

function refuseMadeLater(checking: Checking, entity: EntityFacts, name: string, value: Expression): boolean {
  let read: (Expression & { kind: 'field' }) | null = null
  visit(value, (part) => {
    if (part.kind !== 'field' || part.of.kind !== 'variable' || part.of.name !== 'this') return
    if (MADE_LATER.has(entity.fields.get(part.field)?.field.type.kind ?? '')) read ??= part
  })
  const found = read as (Expression & { kind: 'field' }) | null
  if (found === null) return false
  const hint = `Make it computed, which is worked out whenever it is read: nothing but computed \`…\` under Rules, and no default.`
  report(checking, diagnostic('N307', found.span, 'later than the default', name, found.field).withHint(hint))
  return true
}

function checkDefault(
  checking: Checking,
  entity: EntityFacts,
  facts: FieldFacts,
  draft: DefaultDraft,
): Expression | null {
  const { field } = facts
  const type = checking.catalogue.entities.get(entity.name)?.fields.get(field.name)?.type ?? { kind: 'unknown' }
  const place = draft.kind === 'literal' ? draft.value : draft.expression
  if (field.type.kind === 'choice' && draft.kind === 'literal')
    checking.names.recorder.use('choice', draft.value, `${entity.name}.${field.name}`)
  const why = whyNoDefault(facts)
  if (why !== null) {
    return report(checking, diagnostic('N307', place.span, why, field.name))
  }
  if (draft.kind === 'expression') {
    const scope = recordScope(checking, entity.name, presenceFor(checking, entity.name, ['create']))
    const value = requireValue(checking, draft.expression, scope, type, field.isRequired)
    return value === null || refuseMadeLater(checking, entity, field.name, value) ? null : value
  }
  if (['today', 'now', 'me'].includes(draft.value.text) && !['text', 'long text'].includes(field.type.kind)) {
    const found = diagnostic('N307', place.span, 'name without backticks', draft.value.text)
    return report(checking, found.meaning(`\`${draft.value.text}\``))
  }
  if (field.type.kind === 'reference') {
    return report(checking, diagnostic('N307', place.span, 'word for a record', field.name, field.type.entity))
  }
  if (isRules(draft.value.text)) {
    const found = diagnostic('N307', place.span, 'rules', draft.value.text)
    return report(
      checking,
      found.withHint('Write it under "Rules"; or as an expression in backticks, if it is a text.'),
    )
  }
  if (field.type.kind === 'choices') return choicesDefault(checking, draft.value, field.type.values, type)
  const read = readLiteral(draft.value.text, field.type, [])
  if (read.problem !== null) {
    const found = diagnostic('N307', place.span, ...read.problem)
    if (field.type.kind === 'duration')
      return report(checking, found.withHint('Write an amount and its unit, such as 5 minutes.'))
    return report(checking, found.suggesting(draft.value.text, read.known))
  }
  // An empty cell states no default, so an empty text is `""`.
  const value = read.value ?? ''
  if (!fits(value, field))
    return report(checking, diagnostic('N307', place.span, 'out of limits', draft.value.text, field.name))
  return literalOf(value, field.type, type, place.span)
}

/** The cells of "Rules" and "Default" are swapped: a text field would take the rules as its value. */
function isRules(text: string): boolean {
  return text.split(',').every((item) => RULES.test(item.trim()))
}

const RULES =
  /^(?:required|set once|set by product|hidden|unique(?: .+)?|trimmed|blank becomes empty|personal data(?: .+)?|searchable|deleted together|blocks deletion|cleared on deletion|at (?:least|most) .+)$/

const WITHOUT_DEFAULT: readonly FieldKind[] = [
  'collection',
  'inverse',
  'password',
  'secret text',
  'file',
  'period',
  'map',
  'json',
]

function whyNoDefault(facts: FieldFacts) {
  const { kind } = facts.field.type
  if (isComputed(facts)) return 'default of a computed field'
  if (kind === 'state') return 'default of a state'
  if (MADE_BY_PRODUCT.includes(kind)) return 'default of a made value'
  return WITHOUT_DEFAULT.includes(kind) ? 'default of such a type' : null
}

/** `red, blue`: several words of one list. */
function choicesDefault(
  checking: Checking,
  written: Written,
  known: readonly string[],
  type: Expression['type'],
): Expression | null {
  const of = type.kind === 'list' ? type.of : type
  const items = itemsOf(written).flatMap((item): Expression[] => {
    if (known.includes(item.text)) return [build.literal(item.text, of, item.span)]
    const found = diagnostic('N307', item.span, 'no choice', item.text)
    return report(checking, found.suggesting(item.text, known)) ?? []
  })
  return { ...build.list(items, of, written.span), type }
}

/** Tells whether it is within the lengths and ranges of the field's type and rules. */
function fits(value: string | number | boolean, { type, min, max }: FieldFacts['field']): boolean {
  if (value === '') return 'lengthMin' in type && type.lengthMin === 0
  const number = Number(value)
  if ('min' in type && ((type.min !== null && number < type.min) || (type.max !== null && number > type.max)))
    return false
  if (typeof value === 'string' && 'lengthMin' in type) {
    const length = [...value].length
    return length >= (type.lengthMin ?? 0) && length <= (type.lengthMax ?? length)
  }
  return (min === null || number >= min) && (max === null || number <= max)
}

/**
 * The label of a record. Stated, or the field that probably identifies it: a required unique text, a usual name, the
 * first text, and finally the id.
 */
function checkLabel(checking: Checking, entity: EntityFacts): Expression {
  const { label } = entity.draft
  if (label !== null) {
    const scope = recordScope(checking, entity.name, 'always')
    const expression = requireExpression(
      checking,
      label,
      { ...scope, variables: new Map([...scope.variables].filter(([name]) => name !== 'me')) },
      { kind: 'text' },
    )
    if (expression !== null) return expression
  }
  const field = labelField(entity)
  const self = build.recordVariable('this', entity.name, field.span)
  return build.field(self, entity.name, field.name, {
    type: valueTypeOfField(field.type),
    isOptional: !field.isRequired,
  })
}

function labelField(entity: EntityFacts): FieldFacts['field'] {
  const fields = [...entity.fields.values()].map(({ field }) => field)
  const texts = fields.filter((field) => 'lengthMin' in field.type && !field.isHidden)
  const best =
    texts.find(
      (field) =>
        field.type.kind === 'text' && field.isRequired && field.unique !== null && field.unique.within.length === 0,
    ) ??
    ['name', 'title', 'subject']
      .map((name) => texts.find((field) => field.name === name))
      .find((field) => field !== undefined) ??
    texts[0] ??
    fields[0]
  if (best === undefined) throw new Error(`${entity.name} has no id`)
  return best
}

/** N305: required, without a default, and not given by anything that creates a record. */
function warnAboutMissingGivers(checking: Checking, entity: EntityFacts): void {
  const { draft } = checking
  const grants = statedPermissions(draft.roles, entity.name).filter(
    ({ who, may }) => who.kind !== 'nobody' && may.some(({ action }) => action === 'create'),
  )
  const hasSteps = draft.calls.calls.some((call) =>
    call.steps.some(({ action }) => action.kind === 'create' && action.entity.text === entity.name),
  )
  // A step that creates a record without the field is reported itself.
  if (grants.length === 0 || hasSteps) return
  for (const facts of entity.fields.values()) {
    const { field } = facts
    if (isProvidedAtCreation(facts)) continue
    const isGranted = grants.some(({ fields }) =>
      fields.kind === 'only'
        ? fields.fields.some(({ text }) => text === field.name)
        : fields.kind === 'all' && !field.isHidden && !fields.except.some(({ text }) => text === field.name),
    )
    if (!isGranted) reportAbsence(checking, field.name, diagnostic('N305', field.span, field.name))
  }
}
