// A schema → its constraints by the names that PostgreSQL reports, with the author's words for them.

import { compositeName } from '../sql/database-names.ts'
import type { Column, FieldRule, RecordRule, Schema, Table } from './schema.ts'

/**
 * A constraint as PostgreSQL reports its violation: unique (23505), reference (23503 for a missing record, 23001 for a
 * blocked deletion) and check (23514) by name; an empty required column (23502) by table and column.
 */
export interface Constraint {
  readonly name: string
  readonly kind: 'unique' | 'reference' | 'check' | 'not null' | 'several records'
  readonly table: string
  readonly columns: readonly string[]
  readonly entity: string
  readonly fields: readonly string[]
  readonly rule: FieldRule
  /** The catalogue's code for the violation; missing: a built-in error. */
  readonly otherwise?: string
}

export function constraintsOf(schema: Schema): Constraint[] {
  return [...schema.tables.flatMap(constraintsOfTable), ...(schema.rules ?? []).flatMap(constraintsOfRule)]
}

function constraintsOfRule({ name, exclusion, table, entity, fields, otherwise, unique }: RecordRule): Constraint[] {
  const rule: FieldRule = unique === undefined ? { kind: 'several records' } : { kind: 'unique', ...unique }
  const names = exclusion === undefined ? [name] : [name, exclusion]
  return names.map((each) => ({
    name: each,
    kind: 'several records',
    table,
    columns: [],
    entity,
    fields,
    rule,
    ...(otherwise === null ? {} : { otherwise }),
  }))
}

function constraintsOfTable(table: Table): Constraint[] {
  const of = { table: table.name, entity: table.entity }
  const required = table.columns
    .filter((column) => column.isRequired)
    .flatMap((column): Constraint[] => {
      const { name, field } = column
      const each = { ...of, columns: [name], fields: [field], rule: { kind: 'required' } } as const
      return [
        { ...each, name: `${table.name}_${name}_not_null`, kind: 'not null' },
        { ...each, name: requiredCheckName(table, column), kind: 'check' },
      ]
    })
  const checks = table.checks.flatMap(({ name, column, field, rule, below }): Constraint[] => {
    const whole = { ...of, name, kind: 'check', columns: [column], fields: [field], rule } as const
    return below === undefined || !('min' in rule)
      ? [whole]
      : [whole, { ...whole, name: below.name, rule: { ...rule, max: null } }]
  })
  const references = table.references.map(({ name, column, field, target }): Constraint => {
    return {
      ...of,
      name,
      kind: 'reference',
      columns: [column],
      fields: [field],
      rule: { kind: 'reference', entity: target.entity },
    }
  })
  const unique = table.indexes.flatMap(({ name, columns, fields, unique, otherwise }): Constraint[] =>
    unique === null
      ? []
      : [
          {
            ...of,
            name,
            kind: 'unique',
            columns,
            fields,
            rule: { kind: 'unique', ...unique },
            ...(otherwise === undefined ? {} : { otherwise }),
          },
        ],
  )
  const fields = [table.field ?? 'id']
  const once = { kind: 'unique', ignoringCase: false, within: [] } as const
  const key: Constraint = {
    ...of,
    name: table.primaryKey.name,
    kind: 'unique',
    columns: table.primaryKey.columns,
    fields,
    rule: once,
  }
  return [key, ...required, ...checks, ...references, ...unique]
}

/** Stands for `NOT NULL` of a large table until all its records have been compared. */
export function requiredCheckName({ name }: Pick<Table, 'name'>, column: Pick<Column, 'name'>): string {
  return compositeName('', name, column.name, 'required')
}

/** The violated constraint, from the error's fields without data. */
export function violatedConstraint(
  constraints: readonly Constraint[],
  error: {
    readonly code?: string | undefined
    readonly constraint?: string | undefined
    readonly table?: string | undefined
    readonly column?: string | undefined
  },
): Constraint | null {
  const found =
    error.code === '23502'
      ? constraints.find(
          ({ kind, table, columns }) => kind === 'not null' && table === error.table && columns[0] === error.column,
        )
      : constraints.find(({ name, table }) => name === error.constraint && table === error.table)
  return found ?? null
}
