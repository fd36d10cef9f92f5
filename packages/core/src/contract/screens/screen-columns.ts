// Columns and filters of a list or record → their description in the browser, as far as the caller's roles see them.

import { entityNamed, fieldNamed, isStored } from '../../model/find.ts'
import type { Entity, Field } from '../../model/entities.ts'
import { type FieldKind, WITHOUT_ORDER } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import { mayBeEmpty } from '../../model/paths.ts'
import type { Column, RecordsBlock } from '../../model/screens.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { humanised, lowerFirst } from '../../model/words.ts'
import { isReached } from '../../rights/roles.ts'
import type { AppColumn, Display } from '../wire/display.ts'
import { choicesOf, displayOf } from '../inputs/field-inputs.ts'
import { type AppFilter, CONTAINS } from '../inputs/list-filters.ts'
import { namedByLabel } from './drill-down.ts'
import type { ScreenScope } from './screen-scope.ts'

/** Columns that these roles may see in at least one record. */
export function visibleColumns(scope: Pick<ScreenScope, 'model' | 'caller'>, block: RecordsBlock): Column[] {
  return block.columns.filter((column) => isFieldEverVisible(scope, block.entity, column.path[0] ?? ''))
}

export function columnKey(column: Column): string {
  return column.path.join('.')
}

/** Columns with values that records of an entity describe: by column key, that entity. */
export function customFieldColumns(
  scope: Pick<ScreenScope, 'model' | 'caller'>,
  block: RecordsBlock,
): ReadonlyMap<string, string> {
  return new Map(
    visibleColumns(scope, block).flatMap((column): [string, string][] => {
      const [, { type }] = lastField(scope.model, block.entity, column.path)
      return type.kind === 'json' && type.definedBy !== undefined ? [[columnKey(column), type.definedBy]] : []
    }),
  )
}

export function appColumn(scope: ScreenScope, entityName: string, column: Column): AppColumn {
  const [owner, field] = lastField(scope.model, entityName, column.path)
  const display: Display = column.isFormattedText ? { kind: 'formatted text' } : displayOf(scope.model, owner, field)
  const isList = column.value.type.kind === 'list'
  return {
    key: columnKey(column),
    label: headingOf(scope.model, entityName, column),
    ...(column.path.length === 1 && column.title === null && isNamedByNobody(field)
      ? { isBuiltIn: true as const }
      : {}),
    display: isList && display.kind !== 'list' ? { kind: 'list', of: display } : display,
    ...(column.isButton === true ? { isButton: true as const } : {}),
    isSortable: isSortable(scope.model, entityName, column),
    ...(column.path.length === 1 ? namingOf(entityNamed(scope.model, entityName), field) : {}),
  }
}

function namingOf(entity: Entity, field: Field): Pick<AppColumn, 'isKey' | 'isLabel'> {
  const { label } = entity
  const isOneValue = label.kind === 'field' || (label.kind === 'call' && label.function === 'string')
  const isLabel = isOneValue && namedByLabel(label).join() === field.name && !isOfAnotherRecord(field)
  return { ...(isKey(entity, field) ? { isKey: true } : {}), ...(isLabel ? { isLabel: true } : {}) }
}

/** `method.unit`: a value of a referenced record describes that one, and many records have it. */
function isOfAnotherRecord({ computed }: Field): boolean {
  const expression = computed?.expression
  return expression?.kind === 'field' && expression.of.kind === 'field'
}

/** A sequence, or a text built from one: `project.key + "-" + number`. */
function isKey({ fields }: Entity, { type, computed }: Field): boolean {
  if (type.kind === 'sequence' || type.kind === 'random code') return true
  if (type.kind !== 'text' || computed === null) return false
  const kinds = namedByLabel(computed.expression).map((name) => fields.find((field) => field.name === name)?.type.kind)
  return kinds.includes('sequence') && kinds.every((kind) => kind === 'sequence' || kind === 'reference')
}

/** By a field of the record or of a referenced record. Ids have no meaningful order, and lists have none at all. */
export function isSortable(model: Model, entityName: string, column: Column): boolean {
  const [, field] = lastField(model, entityName, column.path)
  return column.value.type.kind !== 'list' && isStored(field) && !WITHOUT_ORDER.includes(field.type.kind)
}

export function isNamedByNobody({ isBuiltIn, label }: Field): boolean {
  return isBuiltIn && label === null
}

/** The heading of a column: the author's own, or one derived from its path. */
export function headingOf(model: Model, entityName: string, { title, path }: Pick<Column, 'title' | 'path'>): string {
  return title ?? saidOfPath(path, labelsOnPath(model, entityName, path), model.spoken !== undefined)
}

