// A custom field as lists compare it: `extra.size`, a field by the path of its object and its key. Its value is read from
// the object, and one of another type than the definition states is empty.

import * as build from '../../expression/build.ts'
import type { Expression, ValueType } from '../../expression/expression.ts'
import { AT_KEY, WRITTEN_NUMBER } from '../../expression/members.ts'
import { BOOLEAN, DECIMAL, JSON_VALUE, TEXT } from '../../expression/value-types.ts'
import type { Field } from '../entities.ts'
import type { Model } from '../model.ts'
import { pathFrom } from '../paths.ts'
import type { DefinedType } from './definitions.ts'

/** A value of an object under its key. */
export interface ValueAtKey {
  readonly path: readonly string[]
  readonly key: string
  readonly type: DefinedType
}

export type ComparedField = Field & { readonly atKey: ValueAtKey }

export function isCompared(field: Field): field is ComparedField {
  return 'atKey' in field
}

const READS: Readonly<Record<DefinedType, readonly [name: string, type: ValueType]>> = {
  text: ['asText', TEXT],
  'long text': ['asText', TEXT],
  'whole number': [WRITTEN_NUMBER, DECIMAL],
  decimal: [WRITTEN_NUMBER, DECIMAL],
  // Stored as `2026-01-31`, whose texts have the order of days.
  date: ['asText', TEXT],
  'yes/no': ['asYesNo', BOOLEAN],
  choice: ['asText', TEXT],
  url: ['asText', TEXT],
  email: ['asText', TEXT],
}

/** The value of a record of this entity, which is `this`. */
export function valueAtKey(model: Model, entity: string, { path, key, type }: ValueAtKey): Expression {
  const object = pathFrom(model, build.recordVariable('this', entity), entity, path)
  if (object === null)
    throw new Error(`Defect: custom fields of ${entity} at "${path.join('.')}", which leads nowhere.`)
  const [name, of] = READS[type]
  const { span } = object
  const value = build.call(AT_KEY, [object, build.literal(key, TEXT)], JSON_VALUE, span, true)
  return build.call(name, [value], of, span, true)
}
