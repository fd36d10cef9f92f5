// A model → applications for its examples. Each example starts with freshly loaded reference and sample data.
// Everything is deleted afterwards.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@ninefold/core/model/model.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { SESSION_COOKIE } from '@ninefold/server/api/authentication/session-cookie.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { ONLY_EXAMPLES } from '@ninefold/server/outside/stand-in.ts'
import { runPutOff } from '@ninefold/server/jobs/later.ts'
import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { copyOfDatabase, ownDatabase } from '@ninefold/server/store/embedded/own-database.ts'
import { newSecretKey, type SecretTexts, secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { createSession } from '@ninefold/server/store/tables/users/sessions.ts'
import { pino } from 'pino'
import { signatureHeaders } from '@ninefold/server/outside/signatures.ts'
import { DevelopmentSecrets } from '../operation/services-out.ts'
import { applicationOf, bringTo, loadData, startServer } from '../pipeline.ts'
import type { Stage } from './run-example.ts'

export interface Stages extends AsyncDisposable {
  /** Plays on a stage of its own. `double`: an application to serve in place of the real one. */
  play<Result>(
    what: (stage: Stage, application: Application) => Promise<Result>,
    double?: (honest: Application) => Application,
  ): Promise<Result>
}

const BEGINNING = 'examples'

/** Additional data of every stage, beside the specification's own. */
export interface Beginning {
  /** Called before any records exist. */
  readonly tables?: (application: Application) => Promise<void>
  /** Called last, before the first stage starts. */
  readonly records?: (stage: Stage, application: Application) => Promise<void>
  /** Store of uploads for all stages. Missing: no uploads. */
  readonly files?: FileStore
}

export async function buildStages(model: Model, text: string, beginning: Beginning = {}): Promise<Stages> {
  const secretTexts = secretTextsWith([newSecretKey()])
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-examples-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const dispose = async (): Promise<void> => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await loadBeginning(model, text, await ownDatabase(postgres, BEGINNING), secretTexts, beginning)
  } catch (error) {
    await dispose()
    throw error
  }
  let number = 0
  return {
    play: async (what, double) => {
      const database = openDatabase({ connectionString: await copyOfDatabase(postgres, BEGINNING, `play ${++number}`) })
      try {
        const honest = applicationOf(model, text, 'development', database, secretTexts)
        // An example has the same result everywhere, so outside services are replaced by their examples.
        const application = { ...honest, services: ONLY_EXAMPLES, signingSecrets: new DevelopmentSecrets({}).of }
        return await playOn(application, what, { ...beginning, ...(double === undefined ? {} : { double }) })
      } finally {
        await database.close()
      }
    },
    [Symbol.asyncDispose]: dispose,
  }
}

async function loadBeginning(
  model: Model,
  text: string,
  connectionString: string,
  secretTexts: SecretTexts,
  beginning: Beginning,
): Promise<void> {
  const database = openDatabase({ connectionString })
  try {
    await bringTo(database, model, text, { consent: false, lock: null })
    const application = applicationOf(model, text, 'development', database, secretTexts)
    await beginning.tables?.(application)
    await loadData(application, ['reference', 'sample'])
    if (beginning.records !== undefined) await playOn(application, beginning.records, beginning)
  } finally {
    await database.close()
  }
}

async function playOn<Result>(
  application: Application,
  what: (stage: Stage, application: Application) => Promise<Result>,
  { double, files }: Pick<Beginning, 'files'> & { readonly double?: (honest: Application) => Application },
): Promise<Result> {
  const server = await startServer(
    {
      host: '127.0.0.1',
      port: 0,
      webFolder: null,
      logger: pino({ level: 'silent' }),
      development: null,
      ...(files === undefined ? {} : { files }),
    },
    double?.(application) ?? application,
  )
  try {
    return await what(stageOf(application, `http://127.0.0.1:${server.port}`), application)
  } finally {
    await server.close()
  }
}

export function stageOf(application: Application, address: string): Stage {
  const sessions = new Map<string, Promise<Readonly<Record<string, string>>>>()
  return {
    address,
    timeZone: application.timeZone,
    sessionCookies: cookiesOfSessions(application),
    settled: () => runPutOff(application, Date.now()),
    signedIn: (person) => {
      const known = sessions.get(person) ?? sessionOf(application, application.database, person)
      sessions.set(person, known)
      return known
    },
    signedBy: (service, event) => {
      const { signing } = application.model.calls.services.find(({ name }) => name === service) ?? {}
      const secrets = signing == null ? undefined : application.signingSecrets?.(signing.secret)
      if (signing == null || secrets === undefined) throw new Error(`${service} has no secret to sign with.`)
      return signatureHeaders(signing, secrets, { ...event, nowMs: Date.now() })
    },
  }
}

function cookiesOfSessions({ model }: Application): string[] {
  const carriers = signInOf(model.roles)?.session.carriers ?? []
  return [SESSION_COOKIE, ...carriers.flatMap((carrier) => (carrier.kind === 'named cookie' ? [carrier.name] : []))]
}

/** A session of a person from the sample data. */
async function sessionOf(
  application: Application,
  database: Database,
  person: string,
): Promise<Readonly<Record<string, string>>> {
  const signIn = signInOf(application.model.roles)
  if (signIn === null) return {}
  const rows = await database.runOwn(
    'sample-person',
    `SELECT record_id FROM ninefold.loaded_data WHERE kind = 'sample' AND entity = $1 AND key = $2`,
    [signIn.entity, person],
  )
  const id = rows[0]?.['record_id']
  if (typeof id !== 'string') throw new Error(`The sample data has no "${person}", although the checks found one.`)
  return headersOfSession(application, id)
}

/** Headers of a session, as sign-in would create it. The way of signing in is not under test. */
export async function headersOfSession(
  { model, database }: Application,
  userId: string,
): Promise<Readonly<Record<string, string>>> {
  const token = await createSession(database, userId, null, 'development')
  for (const carrier of signInOf(model.roles)?.session.carriers ?? []) {
    if (carrier.kind === 'header')
      return { [carrier.name.toLowerCase()]: carrier.scheme === null ? token : `${carrier.scheme} ${token}` }
    if (carrier.kind === 'named cookie') return { cookie: `${carrier.name}=${token}` }
    if (carrier.kind === 'cookie') return { cookie: `${SESSION_COOKIE}=${token}` }
  }
  // Even if clients authenticate only by password or query, the product's own pages keep their session in the cookie.
  return { cookie: `${SESSION_COOKIE}=${token}`, 'ninefold-client': 'web' }
}