export function labelsOnPath(model: Model, entityName: string, path: readonly string[]): string[] {
  return fieldsOfPath(model, entityName, path).map(({ field }) => field.label ?? humanised(field.name))
}

/** The same for keys of an answer, which have no labels. */
export function columnLabelOf(path: readonly string[]): string {
  return saidOfPath(path, path.map(humanised))
}

/** `category.name` is "Category"; `line.product.picture` is "Product picture"; `code.code` is "Code". */
function saidOfPath(path: readonly string[], labels: readonly string[], isTranslated = false): string {
  const isName = path.length > 1 && ['name', 'title', 'username'].includes(path.at(-1) ?? '')
  const [before, last] = (isName ? labels.slice(0, -1) : labels).slice(-2)
  if (before === undefined || last === undefined || isName) return last ?? before ?? ''
  if (before === last) return last
  // A translated label keeps its capitals, because other languages capitalize nouns.
  return isTranslated ? `${before}: ${last}` : `${before} ${lowerFirst(last)}`
}

function fieldsOfPath(model: Model, entityName: string, path: readonly string[]): { owner: string; field: Field }[] {
  let owner = entityNamed(model, entityName)
  const fields = [{ owner: owner.name, field: fieldNamed(owner, path[0] ?? '') }]
  for (const name of path.slice(1)) {
    const type = fields.at(-1)?.field.type
    if (type?.kind !== 'reference' && type?.kind !== 'collection') break
    owner = entityNamed(model, type.entity)
    fields.push({ owner: owner.name, field: fieldNamed(owner, name) })
  }
  return fields
}

function lastField(model: Model, entityName: string, path: readonly string[]): [string, Field] {
  const last = fieldsOfPath(model, entityName, path).at(-1)
  if (last === undefined) throw new Error(`A column of ${entityName} has no path.`)
  return [last.owner, last.field]
}

/** `name`: a field of the list's records, or a path to a field of a referenced record. */
export function appFilter(scope: ScreenScope, entityName: string, name: string): AppFilter {
  const path = name.split('.')
  const fields = fieldsOfPath(scope.model, entityName, path)
  const [owner, field] = lastField(scope.model, entityName, path)
  const label = headingOf(scope.model, entityName, { title: null, path })
  const filter = filterOf(scope, owner, field)
  if (filter.kind === 'text') return { name: name + CONTAINS, label, filter }
  const isList = field.type.kind === 'collection' || field.type.kind === 'choices'
  const builtIn = path.length === 1 && isNamedByNobody(field) ? { isBuiltIn: true as const } : {}
  return {
    name,
    label,
    ...builtIn,
    filter,
    ...(isCounted(field) ? { isCounted: true as const } : {}),
    ...(isList || fields.some((each) => mayBeEmpty(each.field)) ? { mayBeEmpty: true } : {}),
  }
}

const COUNTED_KINDS: readonly FieldKind[] = ['choice', 'state', 'yes/no', 'reference']

/** Tells whether each record has at most one choice, so that the database can count records per choice. */
export function isCounted({ type }: Pick<Field, 'type'>): boolean {
  return COUNTED_KINDS.includes(type.kind)
}

function filterOf({ model, caller }: ScreenScope, entityName: string, field: Field): AppFilter['filter'] {
  const display = displayOf(model, entityName, field)
  switch (field.type.kind) {
    case 'choice':
    case 'choices':
      return { kind: 'choice', values: choicesOf(field.type.values, field.type.labels) }
    case 'state':
      return { kind: 'choice', values: display.kind === 'state' ? display.values : [] }
    case 'yes/no':
      return { kind: 'yes/no' }
    case 'reference':
    case 'collection':
      return {
        kind: 'reference',
        entity: field.type.entity,
        ...(caller.isSignedIn && signInOf(model.roles)?.entity === field.type.entity ? { hasMe: true as const } : {}),
      }
    case 'date':
    case 'date and time':
    case 'period':
      return { kind: 'date' }
    case 'sequence':
      return { kind: field.type.format === null ? 'number' : 'text' }
    case 'whole number':
    case 'decimal':
    case 'percent':
      return { kind: 'number' }
    case 'money':
      return { kind: 'money', currency: field.type.currency }
    default:
      return { kind: 'text' }
  }
}

/** Includes every field on the path. */
export function isPathEverVisible(scope: Pick<ScreenScope, 'model' | 'caller'>, entity: string, path: string): boolean {
  const fields = fieldsOfPath(scope.model, entity, path.split('.'))
  return fields.every(({ owner, field }) => isFieldEverVisible(scope, owner, field.name))
}

export function isFieldEverVisible(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  entity: string,
  field: string,
): boolean {
  return isReached(model, caller, entity, 'see', field)
}
