// The whole way of a specification, on one screen.
//
//   text → outline → draft → model          compile        core/compile.ts
//   model → tables → database               bringTo        core/plan, server/store
//   tables of the text → records            loadData       server/store
//   model → contract and plans              applicationOf  core/contract, server/gate
//   application → addresses that answer     startServer    server/api

import { createHash } from 'node:crypto'
import { modelOf } from '@ninefold/core/compile.ts'
import { differences } from '@ninefold/core/evolution/difference.ts'
import type { Difference } from '@ninefold/core/evolution/difference-kinds.ts'
import { evolve, type Former } from '@ninefold/core/evolution/evolve.ts'
import { type Identities, isIdentities } from '@ninefold/core/evolution/identities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { type Application, createApplication } from '@ninefold/server/gate/context/application.ts'
import type { Database } from '@ninefold/server/store/driver/database.ts'
import type { SecretTexts } from '@ninefold/server/store/data/secret-texts.ts'
import type { DataKind } from '@ninefold/server/store/data/data-refusals.ts'
import { loadRecords } from '@ninefold/server/store/data/load-data.ts'
import type { Applied } from '@ninefold/server/store/migrate/applied-schema.ts'
import {
  type Evolution,
  migrate,
  type MigrateOptions,
  type MigrateResult,
} from '@ninefold/server/store/migrate/migrate.ts'
import { keepNames } from '@ninefold/server/store/shards/names-of-tenants.ts'
import { today } from './today.ts'

export { compile, type Compiled } from '@ninefold/core/compile.ts'
export { startServer } from '@ninefold/server/api/server.ts'

/** The version that a database was migrated to, and the differences for each role. */
export interface Brought extends MigrateResult {
  /** Empty if nothing differs, if the database was empty, or if its former version can no longer be read. */
  readonly differences: readonly Difference[]
}

/** Migrates the database's tables to the model, or returns the steps that wait for consent. */
export async function bringTo(
  database: Database,
  model: Model,
  text: string,
  { consent, lock }: { readonly consent: MigrateOptions['consent']; readonly lock: Identities | null },
): Promise<Brought> {
  let found: readonly Difference[] = []
  const schema = planTables(model)
  const result = await migrate(database.pool, schema, {
    text,
    consent,
    evolution: (before) => {
      const former = before === null ? null : formerOf(before)
      const evolution = evolutionFrom(former, model, lock)
      found =
        former === null || former.model === null ? [] : differences(former.model, model, evolution.changes, today())
      return evolution
    },
  })
  if (result.waiting.length === 0) await keepNames(database.pool, model, schema)
  return { ...result, differences: found }
}

/** `lock`: the identities of names, as kept beside the text. Null: no such file. */
export function evolutionTo(model: Model, lock: Identities | null): NonNullable<MigrateOptions['evolution']> {
  return (before) => evolutionFrom(before === null ? null : formerOf(before), model, lock)
}

function evolutionFrom(former: Former | null, model: Model, lock: Identities | null): Evolution {
  const evolved = evolve(former, model, lock)
  return { ...evolved, problems: evolved.problems.map(({ sentence }) => sentence) }
}

/** The specification that a database belongs to, as far as its text can still be read. */
export function formerOf({ schema, text, identities }: Applied): Former {
  return { schema, model: modelOf(text), identities: isIdentities(identities) ? identities : null }
}

/** Loads each record of the text's own tables once. Returns the number of new ones. */
export async function loadData(application: Application, kinds: readonly DataKind[]): Promise<number> {
  let records = 0
  for (const kind of kinds) records += await loadRecords(application.database, application, kind)
  return records
}

export function applicationOf(
  model: Model,
  text: string,
  mode: Application['mode'],
  database: Database,
  secretTexts: SecretTexts | null,
): Application {
  return createApplication(model, revisionOf(text), mode, database, secretTexts, text)
}

/** Equal texts have the same revision in every process. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
