// `npm run cluster start CHECKOUT FOLDER [PORT]`: a checkout of Citus → a coordinator and two workers on this machine, with
// Debian's PostgreSQL. `npm run cluster stop FOLDER` stops them and removes the folder. Citus is built and installed
// beside that PostgreSQL if it is not there; this needs postgresql-server-dev of the same version, and its libraries.

import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { unprivilegedAccount } from '../packages/server/src/store/embedded/postgres-account.ts'

const DISTRIBUTION = '/usr/lib/postgresql'
const NODES = ['coordinator', 'worker-1', 'worker-2'] as const
const PORT = 7400
const DATABASE = 'app'
/** Without OpenSSL and its certificates between the nodes of one machine. */
const SETTINGS = [
  `shared_preload_libraries = 'citus'`,
  `citus.node_conninfo = 'sslmode=disable'`,
  `listen_addresses = '127.0.0.1'`,
  `max_connections = 200`,
  `max_prepared_transactions = 200`,
  // For moving a schema while it is used.
  `wal_level = logical`,
]

const [verb, ...rest] = process.argv.slice(2)
if (verb === 'start' && rest.length >= 2)
  await start(resolve(rest[0] ?? ''), resolve(rest[1] ?? ''), Number(rest[2] ?? PORT))
else if (verb === 'stop' && rest.length === 1) await stop(resolve(rest[0] ?? ''))
else {
  console.error('npm run cluster start CHECKOUT FOLDER [PORT]\nnpm run cluster stop FOLDER')
  process.exit(2)
}

async function start(checkout: string, folder: string, port: number): Promise<void> {
  if (!existsSync(join(checkout, 'configure'))) fail(`There is no checkout of Citus in ${checkout}.`)
  if (existsSync(folder)) fail(`${folder} is there already.`)
  const programs = programsOfPostgres()
  if (!isInstalled(programs)) build(checkout, programs)
  const as = await identity()
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  for (const [place, node] of NODES.entries()) {
    const data = join(folder, node)
    run(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C.UTF-8'], as)
    const own = [`port = ${port + place}`, `unix_socket_directories = '${folder}'`]
    appendFileSync(join(data, 'postgresql.conf'), `${[...SETTINGS, ...own].join('\n')}\n`)
    run(join(programs, 'pg_ctl'), ['-D', data, '-l', join(data, 'log'), '-w', 'start'], as)
    const ask = (database: string, sql: string): void =>
      run(
        join(programs, 'psql'),
        [addressOf(port + place, database), '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql],
        as,
      )
    ask('postgres', `CREATE DATABASE ${DATABASE}`)
    ask(DATABASE, 'CREATE EXTENSION citus')
  }
  const [, ...workers] = NODES.map((_, place) => port + place)
  const joining = workers.map((each) => `SELECT citus_add_node('127.0.0.1', ${each})`)
  const sql = [`SELECT citus_set_coordinator_host('127.0.0.1', ${port})`, ...joining].join('; ')
  run(join(programs, 'psql'), [addressOf(port, DATABASE), '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql], as)
  console.log(`DATABASE_URL=${addressOf(port, DATABASE)}`)
}

async function stop(folder: string): Promise<void> {
  const programs = programsOfPostgres()
  const as = await identity()
  for (const node of NODES) {
    const data = join(folder, node)
    if (existsSync(join(data, 'postmaster.pid')))
      run(join(programs, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'], as)
  }
  rmSync(folder, { recursive: true })
}

/** PostgreSQL does not run as root. */
async function identity(): Promise<{ uid?: number; gid?: number }> {
  return process.getuid?.() === 0 ? unprivilegedAccount() : {}
}

/** Of the oldest version, which every release of Citus of the last years knows. */
function programsOfPostgres(): string {
  const versions = existsSync(DISTRIBUTION) ? readdirSync(DISTRIBUTION).toSorted((a, b) => Number(a) - Number(b)) : []
  const programs = versions
    .map((version) => join(DISTRIBUTION, version, 'bin'))
    .find((each) => existsSync(join(each, 'initdb')))
  return (
    programs ?? fail(`There is no PostgreSQL in ${DISTRIBUTION}: apt-get install postgresql postgresql-server-dev-all`)
  )
}

function configOf(programs: string): string {
  const config = join(programs, 'pg_config')
  return existsSync(config) ? config : fail(`There is no ${config}: apt-get install postgresql-server-dev-all`)
}

function isInstalled(programs: string): boolean {
  const libraries = execFileSync(configOf(programs), ['--pkglibdir'], { encoding: 'utf8' }).trim()
  return existsSync(join(libraries, 'citus.so'))
}

function build(checkout: string, programs: string): void {
  const inCheckout = { cwd: checkout }
  run('./configure', ['--without-libcurl', `PG_CONFIG=${configOf(programs)}`], inCheckout)
  run('make', ['-j2', 'extension'], inCheckout)
  run('make', ['install-extension'], inCheckout)
}

function addressOf(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`
}

function run(program: string, words: readonly string[], options: ExecFileSyncOptions): void {
  execFileSync(program, words, { cwd: '/', ...options, stdio: ['ignore', 'ignore', 'inherit'] })
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
