// `ninefold start FILE`: serves a specification to its users. It serves only stated behaviour, assumes nothing, and
// loses data only with an explicit option.

import { setTimeout as wait } from 'node:timers/promises'
import { hasFiles } from '@ninefold/core/contract/inputs/uploads.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Source } from '@ninefold/core/text/source.ts'
import { inviteFirstHolders } from '@ninefold/server/gate/users/invitations.ts'
import { sendsMail } from '@ninefold/server/gate/messages/sendings.ts'
import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import { refuseUnfitPooling } from '@ninefold/server/store/driver/pooler-check.ts'
import { refuseUnfitReplica } from '@ninefold/server/store/driver/replica/replica-check.ts'
import type { Pooling } from '@ninefold/server/store/driver/transaction-settings.ts'
import type { FileStore } from '@ninefold/server/store/files/file-store.ts'
import { type Logger, pino } from 'pino'
import { openEmbeddedDatabase } from '../operation/embedded-database.ts'
import { asStop } from '../operation/data-refused.ts'
import { EXIT, Stop } from '../terminal/exit.ts'
import { tellingFailures } from '../evolution/failures-of-data.ts'
import { readIdentitiesFile } from '../evolution/identities-file.ts'
import { keysInEnvironment, refuseMissingKeys, secretTextsOf } from '../operation/keys-for-secrets.ts'
import { type LogoFiles, readLogoFiles } from '../operation/logo-files.ts'
import { mailServer } from '../operation/mail-server.ts'
import { modelOf } from '../model-of.ts'
import { applicationOf, bringTo, loadData, startServer } from '../pipeline.ts'
import { metricsAddress, observed, stopDelayMs } from '../operation/observed-start.ts'
import { placeForFiles, refuseForeignFiles } from '../operation/place-for-files.ts'
import { isPortTaken } from '../operation/port.ts'
import { provisionalBehaviour, withoutProvisionalPermissions } from '../provisional.ts'
import {
  poolingAtStart,
  proxiesAtStart,
  refuseMissingSettings,
  replicaAtStart,
} from '../operation/settings-at-start.ts'
import { shrinkHeap } from '../operation/heap-limits.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { waitingWords } from '../development/print-outcome.ts'
import { untilStopped } from '../operation/shutdown-signals.ts'
import { findWebFolder } from '../web-folder.ts'
import { refuseMissingProviders } from '../operation/identity-providers.ts'
import { outsideFrom } from '../operation/outside.ts'
import { refuseMissingServices } from '../operation/services-out.ts'
import { refuseUnfitSecrets, webhooksFrom } from '../operation/webhooks-out.ts'

export interface StartOptions {
  readonly port: number
  readonly host: string
  readonly embeddedDatabase?: true
  readonly data?: string
  readonly allowProvisional?: true
  readonly consentToDataLoss?: true
}

/**
 * Buffers log lines into fewer writes. A killed process loses the last lines; a process that ends normally writes all.
 */
const LOG = { sync: false, minLength: 4096, periodicFlush: 100 }

/** By then, clients that waited for the start have their first answers. */
const BEGUN_AFTER_MS = 1_000

