// Tables of records → typed values, each reference by the text that names its record.

import { ownValue } from '../../model/find.ts'
import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { DataDraft } from '../../draft/entities.ts'
import type { Entity, Field, RecordData, RecordDataRow } from '../../model/entities.ts'
import { TEXT_KINDS } from '../../model/field-types.ts'
import type { Stated } from '../../model/stated.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking, reportedSoFar } from '../checking.ts'
import { isComputed, isProvidedAtCreation, type EntityFacts, type FieldFacts } from './facts.ts'
import { readLiteral } from '../expressions/literals.ts'
import { isRelativeValue } from './relative-values.ts'
import { itemsOf } from '../expressions/part-of-written.ts'
import { whyRefused } from './data-limits.ts'
import { isPlainRole, resolveEntity, resolveField } from '../names/resolve.ts'

interface Data {
  readonly referenceData: readonly RecordData[]
  readonly sampleData: readonly RecordData[]
}

/** Reference data may refer to reference data; sample data may refer to both. */
export function checkRecordData(
  checking: Checking,
  reference: readonly DataDraft[],
  sample: readonly DataDraft[],
  entities: readonly Entity[],
): Data {
  const references = reference.map((data) => asStored(checking, data))
  const samples = sample.map((data) => asStored(checking, data))
  const checked = (data: DataDraft, named: Named): readonly RecordData[] => {
    const rows = checkData(checking, data, named)
    const entity = entities.find(({ name }) => name === rows?.entity)
    if (rows === null || entity === undefined) return []
    const found: RecordData = { ...rows, recognisedBy: whatTellsApart(entity, data) }
    refuseTwice(checking, data, found)
    refuseRepeatedValues(checking, entity, data, found)
    return [found]
  }
  return {
    referenceData: references.flatMap((data) => checked(data, { tables: references, isSample: false })),
    sampleData: samples.flatMap((data) => checked(data, { tables: [...references, ...samples], isSample: true })),
  }
}

interface Named {
  /** Tables whose records a cell may name. */
  readonly tables: readonly DataDraft[]
  /** Reference data is the same on every day; sample data may be relative to the day of loading. */
  readonly isSample: boolean
}

/** Kinds whose values are the author's own text; for a reference, the kind of the naming field. */
const VERBATIM: ReadonlySet<string> = new Set([...TEXT_KINDS, 'secret text', 'password', 'reference', 'map', 'json'])

/** The rows with the Markdown of their texts, and without that of amounts, choices and lists. */
export function asStored(checking: Checking, data: DataDraft): DataDraft {
  const fields = checking.entities.get(data.entity.text)?.fields
  const areVerbatim = data.columns.map(({ text }) => VERBATIM.has(fields?.get(text)?.field.type.kind ?? ''))
  const rows = data.rows.map((row) =>
    row.map((cell, index) => (areVerbatim[index] === true ? { ...cell.markdown, markdown: cell.markdown } : cell)),
  )
  return { ...data, rows }
}

/** The first column; if rows share its value, a set of columns that is unique for the entity. */
function whatTellsApart({ uniqueTogether, fields }: Entity, { columns, rows }: DataDraft): string[] {
  const key = columns[0]?.text ?? ''
  if (new Set(rows.map((row) => row[0]?.text)).size === rows.length) return [key]
  const groups = [
    ...uniqueTogether.flatMap((group) => (group.countingOnly === null ? [group.fields] : [])),
    ...fields.flatMap(({ name, unique }) =>
      unique === null || unique.within.length === 0 ? [] : [[name, ...unique.within]],
    ),
  ]
  const found = groups.find((group) => group.every((name) => columns.some(({ text }) => text === name)))
  return found === undefined ? [key] : [...found]
}

/** Rows that are loaded at every start are recognised by their values, so two equal rows would be one record. */
function refuseTwice(checking: Checking, { columns, rows }: DataDraft, data: RecordData): void {
  const first = columns.findIndex(({ text }) => text === data.recognisedBy[0])
  const seen = new Set<string>()
  for (const [index, { values }] of data.rows.entries()) {
    const key = JSON.stringify(data.recognisedBy.map((name) => ownValue(values, name) ?? ''))
    const cell = rows[index]?.[first]
    if (seen.has(key) && cell !== undefined) {
      const by = data.recognisedBy.map((name) => `"${name}"`).join(' and ')
      const found = diagnostic('N315', cell.span, 'same key', by)
      report(checking, found.withHint(hasConditionalGroup(checking, data) ? APART_IN_ALL_ROWS : TOLD_APART))
    }
    seen.add(key)
  }
}

