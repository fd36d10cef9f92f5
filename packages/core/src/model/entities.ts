// Point 3, checked.

import type { Expression } from '../expression/expression.ts'
import type { DeletionEffect, FieldType } from './field-types.ts'
import type { Stated } from './model.ts'

export interface EntitiesModel {
  readonly entities: readonly Entity[]
  readonly referenceData: readonly RecordData[]
  readonly sampleData: readonly RecordData[]
}

export interface Entity extends Stated {
  readonly name: string
  /**
   * Every field, in order: the built-in `id` first, the stated ones, then the other built-in ones
   * (`createdAt`, `updatedAt`, `createdBy`, `version`) as far as the specification has them.
   */
  readonly fields: readonly Field[]
  /** What a person reads as the name of a record. Its implicit record is `this`. */
  readonly label: Expression
  /** The record this one is a part of: deleted together. */
  readonly partOf: { readonly entity: string; readonly field: string } | null
}

/** A field whose names and limits are resolved. */
export type CheckedFieldType = FieldType<string, number>

export interface Field extends Stated {
  readonly name: string
  readonly type: CheckedFieldType
  readonly isBuiltIn: boolean
  readonly isRequired: boolean
  readonly unique: { readonly ignoringCase: boolean; readonly within: readonly string[] } | null
  readonly isSetOnce: boolean
  readonly isSetByProduct: boolean
  /** Nobody reads it, whatever their rights: a password. */
  readonly isHidden: boolean
  readonly isBlankEmpty: boolean
  readonly isPersonal: boolean
  /** `at least` and `at most`; lengths and ranges of the type are in `type`. */
  readonly min: number | null
  readonly max: number | null
  /** Value of a new record that was not given one. Its implicit record is `this`, the record about to exist. */
  readonly default: Expression | null
  readonly computed: { readonly expression: Expression; readonly isStored: boolean } | null
  /** For references only. */
  readonly onDeletion: DeletionEffect | null
  readonly meaning: string | null
}

/** A table of records. Values are as typed by the author, resolved to each column's type when loaded. */
export interface RecordData extends Stated {
  readonly entity: string
  /** The field by which a record is recognised when it is already there: the first column. */
  readonly key: string
  readonly rows: readonly RecordDataRow[]
}

export interface RecordDataRow extends Stated {
  /** By field; a reference is given by the text of its entity's key field (first unique text field). */
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  /** The column `roles` of the users' entity. */
  readonly roles: readonly string[]
}
