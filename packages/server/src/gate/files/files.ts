// Files in records: which uploads a caller may attach, and who may read an attached file. A field stores the file's
// facts, and an engine table stores which records hold it; one transaction writes both.

import { IMAGE_TYPES } from '@ninefold/core/contract/wire/thumbnails.ts'
import type { RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { sizeInWords } from '@ninefold/core/model/sizes.ts'
import { planFileSeen } from '@ninefold/core/plan/read/files.ts'
import { idType } from '@ninefold/core/plan/sql/statement-scope.ts'
import {
  type FileUse,
  type FileValue,
  type KeptFile,
  filesIn,
  keptFiles,
  setUses,
} from '../../store/files/kept-files.ts'
import { inputRefusal, Refusal, type RefusalItem } from '../context/refusal.ts'
import type { Values, Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const filePlan = planner('file', (viewer, entity: string, field: Field) =>
  planFileSeen(viewer, entityNamed(viewer.model, entity), field),
)

type FileType = Extract<CheckedFieldType, { kind: 'file' }>

function isFileField(field: Field): field is Field & { readonly type: FileType } {
  return field.type.kind === 'file' && field.computed === null
}

/**
 * Replaces file ids in given values by files. A caller may attach unattached uploads of their own, and keep files that
 * the field already holds (`old`).
 */
export async function withFiles(work: Work, entity: Entity, values: Values, old: RecordValue | null): Promise<Values> {
  const fields = Object.keys(values.given)
    .map((name) => fieldNamed(entity, name))
    .filter(isFileField)
  const files = await keptFiles(
    work.transaction,
    fields.flatMap(({ name }) => idsOf(values.given[name] ?? null)),
  )
  if (fields.length === 0) return values
  const refusals: RefusalItem[] = []
  const given: Record<string, Value> = { ...values.given }
  for (const { name, type } of fields) {
    const held = new Set(idsOf(old?.fields[name] ?? null))
    const found = idsOf(values.given[name] ?? null).map((id) => {
      const file = files.get(id)
      return file !== undefined && (held.has(id) || isFresh(work, file)) ? file.file : null
    })
    if (found.includes(null)) refusals.push(inputRefusal('not found', name))
    const known = found.filter((file) => file !== null)
    refusals.push(...refusedFiles(name, type, known))
    given[name] = type.isList ? known : (known[0] ?? null)
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  return { ...values, given }
}

function isFresh({ caller }: Work, { uploadedBy, uses }: KeptFile): boolean {
  return uses.length === 0 && uploadedBy === (caller.me === null ? null : String(caller.me.id))
}

/** Refusals of a file field's limits, in the text's own words. */
function refusedFiles(name: string, type: FileType, files: readonly FileValue[]): RefusalItem[] {
  const refusals: RefusalItem[] = []
  if (files.some(({ size }) => size > type.bytesMax)) refusals.push(tooLarge(name, type.bytesMax))
  if (type.media === 'image' && files.some(({ type: content }) => !IMAGE_TYPES.includes(content)))
    refusals.push(inputRefusal('wrong type', name, null, ['no picture']))
  if (type.countMax !== null && files.length > type.countMax)
    refusals.push(inputRefusal('too big', name, type.countMax))
  return refusals
}

/** The refusal of a file that is larger than the input `about` allows. */
export function tooLarge(about: string, bytesMax: number): RefusalItem {
  const limit = sizeInWords(bytesMax)
  const item = inputRefusal('too big', about, bytesMax, ['file too large', limit])
  return { ...item, ...(item.kind === 'built-in' ? { words: { limit } } : {}) }
}

/** Records which files the changed fields hold from now on. */
export async function keepFiles(
  work: Work,
  entity: Entity,
  record: RecordValue,
  changed: readonly string[],
): Promise<void> {
  for (const field of entity.fields.filter(isFileField)) {
    if (!changed.includes(field.name)) continue
    const value = record.fields[field.name] ?? null
    const refusals = refusedFiles(field.name, field.type, (Array.isArray(value) ? value : [value]).filter(isFile))
    if (refusals.length > 0) throw new Refusal(refusals)
    const use: FileUse = { entity: entity.name, field: field.name, record: String(record.id) }
    await setUses(work.transaction, use, idsOf(value))
  }
}

/** Replaces file ids in inputs by files: the caller's own uploads, and files that the caller may see. */
export async function inputsWithFiles(
  work: Work,
  declared: readonly Input[],
  inputs: Readonly<Record<string, Value>>,
): Promise<Record<string, Value>> {
  const resolved: Record<string, Value> = { ...inputs }
  const refusals: RefusalItem[] = []
  for (const input of declared) {
    const { path, like } = input
    const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
    const name = path.join('.')
    if (type?.kind !== 'file' || inputs[name] === undefined || inputs[name] === null) continue
    const ids = idsOf(inputs[name])
    const files = await keptFiles(work.transaction, ids)
    const found: FileValue[] = []
    for (const id of ids) {
      const file = files.get(id)
      if (file !== undefined && (isFresh(work, file) || (await isSeen(work, file)))) found.push(file.file)
    }
    const about = sentPath(input).at(-1) ?? name
    if (found.length < ids.length) refusals.push(inputRefusal('not found', about))
    refusals.push(...refusedFiles(about, type, found))
    resolved[name] = type.isList ? found : (found[0] ?? null)
  }
  if (refusals.length > 0) throw new Refusal(refusals)
  return resolved
}

/** The file with this id, if the caller sees a record that holds it. */
export async function seenFile(work: Work, id: string): Promise<FileValue | null> {
  const file = (await keptFiles(work.transaction, [id])).get(id)
  return file !== undefined && (await isSeen(work, file)) ? file.file : null
}

/** The file in a field of a record, as the caller sees it. */
export async function shownFile(
  work: Work,
  entity: Entity,
  field: Field,
  record: RecordValue,
): Promise<FileValue | null> {
  // The record may have changed since it was loaded, so the present files are read from the table.
  const use: FileUse = { entity: entity.name, field: field.name, record: String(record.id) }
  const [file] = await filesIn(work.transaction, use)
  return file !== undefined && (await isSeenIn(work, file.file.id, use)) ? file.file : null
}

async function isSeen(work: Work, { file, uses }: KeptFile): Promise<boolean> {
  for (const use of uses) if (await isSeenIn(work, file.id, use)) return true
  return false
}

async function isSeenIn(work: Work, file: string, use: FileUse): Promise<boolean> {
  const { model } = work.application
  // The text may have lost the entity or the field since; then no record shows the file.
  const entity = model.entities.entities.find(({ name }) => name === use.entity)
  const field = entity?.fields.find(({ name }) => name === use.field)
  if (entity === undefined || field === undefined || !isFileField(field) || field.isHidden) return false
  if (idType(entity) === 'bigint' && !/^[0-9]{1,16}$/.test(use.record)) return false
  if (idType(entity) === 'uuid' && !/^[0-9a-f-]{36}$/.test(use.record)) return false
  const statement = work.application.planned(filePlan, work.caller, use.entity, field)
  return (await work.transaction.run(statement, { ...work.bindings, file, record: use.record })).length > 0
}

function idsOf(value: Value): string[] {
  const items = Array.isArray(value) ? (value as readonly Value[]) : [value]
  const ids = items.flatMap((item) => (typeof item === 'string' ? [item] : isFile(item) ? [item.id] : []))
  return [...new Set(ids)]
}

function isFile(value: Value): value is FileValue {
  return typeof value === 'object' && value !== null && 'url' in value && 'id' in value
}