/** A group that counts some records only does not tell all rows apart. */
function hasConditionalGroup({ draft }: Checking, { entity }: RecordData): boolean {
  const own = draft.entities.entities.find(({ name }) => name.text === entity)
  return own?.uniqueTogether.some(({ countingOnly }) => countingOnly !== null) === true
}

const APART_IN_ALL_ROWS =
  'Begin with a column in which the rows differ: what is "Unique together" with "Counting only" does not tell all rows apart.'
const TOLD_APART =
  'Begin with a column in which the rows differ, or name the fields that tell them apart in a table "Unique together | Counting only | Otherwise" of the entity.'

/** Unique values must differ between rows. If the fields of their scope are empty, nothing is compared. */
function refuseRepeatedValues(
  checking: Checking,
  entity: Entity,
  { columns, rows }: DataDraft,
  data: RecordData,
): void {
  const own = entity.fields.flatMap(({ name, type, unique }) =>
    unique === null || type.kind === 'slug' ? [] : [{ fields: [name, ...unique.within], ...unique }],
  )
  const together = entity.uniqueTogether.flatMap(({ fields, countingOnly }) =>
    countingOnly === null ? [{ fields, ignoringCase: false }] : [],
  )
  for (const { fields, ignoringCase } of [...own, ...together]) {
    if (fields.length === 1 && fields[0] === data.recognisedBy[0] && !ignoringCase) continue
    const column = columns.findIndex(({ text }) => text === fields[0])
    if (column < 0 || !fields.every((name) => columns.some(({ text }) => text === name))) continue
    const first = new Map<string, Written>()
    for (const [index, { values }] of data.rows.entries()) {
      const cell = rows[index]?.[column]
      const shared = fields.map((name) => values[name] ?? null)
      if (cell === undefined || shared.includes(null)) continue
      const key = JSON.stringify(shared.map((value) => (ignoringCase ? String(value).toLowerCase() : value)))
      const earlier = first.get(key)
      first.set(key, earlier ?? cell)
      if (earlier === undefined) continue
      const words = fields.map((name) => `"${name}"`).join(' and ')
      const how = ignoringCase && earlier.text !== cell.text ? ' but for upper and lower case' : ''
      report(
        checking,
        diagnostic('N315', cell.span, 'same values', words, how)
          .because(earlier.span, 'The other row.')
          .withHint('Write another value in one of the two rows.'),
      )
    }
  }
}

type Column = { readonly kind: 'field'; readonly facts: FieldFacts } | { readonly kind: 'roles' } | null

function checkData(checking: Checking, data: DataDraft, named: Named): Omit<RecordData, 'recognisedBy'> | null {
  const entity = resolveEntity(checking, data.entity)
  const [key] = data.columns
  if (entity === null || key === undefined) return null
  const columns = data.columns.map((column) => checkColumn(checking, entity, column))
  for (const facts of entity.fields.values()) {
    const { field } = facts
    if (!isProvidedAtCreation(facts) && !data.columns.some(({ text }) => text === field.name)) {
      report(checking, diagnostic('N315', data.entity.span, 'missing column', entity.name, field.name))
    }
  }
  const rows = data.rows.map((row) => checkRow(checking, entity, columns, row, named))
  return { entity: entity.name, key: key.text, rows, span: data.span }
}

function checkColumn(checking: Checking, entity: EntityFacts, column: Written): Column {
  if (
    column.text === 'roles' &&
    checking.draft.roles.signIn?.usersAre?.text === entity.name &&
    !entity.fields.has('roles')
  )
    return { kind: 'roles' }
  const facts = resolveField(checking, entity, column)
  if (facts === null) return null
  const { field } = facts
  if (['identifier', 'version', 'inverse'].includes(field.type.kind) || isComputed(facts)) {
    return report(checking, diagnostic('N619', column.span, 'set by the product', field.name))
  }
  return { kind: 'field', facts }
}

function checkRow(
  checking: Checking,
  entity: EntityFacts,
  columns: readonly Column[],
  row: readonly Written[],
  named: Named,
): RecordDataRow {
  const values: [string, string | number | boolean | null][] = []
  const cells: [string, Stated][] = []
  let roles: string[] = []
  columns.forEach((column, index) => {
    const cell = row[index]
    if (column === null || cell === undefined) return
    if (column.kind === 'roles') roles = rolesOf(checking, cell)
    else {
      const { name } = column.facts.field
      values.push([name, checkCell(checking, entity, column.facts, cell, named)])
      cells.push([name, { span: cell.span }])
    }
  })
  const [first] = row
  const last = row[row.length - 1]
  const [valueOf, cellOf] = [Object.fromEntries(values), Object.fromEntries(cells)]
  return { values: valueOf, roles, cells: cellOf, span: { start: first?.span.start ?? 0, end: last?.span.end ?? 0 } }
}

