// Two schemas → the parts of a migration that are made before its transaction, while the old version serves.

import type { Schema } from '../schema/schema.ts'
import type { ColumnFill } from './column-fill.ts'
import { type ColumnsAhead, columnsAhead } from './columns-ahead.ts'
import { type IndexAhead, indexesAhead } from './indexes-ahead.ts'
import type { Migration } from './migration.ts'

export interface Preparations {
  /** Stated values for existing records. */
  readonly fills: readonly ColumnFill[]
  /** Of large tables only. */
  readonly columns: readonly ColumnsAhead[]
  /** Of large tables only. */
  readonly indexes: readonly IndexAhead[]
}

export const NO_PREPARATIONS: Preparations = { fills: [], columns: [], indexes: [] }

export function preparationsOf(from: Schema, to: Schema, migration: Migration): Preparations {
  const [columns, indexes] = [columnsAhead(from, to, migration), indexesAhead(from, to, migration)]
  return { fills: migration.fills, columns, indexes }
}
