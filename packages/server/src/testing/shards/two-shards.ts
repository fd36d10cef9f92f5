// The workshops with a name for each tenant's host, with clocks, deferred steps and reference data, served by two servers
// on databases of their own: the home shard, and one to which tenants move.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { MoveOptions } from '../../store/shards/move-tenant.ts'
import { type RunningApplication, type RunningOptions, runApplication } from '../running-application.ts'
import { sendRaw } from '../raw-request.ts'

const CHANGES: readonly (readonly [string, string])[] = [
  ['| places | whole number', '| slug | slug from name, numbered when taken | | | |\n| places | whole number'],
  ['### Screen: Projects\n\n- **Who:** Member', '### Screen: Projects\n\n- **Who:** Member\n- **Refreshes:** live'],
  ['### Signing in', '**Current tenant:** by host, as slug\n\n### Signing in'],
  [
    'The tables below are two organisations, for a first look.',
    '### Reference data: Country\n\n| name |\n| --- |\n| Spain |\n| Italy |',
  ],
  [
    '| finish | open | done | Member | | |',
    `| finish | open | done | Member | | |
| remind | open | open | the clock | | set title to \`"reminded"\` |

| Clock | Does | Runs |
| --- | --- | --- |
| after a while | remind | 3 days after entering open, once |`,
  ],
  [
    '### POST /api/closings',
    `### POST /api/tomorrow — Make a label after the answer

- **Who:** Member

| Input | Like | Needed |
| --- | --- | --- |
| name | Label.name | yes |

1. respond 202 with \`{}\`
2. later:
   1. create Label with name = \`input.name\`

### POST /api/closings`,
  ],
]

export const TEXT_OF_SHARDS = CHANGES.reduce(
  (text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The workshops have no "${from}".`)
    return text.replace(from, to)
  },
  // A database with tenants of its own becomes no shard.
  readFileSync(new URL('../texts/workshops.md', import.meta.url), 'utf8').replace(/### Sample data: [^]*?(?=## 4)/, ''),
)

const PASSWORD = 'long enough indeed'

export interface ShardAnswer {
  readonly status: number
  readonly body: any
}

/** A signed-in person at the host of a tenant; requests go to the home shard unless another address is given. */
export interface Person {
  readonly email: string
  ask(method: string, path: string, body?: unknown, address?: string): Promise<ShardAnswer>
}

export interface TwoShards extends AsyncDisposable {
  readonly home: RunningApplication
  readonly shard: RunningApplication
  /** Founds an organisation with this name, and is its owner. */
  founder(word: string): Promise<Person>
  signIn(label: string, email: string, address?: string): Promise<Person>
  options(label: string, from?: RunningApplication, to?: RunningApplication): MoveOptions
}

export interface TwoShardsOptions {
  /** Of each of the two servers. */
  readonly servers: readonly [RunningOptions, RunningOptions]
  /** The host below which tenants have theirs, as point 9 states it. */
  readonly domain: string
}

/** Missing options: in development, below localhost. */
export async function twoShards(options?: TwoShardsOptions): Promise<TwoShards> {
  const text = TEXT_OF_SHARDS + (options === undefined ? '' : pointNine(options.domain))
  const home = await runApplication(text, options?.servers[0])
  const shard = await runApplication(text, options?.servers[1])
  const domain = options?.domain ?? 'localhost'
  const personAt = (label: string, email: string, cookie: string | null): Person => ({
    email,
    ask: (method, path, body = null, address = home.address) =>
      send({ host: `${label}.${domain}`, cookie, address }, method, path, body),
  })
  return {
    home,
    shard,
    founder: async (word) => {
      const email = `${word}-${randomUUID()}@example.test`
      const client = await home.signUp({ name: word, email, password: PASSWORD })
      const { status } = await client.post('/api/organisations', { name: word })
      if (status !== 201) throw new Error(`No organisation was founded: ${status}`)
      return personAt(word, email, client.cookie)
    },
    signIn: async (label, email, address = home.address) => {
      const { hostname, port } = new URL(address)
      const answer = await fetch(`http://${hostname}:${port}/_ninefold/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: email, password: PASSWORD }),
      })
      return personAt(label, email, answer.headers.get('set-cookie')?.split(';')[0] ?? null)
    },
    options: (label, from = home, to = shard) => ({
      model: home.application.model,
      schema: home.application.schema,
      source: connectionTo(from),
      target: connectionTo(to),
      label,
      address: to.address,
      files: { source: from.files, target: to.files },
      graceMs: 0,
      tell: () => {},
    }),
    [Symbol.asyncDispose]: async () => {
      await home[Symbol.asyncDispose]()
      await shard[Symbol.asyncDispose]()
    },
  }
}

function connectionTo({ database }: RunningApplication): string {
  const { connectionString } = database.pool.options
  if (connectionString === undefined) throw new Error('The database of a test has a connection string.')
  return connectionString
}

/** Where an application runs for its users, the public address says which hosts are those of tenants. */
export function pointNine(domain: string): string {
  return `
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Public address | https://${domain} |
`
}

interface Host {
  readonly host: string
  readonly cookie: string | null
  readonly address: string
}

async function send(
  { host, cookie, address }: Host,
  method: string,
  path: string,
  body: unknown,
): Promise<ShardAnswer> {
  const answer = await sendRaw(address, cookie, {
    method,
    path,
    headers: { host: `${host}:${new URL(address).port}` },
    body: body === null ? null : JSON.stringify(body),
  })
  return { status: answer.status, body: answer.body === '' ? null : JSON.parse(answer.body) }
}