/** `Agent, Admin`: each with its own position. */
function rolesOf(checking: Checking, cell: Written): string[] {
  return itemsOf(cell)
    .filter((role) => isPlainRole(checking, role) && !isGuest(checking, role))
    .map(({ text }) => text)
}

function isGuest(checking: Checking, { text, span }: Written): boolean {
  if (text !== checking.names.guest) return false
  const found = diagnostic('N315', span, 'role of guests', text)
  report(checking, found.withHint('Name a role of those who are signed in, or leave the cell empty.'))
  return true
}

function checkCell(checking: Checking, entity: EntityFacts, facts: FieldFacts, cell: Written, named: Named) {
  const { field } = facts
  if (field.type.kind === 'reference') requireRecord(checking, field.type.entity, cell, named.tables)
  if (field.type.kind === 'collection')
    for (const item of itemsOf(cell)) requireRecord(checking, field.type.entity, item, named.tables)
  const states =
    checking.names.machines.get(`${entity.name}.${field.name}`)?.states.map((state) => state.name.text) ?? []
  if (field.type.kind === 'choice' || (field.type.kind === 'state' && states.includes(cell.text)))
    checking.names.recorder.use(field.type.kind, cell, `${entity.name}.${field.name}`)
  if (field.type.kind === 'file' && cell.text !== '') return fileNames(checking, field, cell, named)
  if (named.isSample && isRelativeValue(cell.text, field.type)) return cell.text
  const read = readLiteral(cell.text, field.type, states)
  if (read.problem !== null)
    return report(checking, diagnostic('N315', cell.span, ...read.problem).suggesting(cell.text, read.known))
  if (read.value === null && field.isRequired && !isProvidedAtCreation(facts)) {
    return report(checking, diagnostic('N315', cell.span, 'required', field.name))
  }
  const refusal = takesNothing(checking, facts) ? null : whyRefused(read.value, facts)
  if (refusal !== null)
    return report(
      checking,
      diagnostic('N315', cell.span, 'refused', cell.text, refusal).because(field.span, 'The field is declared here.'),
    )
  return read.value
}

/** A file beside the specification, by a relative path that does not leave its folder. */
const FILE_NAME = /^(?:[A-Za-z0-9_][A-Za-z0-9_. -]*\/)*[A-Za-z0-9_][A-Za-z0-9_. -]*$/

function fileNames(
  checking: Checking,
  { name, type }: Pick<Field, 'name' | 'type'>,
  cell: Written,
  { isSample }: Named,
): string | null {
  const refuse = (hint: string, ...words: Sentence<'N315'>): null =>
    report(checking, diagnostic('N315', cell.span, ...words).withHint(hint))
  if (!isSample) return refuse('Leave the cell empty: only sample data names files.', 'file uploaded')
  const items = itemsOf(cell)
  const other = items.find(({ text }) => !FILE_NAME.test(text))
  if (other !== undefined)
    return refuse('Write its path from there, as in pictures/oak.webp.', 'no file beside the text', other.text)
  const most = type.kind !== 'file' || !type.isList ? 1 : (type.countMax ?? items.length)
  if (items.length > most) return refuse('Write fewer of them.', 'too many files', name, most)
  return items.map(({ text }) => text).join(', ')
}

/** A field that permits no value is reported once, at its declaration, and not at each value. */
function takesNothing(checking: Checking, { draft }: FieldFacts): boolean {
  const place = draft?.typeSpan.start
  return reportedSoFar(checking).some(
    ({ number, span, related }) =>
      number === 'N331' && [span, ...related.map((one) => one.span)].some(({ start }) => start === place),
  )
}

/** `FA-001 / Main store`: a record that several columns identify together. */
function wordsOf(text: string): string[] {
  return text.split(' / ')
}

/**
 * The value in the first column of one of the tables, or in another column: a person may write the e-mail instead of
 * the name.
 */
function requireRecord(checking: Checking, entity: string, cell: Written, named: readonly DataDraft[]): void {
  if (cell.text === '') return
  const rows = named.filter((data) => data.entity.text === entity).flatMap((data) => data.rows)
  const names = (row: readonly Written[]): boolean => {
    const cells = row.map(({ text }) => text)
    return cells.includes(cell.text) || wordsOf(cell.text).every((word) => cells.includes(word))
  }
  if (rows.some(names)) return
  const known = rows.flatMap((row) => row[0]?.text ?? [])
  report(checking, diagnostic('N315', cell.span, 'unknown record', entity, cell.text).suggesting(cell.text, known))
}
