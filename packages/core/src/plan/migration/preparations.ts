// Two schemas → the parts of a migration that are made before its transaction, while the old version serves.

import type { Schema } from '../schema/schema.ts'
import type { ColumnFill } from './column-fill.ts'
import { type ColumnsAhead, columnsAhead } from './columns-ahead.ts'
import { type IndexAhead, indexesAhead } from './indexes-ahead.ts'
import type { Migration } from './migration.ts'
import { type RulesAhead, rulesAhead, type UniqueAhead, uniqueAhead } from './rules-ahead.ts'

export interface Preparations {
  /** Stated values for existing records. */
  readonly fills: readonly ColumnFill[]
  /** Of large tables only. */
  readonly columns: readonly ColumnsAhead[]
  /** Of large tables only. */
  readonly indexes: readonly IndexAhead[]
  /** Of large tables only. */
  readonly unique: readonly UniqueAhead[]
  /** Of large tables only. */
  readonly rules: readonly RulesAhead[]
}

export const NO_PREPARATIONS: Preparations = { fills: [], columns: [], indexes: [], unique: [], rules: [] }

export function preparationsOf(from: Schema, to: Schema, migration: Migration): Preparations {
  return {
    fills: migration.fills,
    columns: columnsAhead(from, to, migration),
    indexes: indexesAhead(from, to, migration),
    unique: uniqueAhead(from, to, migration),
    rules: rulesAhead(from, to, migration),
  }
}
