// A field's type → its column's type, one entry per field kind. A to-many field has no column: it is
// a link table, or the other side of a reference.

import type { CheckedFieldType } from '../../model/entities.ts'
import type { FieldKind } from '../../model/field-types.ts'

// Text compares by code points and is lowered by Unicode's rules, whatever the database's own locale is.
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
  // Its hash.
  password: TEXT,
  'whole number': 'bigint',
  decimal: 'numeric',
  percent: 'numeric',
  money: 'numeric',
  'yes/no': 'boolean',
  date: 'date',
  time: 'time',
  'date and time': 'timestamptz(3)',
  // Milliseconds. PostgreSQL's interval has days and months of no fixed length.
  duration: 'bigint',
  choice: TEXT,
  state: TEXT,
  sequence: 'bigint',
  slug: TEXT,
  'random code': TEXT,
  choices: 'text[]',
  // Of days or of moments.
  period: null,
  // Facts about an upload; its content is kept elsewhere.
  file: 'jsonb',
  // Encrypted.
  'secret text': TEXT,
  // That of the other entity's id.
  reference: null,
  collection: null,
  inverse: null,
  identifier: null,
  version: 'bigint',
} as const satisfies Record<FieldKind, string | null>

/** `targetType`: the column type of the id that a reference holds. Null for a to-many field. */
export function columnType(type: CheckedFieldType, targetType: string | null): string | null {
  if (type.kind === 'reference') return targetType
  if (type.kind === 'identifier') return type.form === 'random' ? 'uuid' : 'bigint'
  if (type.kind === 'sequence' && type.format !== null) return TEXT
  if (type.kind === 'period') return type.of === 'date' ? 'daterange' : 'tstzrange'
  if (type.kind === 'file' && type.isList) return 'jsonb[]'
  // The amount with its currency, as it is sent.
  if (type.kind === 'money' && type.currency === null) return 'jsonb'
  return COLUMN_TYPES[type.kind]
}

export function isText(column: { readonly type: string }): boolean {
  return column.type === TEXT
}

/** The form in which texts are the same when case is ignored. */
export function ignoringCase(sqlText: string): string {
  return `lower(${sqlText} COLLATE "und-x-icu")`
}
