// The whole application in a worker of the browser: PostgreSQL, and the server as `ninefold dev` runs it.

import '../node/globals.ts'
import { LiveSpecification } from '@ninefold/cli/development/live-specification.ts'
import type { Outcome } from '@ninefold/cli/development/outcome.ts'
import { webhooksFrom } from '@ninefold/cli/operation/webhooks-out.ts'
import { startServer } from '@ninefold/server/api/server.ts'
import { MAILBOX_ONLY } from '@ninefold/server/jobs/mail.ts'
import { secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { pino } from 'pino'
import { CONNECTION_STRING } from '../database/pglite.ts'
import { onWritten, readFile, writeFile } from '../node/files.ts'
import type { FromWorker, ToldOutcome, ToWorker } from '../protocol.ts'
import { answerOn } from './answering.ts'
import { Cookies } from './cookies.ts'
import { openPglite, type OpenDatabase } from './database.ts'

/** The page of the web app, where the server looks for it. */
const WEB_FOLDER = '/web'

interface Running {
  readonly live: LiveSpecification
  readonly file: string
  readonly cookies: Cookies
  readonly database: OpenDatabase
}

const tell = (told: FromWorker): void => postMessage(told)
const failed = (cause: unknown): void =>
  tell({ kind: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) })

let running: Promise<Running> | null = null

addEventListener('message', ({ data, ports }: MessageEvent<ToWorker>) => {
  take(data, ports[0] ?? null).catch(failed)
})

async function take(told: ToWorker, port: MessagePort | null): Promise<void> {
  if (told.kind === 'begin') {
    running = begin(told)
    await running
    return
  }
  if (running === null) throw new Error('Nothing has begun.')
  const { live, file, cookies, database } = await running
  switch (told.kind) {
    case 'apply':
      return writeFile(file, told.text)
    case 'consent':
      return live.consent()
    case 'request':
      if (port !== null) answerOn(port, told.request, cookies)
      return
    case 'end':
      await database.settled()
      return tell({ kind: 'ended' })
  }
}

type Begin = ToWorker & { readonly kind: 'begin' }

async function begin({ text, file, parts, secretKey, hasData, cookies: kept }: Begin): Promise<Running> {
  tell({ kind: 'stage', stage: 'fetching' })
  const page = fetch(parts.page).then((answer) => answer.text())
  const database = await openPglite(parts, hasData, failed)
  await writeFile(file, text)
  await writeFile(`${WEB_FOLDER}/index.html`, await page)
  tell({ kind: 'stage', stage: 'bringing' })
  const live = new LiveSpecification(
    file,
    (aheadMs) => openDatabase({ connectionString: CONNECTION_STRING, aheadMs }),
    secretTextsWith([secretKey]),
    (outcome) => tell({ kind: 'outcome', outcome: toldOf(outcome) }),
  )
  const application = await live.open({ file, text })
  tell({ kind: 'stage', stage: 'serving' })
  const server = await startServer(
    {
      host: '127.0.0.1',
      port: 80,
      webFolder: WEB_FOLDER,
      logger: pino({ level: 'warn' }),
      development: live,
      jobs: { mail: MAILBOX_ONLY, webhooks: webhooksFrom({}, true) },
    },
    application,
  )
  live.attach(server)
  onWritten((path) => void (path === file && saved(live, file).catch(failed)))
  tell({ kind: 'ready', name: application.model.name, isKept: database.isKept })
  // Writes are saved from here on.
  void database.settled()
  return { live, file, cookies: new Cookies(kept, (all) => tell({ kind: 'cookies', cookies: all })), database }
}

/** Saved by the page, or by the author's pages of the application; the page has to learn of the latter. */
async function saved(live: LiveSpecification, file: string): Promise<void> {
  tell({ kind: 'text', text: String(await readFile(file, 'utf8')) })
  await live.saved(true)
}

function toldOf(outcome: Outcome): ToldOutcome {
  switch (outcome.kind) {
    case 'applied':
      return {
        kind: 'applied',
        name: outcome.compiled.model?.name ?? '',
        changes: outcome.changes,
        tookMs: outcome.tookMs,
      }
    case 'waiting':
      return { kind: 'waiting', steps: outcome.steps.map(({ sentence }) => sentence) }
    case 'errors':
      return { kind: 'errors' }
    case 'failed':
      return { kind: 'failed', message: outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause) }
    case 'file gone':
      return { kind: 'failed', message: outcome.reason }
  }
}
