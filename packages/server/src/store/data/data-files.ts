// Files that a row of sample data names → values of its fields, held by the record.

import { IMAGE_TYPES } from '@ninefold/core/contract/wire/thumbnails.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import type { Executor } from '../driver/database.ts'
import type { Bindings } from '../driver/rows.ts'
import { type FileValue, setUses } from '../files/kept-files.ts'
import { type DataRow, refusal } from './data-refusals.ts'
import { cellItems } from './data-values.ts'

/** Files beside the specification, for fields of sample data that name them. */
export interface DataFiles {
  /**
   * Stores a file for a record that is about to hold it. `bytesMax`: the field's limit. A string is the reason of a
   * failure.
   */
  readonly bring: (executor: Executor, name: string, bytesMax: number) => Promise<FileValue | string>
}

/** The value of a field of the kind `file`. Null: there is no file store, and the field is optional. */
export async function filesNamed(
  executor: Executor,
  dataFiles: DataFiles | undefined,
  place: DataRow,
  { name: field, type, isRequired }: Field,
  text: string,
): Promise<Value> {
  if (type.kind !== 'file' || (dataFiles === undefined && !isRequired)) return null
  if (dataFiles === undefined) throw refusal(place, 'there is no place for its files here.', [field])
  const found: FileValue[] = []
  for (const name of cellItems(text)) {
    const file = await dataFiles.bring(executor, name, type.bytesMax)
    if (typeof file === 'string') throw refusal(place, file, [field])
    if (type.media === 'image' && !IMAGE_TYPES.includes(file.type))
      throw refusal(place, `"${name}" is no picture: PNG, JPEG, GIF, WebP or AVIF.`, [field])
    found.push(file)
  }
  return type.isList ? found : (found[0] ?? null)
}

/** Records which files the new record holds. */
export async function holdFiles(
  executor: Executor,
  { entity, id }: { readonly entity: Entity; readonly id: string | number },
  fields: readonly Field[],
  valueOf: (field: string) => Bindings[string] | undefined,
): Promise<void> {
  for (const { name, type } of fields) {
    if (type.kind !== 'file') continue
    const files = [valueOf(name)].flat() as FileValue[]
    const ids = files.map((file) => file.id)
    await setUses(executor, { entity: entity.name, field: name, record: String(id) }, ids)
  }
}
