// Pages of the help desk's list, near its beginning and deep in it, for callers who see some, many or all tickets; and
// the query plans that PostgreSQL uses for them.

import { nextCursor } from '@ninefold/server/api/calls/cursors.ts'
import pg from 'pg'
import type { Contender, Person } from './servers/contender.ts'
import type { ApplicationName } from './data.ts'
import { measure } from './load.ts'
import { load } from './operations.ts'
import { milliseconds, printTable } from './print-table.ts'

const TIMES = 40
const WHO = { customer: 'a hundredth of a percent or so', agent: 'a twentieth', admin: 'all' } as const

/** Sends one request after another, to measure a page without concurrent load. */
export async function measurePages(contender: Contender, rows: number): Promise<void> {
  const lines: string[][] = []
  for (const person of ['customer', 'agent', 'admin'] as const) {
    const times: string[] = []
    for (const part of [0, 0.5, 0.95]) {
      const path = `/api/tickets${part === 0 ? '' : `?after=${await cursorAt(contender, 1000 + Math.floor(rows * part))}`}`
      const request = { method: 'GET', path, headers: contender.who[person], expect: 200 } as const
      await measure(load(contender, TIMES, () => request, 1))
      times.push(milliseconds((await measure(load(contender, TIMES, () => request, 1))).medianMs))
    }
    lines.push([person, WHO[person], ...times])
  }
  console.log('\ntime of a page, alone\n')
  printTable(['who', 'sees', 'first', 'in the middle', 'near the end'], lines)
}

async function cursorAt({ connectionString }: Contender, number: number): Promise<string> {
  const { rows } = await asking(connectionString, (client) =>
    client.query<{ id: string; sort: string }>('SELECT id::text, number::text AS sort FROM ticket WHERE number = $1', [
      number,
    ]),
  )
  return encodeURIComponent(nextCursor('number', rows[0] ?? {}))
}

async function asking<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const EXPLAINED: Readonly<
  Record<ApplicationName, { readonly people: readonly Person[]; readonly paths: readonly string[] }>
> = {
  helpdesk: { people: ['customer', 'agent', 'admin'], paths: ['/api/tickets'] },
  conduit: { people: ['reader'], paths: ['/api/articles', '/api/articles/feed'] },
  tasks: {
    people: ['member', 'clerk'],
    paths: ['/api/tasks?sort=-createdAt&limit=25', '/api/tasks?status=open&sort=-createdAt&limit=25'],
  },
}

/**
 * Logs the query plans of some requests while they run (`auto_explain`), in fresh connections.
 *  `print`: whether to print the log from now on.
 */
export async function showPlans(
  contender: Contender,
  application: ApplicationName,
  print: (isPrinted: boolean) => void,
): Promise<void> {
  const { people, paths } = EXPLAINED[application]
  const explains = (most: string): Promise<unknown> =>
    asking(contender.connectionString, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
      await client.query(`ALTER DATABASE ${rows[0]?.name} SET auto_explain.log_min_duration = ${most}`)
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'ninefold' AND pid <> pg_backend_pid()`,
      )
    })
  await explains('0')
  for (const person of people)
    for (const path of paths) {
      const request = { method: 'GET', path, headers: contender.who[person], expect: 200 } as const
      // PostgreSQL switches to a generic plan after several executions on a connection.
      await measure(load(contender, 10, () => request, 1))
      console.log(`\n--- ${path}, for ${person}\n`)
      print(true)
      await measure(load(contender, 1, () => request, 1))
      await new Promise((resolve) => setTimeout(resolve, 100))
      print(false)
    }
  await explains('-1')
}
