// `npm run bench`: how long reading and checking take (`npm run bench language`), and how Ninefold compares with a
// server written by hand (`npm run bench api`, with 1,000, 100,000 and 1,000,000 rows). `npm run bench lighthouse`: how soon
// pages are there. `npm run bench tables`: how long people wait in the tables of the help desk, with 100,000 tickets.
// By their names only: `npm run bench poolers`, the cost of PgBouncer, which has to be installed; `npm run bench imports`;
// `npm run bench migrations`, waits during a change of a large table;
// `npm run bench search`, searches by callers who see all, some or few records;
// `npm run bench promises`, the cost of each promise of a request; `npm run bench replicas`, reads from a replica;
// `npm run bench tenants`, tenants by key and by schema; `npm run bench shards`, the move of a tenant;
// `npm run bench statements COUNT SEED`, PostgreSQL's work for made-up specifications.

import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchStatements } from './statements/statements.ts'
import { benchApi } from './api.ts'
import { benchImports } from './imports.ts'
import { APPLICATION_NAMES } from './data.ts'
import { benchLanguage } from './language.ts'
import { benchMigrations } from './migrations.ts'
import { benchLighthouse } from './web/lighthouse.ts'
import { benchPoolers } from './poolers.ts'
import { benchPromises } from './promises.ts'
import { benchReplicas } from './replicas.ts'
import { benchSearch } from './search.ts'
import { benchTables } from './web/tables.ts'
import { benchShards } from './shards.ts'
import { benchTenants } from './tenants.ts'

const ROWS = '1000,100000,1000000'
const ROWS_OF_STATEMENTS = '100000'
const TENANTS = '10,200'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    tenants: { type: 'string', default: TENANTS },
    change: { type: 'string' },
    plans: { type: 'boolean', default: false },
    baseline: { type: 'string' },
    application: { type: 'string', multiple: true, default: [...APPLICATION_NAMES] },
  },
})
const NAMES = [
  'language',
  'api',
  'lighthouse',
  'tables',
  'poolers',
  'imports',
  'promises',
  'replicas',
  'migrations',
  'search',
  'shards',
  'tenants',
]
const isOfStatements = positionals[0] === 'statements'
const unknown = isOfStatements ? [] : positionals.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`Nothing called ${unknown.join(', ')} is measured. There are: ${[...NAMES, 'statements'].join(', ')}`)
  process.exit(2)
}
const rows = (values.rows ?? (isOfStatements ? ROWS_OF_STATEMENTS : ROWS)).split(',').map(Number)
if (rows.some((count) => !Number.isSafeInteger(count) || count < 1000)) {
  console.error('--rows takes numbers from 1000, separated by commas.')
  process.exit(2)
}
const tenants = values.tenants.split(',').map(Number)
if (tenants.some((count) => !Number.isSafeInteger(count) || count < 1)) {
  console.error('--tenants takes numbers from 1.')
  process.exit(2)
}
const applications = APPLICATION_NAMES.filter((name) => values.application.includes(name))
if (applications.length < new Set(values.application).size) {
  console.error(`--application takes ${APPLICATION_NAMES.join(', ')}.`)
  process.exit(2)
}

const [specifications = 10, seed = 1] = isOfStatements ? positionals.slice(1).map(Number) : []
if (![specifications, seed].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('After `statements` come two numbers: how many specifications, and the first seed.')
  process.exit(2)
}

console.log(`Node ${process.versions.node}, ${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown'}\n`)
if (positionals.length === 0 || positionals.includes('language')) benchLanguage()
if (positionals.length === 0 || positionals.includes('api'))
  await benchApi({
    applications,
    rows,
    showsPlans: values.plans,
    ...(values.baseline === undefined ? {} : { baseline: resolve(values.baseline) }),
  })
if (positionals.length === 0 || positionals.includes('lighthouse')) await benchLighthouse()
if (positionals.length === 0 || positionals.includes('tables')) await benchTables()
if (positionals.includes('poolers')) for (const count of rows) await benchPoolers(count)
if (positionals.includes('imports')) for (const count of rows) await benchImports(count, applications)
if (positionals.includes('promises')) for (const count of rows) await benchPromises(count)
if (positionals.includes('migrations')) for (const count of rows) await benchMigrations(count, values.change)
if (positionals.includes('search'))
  for (const count of rows) await benchSearch(count, values.baseline === undefined ? null : resolve(values.baseline))
if (positionals.includes('shards')) await benchShards(rows)
if (positionals.includes('tenants')) for (const count of tenants) await benchTenants(count)
if (positionals.includes('replicas')) for (const count of rows) await benchReplicas(count)
if (isOfStatements) for (const count of rows) await benchStatements({ specifications, seed, rows: count })
