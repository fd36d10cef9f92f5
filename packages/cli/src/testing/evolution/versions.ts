// Small specifications that differ in one aspect, and a database that is migrated from one to the next.

import type { Identities } from '@ninefold/core/evolution/identities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import type { MigrateResult } from '@ninefold/server/store/migrate/migrate.ts'
import { bringTo, compile } from '../../pipeline.ts'

export interface Version {
  readonly entities: readonly EntityText[]
  /** Missing: random. */
  readonly ids?: 'random' | 'counting'
  /** By field: `Ticket.status`; the first state is the initial one. */
  readonly states?: Readonly<Record<string, readonly string[]>>
  /** Rows of the section "Changes". */
  readonly changes?: readonly string[]
  /** Further sections. */
  readonly more?: string
}

export interface EntityText {
  readonly name: string
  /** Rows: `subject | text up to 80 | required | |`. */
  readonly fields: readonly string[]
  /** Lines: `- **History:** every change`. */
  readonly labels?: readonly string[]
}

export function textOf({ entities, ids = 'random', states = {}, changes = [], more = '' }: Version): string {
  const stated =
    changes.length === 0
      ? ''
      : `### Changes to version 2\n\n${table('What | Was | Becomes | Existing records', changes)}\n`
  const machines = Object.entries(states).map(([place, words]) => {
    const rows = words.map((word, index) => `${word} | | ${index === 0 ? 'initial' : ''}`)
    const moves = words.slice(1).map((word) => `to ${word} | ${words[0]} | ${word} | | |`)
    return `### States of ${place}\n\n${table('State | Means | Kind', rows)}\n${table('Transition | From | To | Who | Only if | Then', moves)}\n`
  })
  return [
    '# Shop\n',
    '## 3. Entities and their fields\n',
    `**Every entity has:** id as a ${ids === 'random' ? 'random identifier' : 'counting number'}, createdAt, updatedAt, version\n`,
    ...entities.map(
      ({ name, fields, labels = [] }) =>
        `### Entity: ${name}\n\n${labels.map((label) => `${label}\n`).join('')}\n${table('Field | Type | Rules | Default | Meaning', fields)}`,
    ),
    stated,
    ...(machines.length === 0 ? [] : ['## 4. States and transitions\n', ...machines]),
    more,
  ].join('\n')
}

function table(header: string, rows: readonly string[]): string {
  const dashes = header.replaceAll(/[^|]+/g, ' --- ')
  return [header, dashes, ...rows].map((row) => `| ${row.trim()} |\n`).join('')
}

export function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (model === null) throw new Error(errors.map(({ number, message }) => `${number} ${message}`).join('\n'))
  return model
}

export interface Bringing {
  readonly lock?: Identities | null
  readonly consent?: boolean
}

export async function bring(
  connectionString: string,
  version: Version,
  { lock = null, consent = false }: Bringing = {},
): Promise<MigrateResult> {
  const text = textOf(version)
  const database = openDatabase({ connectionString })
  try {
    return await bringTo(database, modelOf(text), text, { consent, lock })
  } finally {
    await database.close()
  }
}
