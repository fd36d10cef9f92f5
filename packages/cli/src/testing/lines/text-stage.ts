// A text → its application as `ninefold dev` serves it, over its own database, and all of its answers at one moment: to
// guests, and to some people of its sample data.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationsOf } from '@ninefold/core/contract/calls/calls.ts'
import { openApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { tableName } from '@ninefold/core/plan/sql/database-names.ts'
import { inPublic } from '@ninefold/core/plan/schema/ddl.ts'
import type { NinefoldServer } from '@ninefold/server/api/server.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import { appliedText } from '@ninefold/server/store/migrate/applied-text.ts'
import { type Database, openDatabase } from '@ninefold/server/store/driver/database.ts'
import { newSecretKey, secretTextsWith } from '@ninefold/server/store/data/secret-texts.ts'
import { pino } from 'pino'
import { LiveSpecification } from '../../development/live-specification.ts'
import type { Outcome } from '../../development/outcome.ts'
import { emptyForm } from '../../empty-form.ts'
import { headersOfSession } from '../../examples/stages.ts'
import { applicationOf, compile, revisionOf, startServer } from '../../pipeline.ts'
import type { TextEdit } from './text-edits.ts'
import { faultyServer, type TextsFault } from './texts-faults.ts'

type Headers = Readonly<Record<string, string>>

const PEOPLE_MAX = 2
const PAGE_MAX = 6

/** Answers, by role and request. */
export type Look = ReadonlyMap<string, string>

export interface TextStage extends AsyncDisposable {
  readonly address: string
  /** Outcomes of the last save. Empty: none was reported. */
  readonly outcomes: readonly Outcome['kind'][]
  /** Reason of the last failure. */
  readonly failure: () => string
  write(content: TextEdit['content']): Promise<void>
  saved(): Promise<void>
  consent(): Promise<void>
  /** All answers of this model's application, and the text that its tables belong to. */
  look(model: Model): Promise<Look>
  /** The reason why the served application is not the one of this text. Null: it is. */
  notServed(text: string, model: Model, look: Look): string | null
  /** Another version has other sessions. */
  signIn(model: Model): Promise<void>
}

interface Asking {
  readonly address: string
  readonly own: Database
  readonly patienceMs: number
}

export interface StageOptions {
  readonly connectionString: string
  readonly fault: TextsFault | null
  readonly patienceMs: number
}

export async function textStage(
  text: string,
  { connectionString, fault, patienceMs }: StageOptions,
): Promise<TextStage> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-texts-'))
  const file = join(folder, 'app.md')
  await writeFile(file, text)
  const secretTexts = secretTextsWith([newSecretKey()])
  const outcomes: Outcome['kind'][] = []
  let failure = ''
  const own = openDatabase({ connectionString })
  const live = new LiveSpecification(
    file,
    (aheadMs) => openDatabase({ connectionString, aheadMs }),
    secretTexts,
    (outcome) => {
      outcomes.push(outcome.kind)
      if (outcome.kind === 'failed') failure = String(outcome.cause)
    },
  )
  const application = await live.open({ file, text })
  const server = await served(live, application)
  const faulty = faultyServer(server, fault, () => formOver(own))
  live.attach(faulty.server)
  const address = `http://127.0.0.1:${server.port}`
  let people: readonly Headers[] = [{}]
  const changed = async (change: () => Promise<void>): Promise<void> => {
    outcomes.splice(0)
    await change()
    if (outcomes.includes('errors')) await faulty.refused()
  }
  return {
    address,
    outcomes,
    failure: () => failure,
    write: (content) => (content === null ? rm(file, { force: true }) : writeFile(file, content)),
    saved: () => changed(() => live.saved(true)),
    consent: () => changed(() => live.consent()),
    look: (model) => lookAt({ address, own, patienceMs }, model, people),
    notServed: notServedIn,
    signIn: async (model) => {
      people = [{}, ...(await sessionsOf(applicationOf(model, '', 'development', own, secretTexts)))]
    },
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await live.close()
      await own.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Like `ninefold dev`, but without the web app and background work. */
function served(live: LiveSpecification, application: Application): Promise<NinefoldServer> {
  const logger = pino({ level: 'silent' })
  return startServer({ host: '127.0.0.1', port: 0, webFolder: null, logger, development: live }, application)
}

function formOver(database: Database): Application {
  const form = emptyForm('Form')
  const { model } = compile(form)
  if (model === null) throw new Error('The empty form has errors.')
  return applicationOf(model, form, 'development', database, null)
}

async function sessionsOf(application: Application): Promise<Headers[]> {
  const { signIn } = application.model.roles
  if (signIn === null) return []
  const { rows } = await application.database.pool.query<{ id: string }>(
    `SELECT id FROM ${inPublic(tableName(signIn.entity))} ORDER BY id LIMIT ${PEOPLE_MAX}`,
  )
  return Promise.all(rows.map(({ id }) => headersOfSession(application, id)))
}

/** Status 0: no answer. */
export async function asked(
  address: string,
  path: string,
  patienceMs: number,
  headers: Headers = {},
): Promise<{ readonly status: number; readonly body: string }> {
  try {
    const answer = await fetch(address + path, { headers, signal: AbortSignal.timeout(patienceMs) })
    return { status: answer.status, body: await answer.text() }
  } catch (cause) {
    return { status: 0, body: `not answered: ${String(cause)}` }
  }
}

async function lookAt({ address, own, patienceMs }: Asking, model: Model, people: readonly Headers[]): Promise<Look> {
  const pages = operationsOf(model).flatMap(({ method, path }) =>
    method === 'GET' && !path.includes(':') ? [path] : [],
  )
  const paths = ['/_ninefold/app', '/_ninefold/openapi.json', '/there/is/nothing', ...pages.slice(0, PAGE_MAX)]
  const found = await Promise.all(
    people.flatMap((headers, person) =>
      paths.map(async (path): Promise<[string, string]> => {
        const { status, body } = await asked(address, path, patienceMs, headers)
        return [`${path} by ${person}`, `${status} ${body.replace(/"requestId":"[^"]*"/g, '')}`]
      }),
    ),
  )
  return new Map([...found, ['the text of the tables', revisionOf((await appliedText(own.pool)) ?? '')]])
}

function notServedIn(text: string, model: Model, look: Look): string | null {
  const revision = revisionOf(text)
  if (look.get('the text of the tables') !== revision) return 'the tables are those of another text'
  if (look.get('/_ninefold/app by 0')?.includes(`"revision":"${revision} `) !== true) return 'another text is served'
  const document = `200 ${JSON.stringify(openApiDocument(model, revision))}`
  if (look.get('/_ninefold/openapi.json by 0') !== document) return 'its calls are not those of the text'
  for (const [asked, answer] of look) if (/^(0|5\d\d) /.test(answer)) return `${asked}: ${answer.slice(0, 200)}`
  return null
}