export async function start(file: string, options: StartOptions): Promise<void> {
  const stopped = untilStopped()
  const source = await readNamedSpecification(file)
  const model = goodModel(source, options)
  refuseMissingSettings(model, source.file, process.env)
  refuseUnfitSecrets(model, source.file, process.env)
  refuseMissingServices(model, source.file, process.env)
  refuseMissingProviders(model, source.file, process.env)
  const logo = await goodLogo(source, model)
  const mail = mailServer(process.env)
  const logger = pino({ level: process.env['LOG_LEVEL'] ?? 'info' }, pino.destination(LOG))
  if (mail === null && sendsMail(model))
    logger.warn('SMTP_URL is not set: e-mail waits until a start with a mail server.')
  const delayMs = stopDelayMs(process.env)
  metricsAddress(process.env)
  const proxies = proxiesAtStart(process.env)
  const keys = keysInEnvironment(process.env)
  const place = await chooseDatabase(file, options, logger)
  try {
    await tellingFailures(place.connectionString, async () => {
      const files = filesFor(model, place)
      const secretTexts = secretTextsOf(model, source.file, [...keys, ...place.keys])
      const beginning = { source, model, options, logger, place, secretTexts, logo }
      await using begun = await beginOn(beginning)
      const jobs = { mail, webhooks: webhooksFrom(process.env, false) }
      await using watched = await observed(process.env, begun.application, logger)
      const { observers, crowdObservers } = watched
      const shown = { observers, crowdObservers, development: null, jobs, proxies, ...files }
      const listening = { host: options.host, port: options.port, webFolder: findWebFolder(), logger }
      const server = await startServer({ ...listening, ...shown }, begun.application).catch((error: unknown) => {
        throw isPortTaken(error) ? new Stop(`Port ${options.port} is taken. Give another one with --port.`) : error
      })
      logger.info(
        { port: server.port, revision: begun.application.revision, records: begun.records },
        `${model.name} is served on port ${server.port}.`,
      )
      // The parent process is waiting for this line.
      logger.flush()
      await inviteFirst(begun.application.database, model, server.port, logger)
      setTimeout(shrinkHeap, BEGUN_AFTER_MS).unref()
      await stopped
      logger.info('Stopping: running requests are finished first.')
      server.leave()
      if (delayMs > 0) await wait(delayMs)
      await server.close()
    })
  } finally {
    await place.stop()
  }
  logger.info('Stopped.')
}

interface Beginning {
  readonly source: Source
  readonly model: Model
  readonly options: StartOptions
  readonly logger: Logger
  readonly place: DatabasePlace
  readonly secretTexts: ReturnType<typeof secretTextsOf>
  readonly logo: LogoFiles['shown']
}

