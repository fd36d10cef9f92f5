// Ninefold under test: an example in production, on a database of its own with the requested number of rows. It starts
// twice: once to create its tables, and then as it does in daily operation.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { bundleProgram } from '../../scripts/builds/program-bundle.ts'
import { type Contender, startServer, stopServer, TOKENS } from './contender.ts'
import {
  type ApplicationName,
  CATEGORY_ID,
  conduitOfNinefold,
  fillDatabase,
  helpDeskOfNinefold,
  type TicketTexts,
} from '../data.ts'
import { createDatabase } from './hand-written.ts'
import { tasksOfNinefold } from '../tasks/tasks-data.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Application {
  readonly file: string
  /** The bench replaces the specification's sample records. */
  readonly fill: (rows: number, texts?: TicketTexts) => string[]
}

const APPLICATIONS: Readonly<Record<ApplicationName, Application>> = {
  helpdesk: {
    file: 'examples/helpdesk/app.md',
    fill: (rows, texts) => ['TRUNCATE "user", team, category CASCADE', ...helpDeskOfNinefold(rows, texts)],
  },
  conduit: { file: 'examples/conduit/app.md', fill: (rows) => conduitOfNinefold(rows) },
  tasks: { file: 'bench/tasks/tasks.md', fill: (rows) => ['TRUNCATE person CASCADE', ...tasksOfNinefold(rows)] },
}

/** Another way to the database than Ninefold's own connections, with a separate database. */
export interface OtherWay {
  readonly name: string
  /** Environment variables for this way, given the direct address of the database. */
  readonly reach: (direct: string) => Promise<Record<string, string>>
}

export interface NinefoldOptions {
  readonly way?: OtherWay
  /** Root folder of another checkout with its packages installed: its program and its examples. Missing: this one. */
  readonly checkout?: string
  /** Root folder of the checkout whose example is run. Missing: that of the program. */
  readonly textOf?: string
  /** Texts of the tickets of the help desk. */
  readonly texts?: TicketTexts
}

export async function startNinefold(
  adminConnection: string,
  application: ApplicationName,
  rows: number,
  { way, checkout = ROOT, textOf = checkout, texts }: NinefoldOptions = {},
): Promise<Contender> {
  const isOther = checkout !== ROOT
  const suffix = way !== undefined ? `_${way.name.replaceAll(/\W+/g, '_')}` : isOther ? '_baseline' : ''
  const connectionString = await createDatabase(adminConnection, `by_ninefold_${application}_${rows}${suffix}`)
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const specification = join(folder, 'app.md')
  const { file, fill } = APPLICATIONS[application]
  writeFileSync(
    specification,
    unlimited(readFileSync(join(file.startsWith('examples/') ? textOf : ROOT, file), 'utf8')),
  )
  const options = ['--port', '0', '--host', '127.0.0.1', '--allow-provisional']
  const commandLine = [await publishedProgram(checkout), 'start', specification, ...options]
  const reached = way === undefined ? { DATABASE_URL: connectionString } : await way.reach(connectionString)
  const environment = { ...reached, NINEFOLD_FILES: join(folder, 'files') }
  const first = await startServer(commandLine, environment)
  await stopServer(first.child)
  await fillDatabase(connectionString, fill(rows, texts))
  const { address, child, startMs } = await startServer(commandLine, environment)
  const cookie = (token: string) => ({ cookie: `ninefold_session=${token}` })
  return {
    name: isOther ? 'Ninefold, baseline' : 'Ninefold',
    address,
    processId: child.pid ?? 0,
    connectionString,
    who: {
      customer: cookie(TOKENS.customer),
      agent: cookie(TOKENS.agent),
      admin: cookie(TOKENS.admin),
      reader: { authorization: `Token ${TOKENS.reader}` },
      member: cookie(TOKENS.member),
      clerk: cookie(TOKENS.clerk),
    },
    category: CATEGORY_ID,
    startMs,
    stop: async () => {
      await stopServer(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The Ninefold of another checkout on the database of `contender`: of the same text, for reads. */
export async function startBeside(
  { connectionString, who, category }: Contender,
  checkout: string,
): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const specification = join(folder, 'app.md')
  writeFileSync(specification, unlimited(readFileSync(join(ROOT, APPLICATIONS.helpdesk.file), 'utf8')))
  const options = ['--port', '0', '--host', '127.0.0.1', '--allow-provisional']
  const { address, child, startMs } = await startServer(
    [await publishedProgram(checkout), 'start', specification, ...options],
    { DATABASE_URL: connectionString, NINEFOLD_FILES: join(folder, 'files') },
  )
  return {
    name: 'Ninefold, baseline',
    address,
    processId: child.pid ?? 0,
    connectionString,
    who,
    category,
    startMs,
    stop: async () => {
      await stopServer(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const published = new Map<string, Promise<string>>()

/** The published program as one bundle. It stands in its checkout, because it loads its packages from there. */
export function publishedProgram(checkout = ROOT): Promise<string> {
  const program = published.get(checkout) ?? bundled(checkout)
  published.set(checkout, program)
  return program
}

async function bundled(checkout: string): Promise<string> {
  const target = join(checkout, 'node_modules/.cache/ninefold-bench')
  const bundler = (await import(join(checkout, 'scripts/builds/program-bundle.ts'))) as {
    readonly bundleProgram: typeof bundleProgram
  }
  await bundler.bundleProgram(target)
  cpSync(join(checkout, 'packages/cli/bin'), join(target, 'bin'), { recursive: true })
  const web = join(checkout, 'packages/web/dist')
  rmSync(join(target, 'web'), { recursive: true, force: true })
  if (existsSync(web)) cpSync(web, join(target, 'web'), { recursive: true })
  return join(target, 'bin/ninefold.mjs')
}

/** Removes the limit, because a single customer reports thousands of problems here. */
function unlimited(text: string): string {
  return text.replace(/^\| ticketsPerHour \| \d+ \|/m, '| ticketsPerHour | 1000000000 |')
}
