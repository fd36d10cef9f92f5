// A slot of a form (`ENTITY`, `FIELD`, `CODE` …) and its context → the names that fit.

import type { NamedKind } from '../check/names/occurrences.ts'
import type { Scope, ScopeVariable, ValueType } from '../expression/expression.ts'
import { typeInWords } from '../expression/value-types.ts'
import { CURRENCIES } from '../model/currencies.ts'
import { WEEKDAYS } from '../model/limits.ts'
import { BUILT_IN_ERRORS } from '../model/errors.ts'
import { CALENDAR_UNITS } from '../model/screens.ts'
import { VALUE_TYPES } from '../grammar/fields.ts'
import { MONTHS } from '../text/month-names.ts'
import { DIRECTIONS, wholeForm } from '../grammar/values.ts'
import { declared, type Document } from './document.ts'

export interface Candidate {
  readonly label: string
  readonly kind: NamedKind | 'keyword' | 'value'
  /** A short description. */
  readonly detail: string | null
}

/** The context of a slot. */
export interface Around {
  readonly document: Document
  /** The entity of the fields, states and transitions. */
  readonly entity: string | null
  /** The field that a cell sets. */
  readonly field: string | null
  /** Names bound by earlier steps, and the rest of the scope. */
  readonly scope: Scope | null
  /** Names of inputs and parameters in scope. */
  readonly inputs: readonly string[]
  readonly parameters: readonly string[]
}

/** Slots for globally declared names. */
const DECLARED: Readonly<Record<string, NamedKind>> = {
  ENTITY: 'entity',
  BASE: 'role',
  CODE: 'code',
  SCREEN: 'screen',
  DOCUMENT: 'document',
  MESSAGE: 'message',
  SHAPE: 'shape',
  SHARED: 'shared part',
  SERVICE: 'service',
  PROVIDER: 'provider',
  OPERATION: 'operation',
  CONSTANT: 'constant',
}

export function candidatesFor(slot: string, around: Around): Candidate[] {
  const { document, entity } = around
  const named = (kind: NamedKind, of?: string): Candidate[] =>
    declared(document, kind, of).map(({ named: { name } }) => ({ label: name, kind, detail: kind }))
  const plain = DECLARED[slot]
  if (plain !== undefined) return named(plain)
  switch (slot) {
    case 'ROLE':
      return [...named('role'), ...named('contextual role')]
    case 'UNIT':
      return CALENDAR_UNITS.map((unit) => ({ label: unit, kind: 'keyword', detail: null }))
    case 'CALL':
      return callsOf(document)
    case 'TRANSITION':
      return named('transition', entity ?? undefined)
    case 'STATE':
      return namesOfFields('state', around)
    case 'COLUMN':
      return columnsOfBoards(around)
    case 'FIELD':
      return fieldsOf(around, () => true)
    case 'PATH':
      return [...fieldsOf(around, () => true), ...pathsOf(around)]
    case 'RELATION':
      return fieldsOf(around, ({ kind }) => kind === 'list')
    case 'VALUE':
      return valuesOf(around)
    case 'NAME':
      return boundNames(around)
    case 'INPUT':
      return around.inputs.map((label) => ({ label, kind: 'input', detail: 'input' }))
    case 'PARAMETER':
      return around.parameters.map((label) => ({ label, kind: 'parameter', detail: 'parameter' }))
    case 'ORDER':
      return words(Object.keys(DIRECTIONS))
    case 'ADDRESS':
      return words(['/api/'])
    case 'AMOUNT':
      return words(AMOUNTS)
    case 'CURRENCY':
      return words([...CURRENCIES])
    case 'MEDIA':
      return words(['file', 'image'])
    case 'TYPE':
      return words(VALUE_TYPES.filter((type) => !/^(?:list|file|image)\b/.test(type)).map(wholeForm))
    case 'SECRET':
      return secretsOf(document)
    case 'WEEKDAY':
      return words(WEEKDAYS)
    case 'MONTH':
      return words(MONTHS)
    case 'STATUS':
      return words(['200', '201', '204'])
    case 'PROBLEM':
      return words(BUILT_IN_ERRORS)
    default:
      return []
  }
}

