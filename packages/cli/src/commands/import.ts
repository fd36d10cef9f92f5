// `ninefold import FILE ENTITY ROWS --as IDENTIFIER`: imports a CSV file of any size, each record with the person's
// rights and under all rules. It shows its progress, continues after an interruption, and writes refused rows to a
// file.

import { rm } from 'node:fs/promises'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import type { Exchange } from '@ninefold/server/api/http/exchange.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { bindingsOf } from '@ninefold/server/gate/context/bindings.ts'
import type { Caller } from '@ninefold/server/gate/context/caller.ts'
import { CALL } from '@ninefold/server/gate/records/audit.ts'
import { callerCalled } from '@ninefold/server/gate/users/conditional-roles.ts'
import { appliedText } from '@ninefold/server/store/migrate/applied-text.ts'
import { bringEngineTables } from '@ninefold/server/store/migrate/migrate.ts'
import { type PlaceOptions, withPlaceOpened } from '../evolution/open-database.ts'
import { UnreadableRow } from '@ninefold/core/contract/inputs/csv-rows.ts'
import { csvSource, UnreadableText } from '../import/csv-source.ts'
import { RefusedFile } from '../import/refused-file.ts'
import { type RowsOfFile, takenBatches } from '../import/rows-of-file.ts'
import { modelOf } from '../model-of.ts'
import { keysInEnvironment, secretTextsOf } from '../operation/keys-for-secrets.ts'
import { applicationOf } from '../pipeline.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { counted } from '../terminal/terminal.ts'

export interface ImportOptions extends PlaceOptions {
  /** Identifier with which the person signs in. */
  readonly as: string
  /** File for refused rows. Missing: beside the imported file. */
  readonly refused?: string
}

export async function importFile(
  file: string,
  entityName: string,
  path: string,
  options: ImportOptions,
): Promise<void> {
  const source = await readNamedSpecification(file)
  const model = modelOf(source, 'used')
  const entity = entityCalled(model, entityName)
  const rows = await csvSource(path).catch((cause: unknown) => {
    throw stopAt(path, 0, cause)
  })
  const keepsSecret = entity.fields.some(({ type }) => type.kind === 'secret text')
  const secretTexts = keepsSecret ? secretTextsOf(model, file, keysInEnvironment(process.env)) : null
  await withPlaceOpened(file, options, 'as it is', async (database) => {
    await bringEngineTables(database.pool)
    if ((await appliedText(database.pool)) !== source.text)
      throw new Stop(
        `The database has another version of ${file}. Bring it there first: ninefold apply ${file}`,
        EXIT.refused,
      )
    const application = applicationOf(model, source.text, 'production', database, secretTexts)
    const caller = await callerCalled(application, options.as)
    if (caller === null) throw new Stop(`No user is called "${options.as}".`, EXIT.refused)
    const exchange = exchangeFor(application, caller)
    await takeAll({ exchange, entity, source: rows, path }, options.refused ?? `${path}.refused.csv`).finally(() =>
      // Without figures about the new rows, PostgreSQL reads whole tables for its lists until its own turn comes.
      database.pool.query(`ANALYZE "${tableName(entity.name)}"`),
    )
  })
}

function entityCalled({ entities }: Model, name: string): Entity {
  const entity = entities.entities.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (entity !== undefined) return entity
  throw new Stop(`There is no entity "${name}". There are: ${entities.entities.map((each) => each.name).join(', ')}.`)
}

/** The audit log names the person and this command. */
function exchangeFor(application: Application, caller: Caller): Exchange {
  return {
    application,
    caller,
    parameters: {},
    query: {},
    body: null,
    headers: {},
    cookies: {},
    bindings: { ...bindingsOf(application, caller), [CALL]: 'ninefold import' },
  }
}

interface FileToTake extends RowsOfFile {
  readonly path: string
}

/** An error about the file names its place and the way on; other errors stay as they are. */
function stopAt(path: string, rows: number, cause: unknown): unknown {
  if (!(cause instanceof UnreadableRow) && !(cause instanceof UnreadableText)) return cause
  const before =
    rows === 0
      ? 'Nothing was imported.'
      : `The first ${counted(rows, 'row')} were taken in. Correct the file behind them, and run the same command again: it continues there.`
  return new Stop(`${path}: ${cause.message} ${before}`, EXIT.refused)
}

async function takeAll(rows: FileToTake, refusedPath: string): Promise<void> {
  const refused = new RefusedFile(refusedPath, rows.source)
  const [done, repeated] = [{ rows: 0, created: 0, refused: 0 }, { rows: 0 }]
  const progress = new Progress()
  try {
    for await (const batch of takenBatches(rows)) {
      done.rows += batch.rows
      done.created += batch.created
      done.refused += batch.refused.length
      if (batch.isRepeated) repeated.rows += batch.rows
      await refused.add(batch.refused)
      progress.tell(
        `${counted(done.rows, 'row')} read, ${counted(done.created, 'record')} made, ${done.refused} refused`,
      )
    }
  } catch (cause) {
    throw stopAt(rows.path, done.rows, cause)
  } finally {
    progress.end()
    await refused.close()
    if (done.refused === 0) await rm(refusedPath, { force: true })
  }
  const before = repeated.rows === 0 ? '' : ` ${counted(repeated.rows, 'row')} had been taken in before.`
  process.stdout.write(`${counted(done.rows, 'row')}: ${counted(done.created, 'record')} made.${before}\n`)
  if (done.refused === 0) return
  throw new Stop(
    `${counted(done.refused, 'row')} refused, each with its reason in ${refusedPath}. Mend them there, and import that file.`,
    EXIT.refused,
  )
}

const TOLD_EVERY_MS = 5_000

/** One line that is overwritten on a terminal; elsewhere an occasional line. */
class Progress {
  #toldAt = performance.now()

  tell(words: string): void {
    if (process.stderr.isTTY) return void process.stderr.write(`\r${words}\u001B[K`)
    if (performance.now() - this.#toldAt < TOLD_EVERY_MS) return
    this.#toldAt = performance.now()
    process.stderr.write(`${words}\n`)
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\n')
  }
}
