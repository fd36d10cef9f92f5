// The workshops, applied to a database and used once → the engine's statements for a list and for a creation of tasks,
// for any tenant.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import { applicationOf, bringTo, startServer } from '@ninefold/cli/pipeline.ts'
import { openDatabase } from '@ninefold/server/store/driver/database.ts'
import { askAs } from '@ninefold/server/store/driver/caller-query.ts'
import { clientOf } from '@ninefold/server/testing/running-application.ts'
import { RecordedStatements, type Run } from '@ninefold/server/testing/tenants/recorded-statements.ts'
import { pino } from 'pino'
import type { TenantIds } from './tenant-tables.ts'

const TEXT_FILE = join(import.meta.dirname, '../../packages/server/src/testing/texts/workshops.md')
const PASSWORD = 'correct-horse-1'

export interface OwnStatement {
  readonly text: string
  valuesOf(ids: TenantIds): unknown[]
}

export interface OwnStatements {
  readonly list: OwnStatement
  readonly write: OwnStatement
  /** Settings of the caller, for row-level security. */
  asking(ids: TenantIds): { readonly text: string; readonly values: (string | Buffer | null)[] }
}

export async function ownStatements(connectionString: string): Promise<OwnStatements> {
  const text = readFileSync(TEXT_FILE, 'utf8')
  const { model } = compile(text)
  if (model === null) throw new Error('The workshops have errors.')
  const database = openDatabase({ connectionString })
  try {
    await bringTo(database, model, text, { consent: false, lock: null })
    const recorded = new RecordedStatements()
    const application = recorded.double(applicationOf(model, text, 'development', database, null))
    const options = {
      host: '127.0.0.1',
      port: 0,
      webFolder: null,
      logger: pino({ level: 'silent' }),
      development: null,
    }
    const server = await startServer(options, application)
    try {
      return await recordedOf(`http://127.0.0.1:${server.port}`, recorded)
    } finally {
      await server.close()
    }
  } finally {
    await database.close()
  }
}

async function recordedOf(address: string, recorded: RecordedStatements): Promise<OwnStatements> {
  const signedUp = await clientOf(address, null).post('/_ninefold/users', {
    name: 'Mia',
    email: 'mia@example.test',
    password: PASSWORD,
  })
  if (signedUp.status !== 201)
    throw new Error(`The sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`)
  const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? null
  const mia = clientOf(address, cookie)
  const made = async (path: string, body: unknown): Promise<string> => {
    const { status, body: answer } = await mia.post(path, body)
    if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`)
    return String(answer.id)
  }
  await made('/api/organisations', { name: 'Alder' })
  const project = await made('/api/projects', { name: 'House' })
  await made('/api/tasks', { project, title: 'Roof' })
  const { status } = await mia.get('/api/tasks')
  if (status !== 200) throw new Error(`The list answered ${status}.`)
  const runs = recorded.runs()
  const list = only(runs, ({ by, text }) => by === 'list' && text.includes('FROM "task"'))
  const write = only(runs, ({ by, text }) => by === 'create at once' && text.includes('INSERT INTO "task"'))
  const valuesFor =
    (run: Run) =>
    ({ person, project: ofTenant }: TenantIds): unknown[] =>
      run.values.map((value) => (value === list.me ? person : value === project ? ofTenant : value))
  return {
    list: { text: list.text, valuesOf: valuesFor(list) },
    write: { text: write.text, valuesOf: valuesFor(write) },
    asking: ({ person }) => {
      const settings = (list.settings ?? []).map((value) => (value === list.me ? person : value))
      const { text, values } = askAs(settings, null, { isPlannedOnce: true, tenant: list.tenantSql })
      return { text, values: [...values] }
    },
  }
}

function only(runs: readonly Run[], isMeant: (run: Run) => boolean): Run {
  const found = runs.find(isMeant)
  if (found === undefined) throw new Error('The engine has sent no such statement.')
  return found
}
