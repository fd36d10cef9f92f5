// States and choices that are called otherwise, or take the place of others → the statements that bring records there.
// A new name is no change of a record, so that its history does not tell of one; another word is.

import { inPublic, quoted, quotedText } from './ddl.ts'
import { authorsName, type MigrationStep, safe } from './migration-step.ts'
import { renamedWord } from './renamed-rows.ts'
import type { Column, Table } from './schema.ts'
import type { SchemaChanges, WordChange } from './schema-changes.ts'

/** `old` has its new names already. */
export function replaceWords(old: Table, table: Table, { words }: SchemaChanges): MigrationStep[] {
  return words
    .filter(({ entity }) => entity === table.entity && table.field === null)
    .flatMap((word) => {
      const columns = old.columns.filter(({ field }) => field === word.field)
      return columns.length === 0 ? [] : [replaceWord(table, columns, word)]
    })
}

function replaceWord(table: Table, columns: readonly Column[], word: WordChange): MigrationStep {
  const onTable = inPublic(table.name)
  const updates = columns.map((column) => updateSql(onTable, column, word))
  const place = `${authorsName(table, word.field)}`
  if (!word.isRename) return safe(updates.join(';\n'), `${place} "${word.from}" becomes "${word.to}".`)
  return safe(
    [
      `ALTER TABLE ${onTable} DISABLE TRIGGER USER`,
      ...updates,
      `ALTER TABLE ${onTable} ENABLE TRIGGER USER`,
      ...renamedWord(word),
    ].join(';\n'),
    `${place} "${word.from}" is called "${word.to}" now.`,
  )
}

function updateSql(onTable: string, { name, type }: Column, { from, to }: WordChange): string {
  const [column, old, now] = [quoted(name), quotedText(from), quotedText(to)]
  if (!type.endsWith('[]')) return `UPDATE ${onTable} SET ${column} = ${now} WHERE ${column} = ${old}`
  // The word may have been chosen beside the one that takes its place.
  return `UPDATE ${onTable} SET ${column} = CASE WHEN ${now} = ANY (${column}) THEN array_remove(${column}, ${old}) ELSE array_replace(${column}, ${old}, ${now}) END WHERE ${old} = ANY (${column})`
}
