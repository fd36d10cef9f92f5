// Renamed or replaced states and choices → the statements that update records. A rename does not change a record, so
// its history shows none; a replacement is a change.

import { inPublic, quoted, quotedText } from '../schema/ddl.ts'
import { authorsName, type MigrationStep, safe } from './migration-step.ts'
import { renamedWords } from './renamed-rows.ts'
import type { Column, Table } from '../schema/schema.ts'
import type { SchemaChanges, WordChange } from './schema-changes.ts'

/** `old` already has its new names. All words of a column are updated at once, so that they can swap names. */
export function replaceWords(old: Table, table: Table, { words }: SchemaChanges): MigrationStep[] {
  return table.columns.flatMap(({ field }) => {
    const columns = old.columns.filter((column) => column.field === field)
    const own = words.filter((word) => word.entity === table.entity && table.field === null && word.field === field)
    const [renamed, others] = [own.filter(({ isRename }) => isRename), own.filter(({ isRename }) => !isRename)]
    if (columns.length === 0) return []
    return [
      ...(renamed.length === 0 ? [] : [renameWords(table, columns, renamed)]),
      ...(others.length === 0 ? [] : [mergeWords(table, columns, others)]),
    ]
  })
}

function renameWords(table: Table, columns: readonly Column[], words: readonly WordChange[]): MigrationStep {
  const onTable = inPublic(table.name)
  return safe(
    [
      `ALTER TABLE ${onTable} DISABLE TRIGGER USER`,
      ...columns.map((column) => updateSql(onTable, column, words)),
      `ALTER TABLE ${onTable} ENABLE TRIGGER USER`,
      ...renamedWords(words),
    ].join(';\n'),
    words.map(({ field, from, to }) => `${authorsName(table, field)} "${from}" is called "${to}" now.`).join(' '),
  )
}

function mergeWords(table: Table, columns: readonly Column[], words: readonly WordChange[]): MigrationStep {
  const onTable = inPublic(table.name)
  return safe(
    columns.map((column) => updateSql(onTable, column, words)).join(';\n'),
    words.map(({ field, from, to }) => `${authorsName(table, field)} "${from}" becomes "${to}".`).join(' '),
  )
}

function updateSql(onTable: string, { name, type }: Column, words: readonly WordChange[]): string {
  const column = quoted(name)
  const cases = words.map(({ from, to }) => `WHEN ${quotedText(from)} THEN ${quotedText(to)}`).join(' ')
  const old = words.map(({ from }) => quotedText(from)).join(', ')
  if (!type.endsWith('[]'))
    return `UPDATE ${onTable} SET ${column} = CASE ${column} ${cases} END WHERE ${column} IN (${old})`
  // A multiple choice may already contain the replacing word.
  const now = `SELECT CASE word ${cases} ELSE word END AS word, min(place) AS place FROM unnest(${column}) WITH ORDINALITY AS one(word, place) GROUP BY 1`
  return `UPDATE ${onTable} SET ${column} = (SELECT array_agg(word ORDER BY place) FROM (${now}) AS each) WHERE ${column} && ARRAY[${old}]`
}
