// A document of one record → its content in words, for a caller. It is complete or refused: half an invoice would
// mislead.

import { displayOf } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { appColumn } from '@ninefold/core/contract/screens/screen-columns.ts'
import { IMAGE_TYPES } from '@ninefold/core/contract/wire/thumbnails.ts'
import type { Display } from '@ninefold/core/contract/wire/display.ts'
import type { Expression, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import type { Template } from '@ninefold/core/model/outside/messages.ts'
import type { Column, Document, DocumentList, PageFormat } from '@ninefold/core/model/screens.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { placeholdersOf } from '@ninefold/core/plan/read/messages.ts'
import type { ContentBlock, ContentTable, DocumentBrand, DocumentContent } from '../../documents/content.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { issuedOf, keepIssued, type OfDocument } from '../../store/tables/issued-documents.ts'
import { asProduct } from '../context/caller.ts'
import { Refusal, refused } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { filled, type SaidValue } from '../words/filled-template.ts'
import { valueInWords } from '../words/values-in-words.ts'
import { columnKey, documentPlan, placeholderKey, ROWS_MAX } from './document-plan.ts'
import { isNumber, PaperWords } from './value-words.ts'

type Json = Readonly<Record<string, unknown>>

/** The values of the record, in the text of the answer. */
interface ReadDocument {
  readonly record: string
  readonly lists: readonly { readonly rows: readonly string[]; readonly sums: readonly (string | null)[] }[]
}

export function documentNamed(model: Model, name: string): Document {
  const document = model.screens.documents.find((each) => each.name === name)
  if (document === undefined) throw new Error(`The model has no document "${name}".`)
  return document
}

/** The record is bound as `record`. Throws a refusal if the caller may not see the record or a part of the document. */
export async function documentContent(work: Work, document: Document): Promise<DocumentContent> {
  if (document.title === null) throw refused('not shown')
  const read = await readDocument(work, document)
  if (read === null) throw refused('not found')
  for (const { rows } of read.lists) if (rows.length > ROWS_MAX) throw new Refusal([tooManyRows()])
  const all = await readDocument({ ...work, caller: asProduct(work.caller) }, document)
  if (JSON.stringify(read) !== JSON.stringify(all)) throw refused('forbidden', 'document', ['hidden part of document'])
  return (await keptContent(work, document)) ?? contentOf(work, document, document.title, read)
}

/** The issued document, in the language of its issue. Null: it was never issued. */
async function keptContent(work: Work, document: Document): Promise<DocumentContent | null> {
  const issued = await issuedOf(work.transaction, placeOf(work, document))
  return issued === null ? null : { ...(JSON.parse(issued.content) as DocumentContent), issued: issued.id }
}

function placeOf({ bindings }: Work, { name, entity }: Document): OfDocument {
  const record = bindings['record'] ?? null
  if (!isRecord(record)) throw new Error(`Defect: no record is bound for the document "${name}".`)
  return { document: name, entity, record: String(record.id) }
}

/** Stores the document as it is now. It is rendered after the transaction, so that the transaction does not wait. */
export async function issueDocument(work: Work, document: Document): Promise<void> {
  const { transaction, application, bindings } = work
  const content = await documentForMessage(work, document)
  if (content.issued !== undefined) return
  await keepIssued(transaction, placeOf(work, document), JSON.stringify(content), Number(bindings['now']))
  transaction.afterCommit(() => application.alarm.ring())
}

/**
 * Attachment of a message that the specification sends: like the message's own words, it needs no rights of the caller.
 */
export async function documentForMessage(work: Work, document: Document): Promise<DocumentContent> {
  return documentContent({ ...work, caller: asProduct(work.caller) }, document)
}

function tooManyRows(): ConstructorParameters<typeof Refusal>[0][number] {
  return {
    kind: 'built-in',
    error: 'too big',
    about: 'document',
    limit: ROWS_MAX,
    reason: ['too many rows in document'],
  }
}

async function readDocument({ application, caller, transaction, bindings }: Work, document: Document) {
  const plan = application.planned(documentPlan, caller, document)
  const record = (await transaction.run(plan.record, bindings))[0]
  if (record === undefined) return null
  const lists: ReadDocument['lists'][number][] = []
  for (const { rows, totals } of plan.lists) {
    const found = await transaction.run(rows, bindings)
    const sums = totals === null ? undefined : (await transaction.run(totals, bindings))[0]
    const count = sums === undefined ? 0 : Object.keys(sums).filter((name) => /^sum\d+$/.test(name)).length
    lists.push({
      rows: found.flatMap(({ json }) => (json === null ? [] : [String(json)])),
      sums: Array.from({ length: count }, (_, at) => {
        const sum = sums?.[`sum${at}`] ?? null
        return sum === null ? null : String(sum)
      }),
    })
  }
  return { record: String(record['json']), lists } satisfies ReadDocument
}

async function contentOf(
  { application }: Work,
  document: Document,
  title: Template,
  read: ReadDocument,
): Promise<DocumentContent> {
  const { model } = application
  const words = new PaperWords(model)
  const record = JSON.parse(read.record) as Json
  let list = 0
  return {
    title: templateWords(model, words, title, 'title', record),
    language: model.limits.language,
    page: document.page ?? pageOfRegion(model.limits.language),
    brand: brandOf(application),
    blocks: document.blocks.map((block, index): ContentBlock => {
      switch (block.kind) {
        case 'text':
          return { kind: 'text', text: templateWords(model, words, block.text, String(index), record) }
        case 'fields': {
          const fields = block.columns.map((column, at) => {
            const { label, display } = drawn(model, document.entity, column)
            const value = record[columnKey(at, index)]
            const pictures = picturesIn(display, value)
            return {
              label,
              text: words.of(display, value),
              ...(isNumber(display) ? { isNumber: true as const } : {}),
              ...(pictures.length === 0 ? {} : { pictures }),
            }
          })
          return { kind: 'fields', title: block.title, fields }
        }
        case 'list':
          return tableOf(model, words, block, read.lists[list++])
      }
    }),
  }
}

/** The sender's brand in documents and e-mails. */
export function brandOf({ model, logo }: Pick<Work['application'], 'model' | 'logo'>): DocumentBrand {
  return { name: model.name, colour: model.limits.brandColour?.colour ?? null, logo: logo?.light.version ?? null }
}

/** Ids of the files that are pictures. */
function picturesIn(display: Display, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (display.kind === 'list') return (value as readonly unknown[]).flatMap((each) => picturesIn(display.of, each))
  if (display.kind !== 'file') return []
  const { id, type } = value as { readonly id: string; readonly type: string }
  return IMAGE_TYPES.includes(type) ? [id] : []
}

/** Documents show no actions, so operations are left out. */
function drawn(model: Model, entity: string, column: Column): ReturnType<typeof appColumn> {
  return appColumn({ model, caller: { roles: new Set(), isSignedIn: false }, operations: [] }, entity, column)
}

function tableOf(
  model: Model,
  words: PaperWords,
  { title, entity, columns, totals, whenEmpty }: DocumentList,
  read: ReadDocument['lists'][number] | undefined,
): ContentTable {
  const shown = columns.map((column) => drawn(model, entity, column))
  const rows = (read?.rows ?? []).map((text) => {
    const row = JSON.parse(text) as Json
    return shown.map(({ display }, at) => words.of(display, row[columnKey(at)]))
  })
  const sums = columns.map(({ path }, at) => {
    const sum = read?.sums[totals.indexOf(path.join('.'))]
    const display = shown[at]?.display
    return sum === undefined || display === undefined ? null : words.of(display, sum ?? '0')
  })
  return {
    kind: 'table',
    title,
    columns: shown.map(({ label, display }) => ({ label, isNumber: isNumber(display) })),
    rows,
    ...(totals.length === 0 ? {} : { totals: sums }),
    whenEmpty,
  }
}

function templateWords(model: Model, words: PaperWords, template: Template, of: string, record: Json): string {
  const said = (expression: Expression, value: unknown): string => {
    const display = displayOfField(model, expression)
    if (display !== null) return words.of(display, value)
    if (typeof value === 'boolean') return words.yesOrNo(value)
    return valueInWords(model, expression, valueOf(value, expression.type))
  }
  const values = placeholdersOf(template).map((expression, at): SaidValue => {
    const value = record[placeholderKey(of, at)] ?? null
    return { value, said: said(expression, value) }
  })
  return filled(template, model.limits.language, values)
}

/** Formats a field in a sentence as in a table. Null: the expression is not a field. */
function displayOfField(model: Model, expression: Expression): Display | null {
  if (expression.kind !== 'field' || expression.type.kind === 'list') return null
  return displayOf(model, expression.entity, fieldNamed(entityNamed(model, expression.entity), expression.field))
}

/** Converts a value of the JSON answer, where moments are strings, into one of expressions. */
function valueOf(value: unknown, type: ValueType): Value {
  if (value === null || value === undefined) return null
  if (type.kind === 'timestamp') return Date.parse(String(value))
  if (type.kind !== 'period') return value as Value
  const { start, end } = value as Json
  return { start: valueOf(start, { kind: type.of }), end: valueOf(end, { kind: type.of }) }
}

/** Regions that use US Letter paper. */
const LETTER_REGIONS: readonly string[] = [
  'US',
  'CA',
  'MX',
  'CL',
  'CO',
  'PH',
  'VE',
  'GT',
  'PR',
  'DO',
  'CR',
  'SV',
  'NI',
  'PA',
]

function pageOfRegion(language: string): PageFormat {
  const { region } = new Intl.Locale(language)
  return { size: region !== undefined && LETTER_REGIONS.includes(region) ? 'Letter' : 'A4', isLandscape: false }
}
