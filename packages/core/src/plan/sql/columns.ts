// A field's type → its column's type, one entry per field kind. A to-many field has no column: it is a link table, or
// the reverse of a reference.

import type { CheckedFieldType } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'

// Text is compared by code points and lower-cased by Unicode, independent of the database's locale.
const TEXT = 'text COLLATE "pg_c_utf8"'

const COLUMN_TYPES = {
  text: TEXT,
  'long text': TEXT,
  'formatted text': TEXT,
  email: TEXT,
  url: TEXT,
  phone: TEXT,
  country: TEXT,
  language: TEXT,
  'time zone': TEXT,
  colour: TEXT,
  // A hash.
  password: TEXT,
  'whole number': 'bigint',
  decimal: 'numeric',
  percent: 'numeric',
  money: 'numeric',
  'yes/no': 'boolean',
  date: 'date',
  time: 'time',
  'date and time': 'timestamptz(3)',
  // Milliseconds. PostgreSQL's interval has days and months of variable length.
  duration: 'bigint',
  choice: TEXT,
  state: TEXT,
  sequence: 'bigint',
  slug: TEXT,
  'random code': TEXT,
  rank: TEXT,
  choices: 'text[]',
  // Depends on the unit: days or moments.
  period: null,
  json: 'jsonb',
  map: 'jsonb',
  // Facts about an upload; the file store has its content.
  file: 'jsonb',
  // Encrypted.
  'secret text': TEXT,
  // The type of the other entity's id.
  reference: null,
  collection: null,
  inverse: null,
  identifier: null,
  version: 'bigint',
} as const satisfies Record<FieldKind, string | null>

/** `targetType`: the column type of a reference's id. Null for a to-many field. */
export function columnType(type: CheckedFieldType, targetType: string | null): string | null {
  if (type.kind === 'reference') return targetType
  if (type.kind === 'identifier') return type.form === 'random' ? 'uuid' : 'bigint'
  if (type.kind === 'sequence' && type.format !== null) return TEXT
  if (type.kind === 'period') return type.of === 'date' ? 'daterange' : 'tstzrange'
  if (type.kind === 'file' && type.isList) return 'jsonb[]'
  // Amount and currency, as in answers.
  if (type.kind === 'money' && type.currency === null) return 'jsonb'
  return COLUMN_TYPES[type.kind]
}

export function isText(column: { readonly type: string }): boolean {
  return column.type === TEXT
}

/** Normalizes case for comparison. */
export function ignoringCase(sqlText: string): string {
  return `lower(${sqlText} COLLATE "und-x-icu")`
}