/** Opens the database, migrated to the specification and with its reference data. Closed when disposed. */
async function beginOn({ source, model, options, logger, place, secretTexts, logo }: Beginning) {
  const { connectionString, pooling, replica } = place
  if (pooling !== undefined) await refuseUnfitPooling(connectionString, pooling)
  const database = openDatabase({
    connectionString,
    ...(pooling === undefined ? {} : { pooling }),
    ...(replica === undefined ? {} : { replica: { connectionString: replica, onChange: toldOfReplica(logger) } }),
    onConnectionLost: (cause) => logger.warn({ err: cause }, 'A connection to the database was lost.'),
  })
  try {
    await bringDatabase(database, model, source, options, logger)
    if (replica !== undefined) await refuseUnfitReplica(pooling?.directConnectionString ?? connectionString, replica)
    // An embedded database has a default folder for uploads.
    if (options.embeddedDatabase !== true && place.files !== undefined) await refuseForeignFiles(database, place.files)
    await refuseMissingKeys(database, model, secretTexts)
    const honest = applicationOf(model, source.text, 'production', database, secretTexts)
    const outside = outsideFrom(process.env, false)
    const application = { ...honest, ...logo, ...outside, signingSecrets: (name: string) => process.env[name] }
    const records = await loadData(application, ['reference']).catch((error: unknown) => {
      throw asStop(error, source, 'started')
    })
    return { application, records, [Symbol.asyncDispose]: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

function toldOfReplica(logger: Logger): (reason: string | null) => void {
  return (reason) =>
    reason === null
      ? logger.info('The replica in DATABASE_REPLICA_URL answers reads.')
      : logger.warn({ reason }, 'The primary answers all reads, because the replica in DATABASE_REPLICA_URL does not.')
}

/**
 * No user exists yet who could invite others, so the log, which only the operator reads, contains the first
 * invitations.
 */
async function inviteFirst(database: Database, model: Model, port: number, logger: Logger): Promise<void> {
  const origin = model.limits.publicAddress?.origin ?? `http://localhost:${port}`
  for (const { role, link } of await inviteFirstHolders(database, model))
    logger.warn(
      `The role "${role}" has no user yet. This link creates the first one, once, within 7 days: ${origin}${link}`,
    )
}

/** Returns the model, or throws with the reasons why it cannot be served. */
function goodModel(source: Source, options: StartOptions): Model {
  const model = modelOf(source, 'served')
  const provisional = provisionalBehaviour(model)
  if (provisional.length > 0 && options.allowProvisional !== true) {
    const list = provisional.map((line) => `  ${line}\n`).join('')
    throw new Stop(
      `${source.file} leaves open what would be served:\n${list}State it, or serve it as it is with --allow-provisional.`,
      EXIT.refused,
    )
  }
  return withoutProvisionalPermissions(model)
}

/** A start that fails because of a missing picture is better than an application without its logo. */
async function goodLogo(source: Source, model: Model): Promise<LogoFiles['shown']> {
  const { shown, problem } = await readLogoFiles(source.file, model)
  if (problem !== null) throw new Stop(`${source.file}: ${problem.message} ${problem.hint ?? ''}`, EXIT.refused)
  return shown
}

interface DatabasePlace {
  readonly connectionString: string
  /** Present: a pooler lends a connection for each transaction. */
  readonly pooling?: Pooling
  /** Present: the address of a streaming replica that answers reads. */
  readonly replica?: string
  /** Missing: no store for uploads is configured. */
  readonly files?: FileStore
  /** Keys stored beside the embedded database. */
  readonly keys: readonly string[]
  stop(): Promise<void>
}

async function chooseDatabase(file: string, options: StartOptions, logger: Logger): Promise<DatabasePlace> {
  const given = process.env['DATABASE_URL'] ?? ''
  const replica = replicaAtStart(process.env)
  if (options.embeddedDatabase === true) {
    if (given !== '') throw new Stop('DATABASE_URL is set and --embedded-database is given. Use only one of them.')
    if (replica !== null)
      throw new Stop('DATABASE_REPLICA_URL is set and --embedded-database is given. Use only one of them.')
    return openEmbeddedDatabase(file, options.data, (line) => logger.info(line))
  }
  if (given === '')
    throw new Stop(
      'DATABASE_URL is not set. Set it, or keep the data in an embedded database with --embedded-database.',
    )
  const files = placeForFiles(process.env)
  const pooling = poolingAtStart(process.env)
  return {
    connectionString: given,
    ...(pooling === null ? {} : { pooling }),
    ...(replica === null ? {} : { replica }),
    keys: [],
    ...(files === null ? {} : { files }),
    stop: async () => {},
  }
}

function filesFor(model: Model, { files }: DatabasePlace): { readonly files?: FileStore } {
  if (files !== undefined) return { files }
  if (!hasFiles(model)) return {}
  throw new Stop(
    'This application has uploads, and NINEFOLD_FILES is not set. Set it to a folder of its own, which needs backups like the database, or to s3://bucket/prefix.',
  )
}

async function bringDatabase(
  database: Database,
  model: Model,
  source: Source,
  options: StartOptions,
  logger: Logger,
): Promise<void> {
  const lock = await readIdentitiesFile(source.file)
  const consent = options.consentToDataLoss === true
  const { waiting, differences, policyProblem } = await bringTo(database, model, source.text, { consent, lock })
  for (const { kind, point, sentence } of waiting.length === 0 ? differences : [])
    logger[kind === 'safe' ? 'debug' : 'info']({ kind, point }, `Changed: ${sentence}`)
  if (policyProblem !== undefined)
    logger.warn(`Only Ninefold itself checks rights, without row-level security in the database: ${policyProblem}`)
  if (waiting.length === 0) return
  const list = waiting.map((step) => `  ${waitingWords(step)}\n`).join('')
  const canBeAgreed = waiting.every(({ consequence }) => consequence === 'loses values')
  const way = canBeAgreed
    ? 'Agree with --consent-to-data-loss, or change the text.'
    : 'Correct those records, or change the text.'
  throw new Stop(`Nothing was changed, because existing data is affected:\n${list}${way}`, EXIT.refused)
}