/** States or choices of the entity's fields. */
function namesOfFields(kind: 'state' | 'choice', { document, entity }: Around): Candidate[] {
  return declared(document, kind).flatMap(({ named: { name, of } }) =>
    entity === null || of?.startsWith(`${entity}.`) ? [{ label: name, kind, detail: of }] : [],
  )
}

function columnsOfBoards(around: Around): Candidate[] {
  return [...namesOfFields('state', around), ...namesOfFields('choice', around)]
}

/** Frequent durations. */
const AMOUNTS = ['15 minutes', '1 hour', '1 day', '14 days', '30 days']

function secretsOf({ compiled }: Document): Candidate[] {
  const setting = compiled.draft.limits.settings.find(({ name }) => name.text.toLowerCase() === 'secrets')
  const names = setting?.value?.text.split(',').map((name) => name.trim()) ?? []
  return names.filter((name) => name !== '').map((label) => ({ label, kind: 'value', detail: 'secret' }))
}

function words(labels: readonly string[]): Candidate[] {
  return labels.map((label) => ({ label, kind: 'keyword', detail: null }))
}

/** Fields with their types, as expressions see them. */
export function fieldsOf({ document, entity }: Around, isWanted: (type: ValueType) => boolean): Candidate[] {
  const fields = document.compiled.names.catalogue.entities.get(entity ?? '')?.fields ?? new Map()
  return [...fields].flatMap(([label, { type, isOptional }]) =>
    isWanted(type) ? [{ label, kind: 'field' as const, detail: variableInWords({ type, isOptional }) }] : [],
  )
}

/** `category.name`: one step through a reference. */
function pathsOf({ document, entity }: Around): Candidate[] {
  const { entities } = document.compiled.names.catalogue
  return [...(entities.get(entity ?? '')?.fields ?? [])].flatMap(([name, { type }]) => {
    const target =
      type.kind === 'record' ? type.entity : type.kind === 'list' && type.of.kind === 'record' ? type.of.entity : ''
    return [...(entities.get(target)?.fields ?? [])].flatMap(([inner, field]) =>
      field.isHidden ? [] : [{ label: `${name}.${inner}`, kind: 'field' as const, detail: variableInWords(field) }],
    )
  })
}

export function variableInWords({ type, isOptional }: Pick<ScopeVariable, 'type' | 'isOptional'>): string {
  if (type.kind === 'unknown') return 'of a type that could not be read'
  return isOptional ? `${typeInWords(type)}, may be empty` : typeInWords(type)
}

/** Words that the field of this cell accepts. */
function valuesOf({ document, entity, field }: Around): Candidate[] {
  if (field === null) return recordsOf(document, entity ?? '')
  const type = document.compiled.names.catalogue.entities.get(entity ?? '')?.fields.get(field ?? '')?.type
  if (type?.kind === 'boolean') return words(['yes', 'no'])
  if (type?.kind === 'choice')
    return type.values.map((label) => ({ label, kind: 'value', detail: `${entity}.${field}` }))
  return type?.kind === 'record' ? recordsOf(document, type.entity) : []
}

/** Records of the data tables, by their first column. */
function recordsOf({ compiled }: Document, entity: string): Candidate[] {
  const { referenceData, sampleData } = compiled.draft.entities
  return [...referenceData, ...sampleData].flatMap((data) =>
    data.entity.text === entity
      ? data.rows.flatMap(([first]) =>
          first === undefined ? [] : [{ label: first.text, kind: 'value' as const, detail: entity }],
        )
      : [],
  )
}

/** Records that a step can name: not times, and not sent values. */
function boundNames({ scope }: Around): Candidate[] {
  return [...(scope?.variables ?? [])].flatMap(([label, variable]) =>
    label.includes('.') || label === 'now' || label === 'today' || label === 'this'
      ? []
      : [{ label, kind: 'variable' as const, detail: variableInWords(variable) }],
  )
}

function callsOf({ compiled }: Document): Candidate[] {
  const titles = new Map(
    compiled.draft.calls.calls.map(({ method, path, title }) => [`${method.text} ${path.text}`, title?.text ?? null]),
  )
  return [...compiled.names.calls].map((label) => ({ label, kind: 'call', detail: titles.get(label) ?? null }))
}
