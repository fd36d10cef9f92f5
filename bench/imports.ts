// `npm run bench imports`: imports a CSV file by `ninefold import`, and compares it with PostgreSQL's own COPY of the
// same rows into the same table, with its indexes, constraints and triggers. Both alternate in one run, with an empty
// table before each. Then the tasks are saved as a file, and an action is done to many of them, by a server whose memory
// is measured.
//
//   npm run bench imports -- --rows 100000

import { spawn } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startEmbeddedPostgres } from '@ninefold/server/store/embedded/embedded-postgres.ts'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startServer, stopServer } from './servers/contender.ts'
import { type ApplicationName, CATEGORY_ID, helpDeskOfNinefold } from './data.ts'
import { createDatabase } from './servers/hand-written.ts'
import { publishedProgram } from './servers/ninefold.ts'
import { printTable } from './print-table.ts'
import { tasksOfNinefold } from './tasks/tasks-data.ts'
import { processorTimeMs } from './load.ts'
import { benchBulkActions } from './bulk-actions.ts'

/** Long runs vary less. */
const roundsOf = (rows: number): number => (rows < 150_000 ? 3 : 1)
const ROOT = join(import.meta.dirname, '..')

interface Subject {
  readonly name: ApplicationName
  readonly file: string
  readonly entity: string
  readonly filled: readonly string[]
  readonly headings: string
  readonly line: (index: number) => string
  /** Columns of COPY, and the values that it appends to each row of the file. */
  readonly copied: string
  readonly copiedToo: string
  /** A list of the imported records, and an action on its chosen rows. Missing: neither is measured. */
  readonly whole?: { readonly list: string; readonly action: string; readonly one: (place: number) => string }
}

/** The importing person is the first one of the bench's data; COPY assigns its records to this user and team. */
const [PERSON, USER, TEAM] = ['8000', '8000', '8001'].map((kind) => `00000000-0000-4000-${kind}-000000000000`)
const AS = 'person0@example.test'
/** The data of the bench has at least this many rows, which are deleted afterwards. */
const FILLED = 1000

const SUBJECTS: readonly Subject[] = [
  {
    name: 'tasks',
    file: 'bench/tasks/tasks.md',
    entity: 'task',
    filled: tasksOfNinefold(FILLED),
    headings: 'code,title,weight,priority',
    line: (index) => `C${index},Task number ${index},${1 + (index % 100)},${index % 2 === 0 ? 'low' : 'normal'}`,
    copied: 'code, title, weight, priority, owner_id, status, created_at',
    copiedToo: `,${PERSON},open,2026-01-01`,
    whole: { list: '/_ninefold/screens/tasks/0', action: 'take', one: (place) => `/api/tasks/C${place}/take` },
  },
  {
    name: 'helpdesk',
    file: 'examples/helpdesk/app.md',
    entity: 'ticket',
    filled: helpDeskOfNinefold(FILLED),
    headings: 'subject,body,category,priority',
    line: (index) => `Number ${index},It does not work any more since this morning.,${CATEGORY_ID},high`,
    copied: 'subject, body, category_id, priority, requester_id, team_id, status, due_at, created_at, updated_at',
    copiedToo: `,${USER},${TEAM},new,2026-01-02,2026-01-01,2026-01-01`,
  },
]

export async function benchImports(rows: number, applications: readonly ApplicationName[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, settings: { max_wal_size: '4GB' } })
  try {
    for (const subject of SUBJECTS)
      if (applications.includes(subject.name)) await benchSubject(subject, rows, { folder, ...postgres })
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly folder: string
  readonly connectionString: string
  readonly processId: number
}

async function benchSubject(subject: Subject, rows: number, place: Place): Promise<void> {
  const connectionString = await createDatabase(place.connectionString, `imports_${subject.entity}_${rows}`)
  const specification = join(place.folder, 'app.md')
  writeFileSync(specification, withActionOnTasks(readFileSync(join(ROOT, subject.file), 'utf8')))
  const program = await publishedProgram()
  const environment = { DATABASE_URL: connectionString, NINEFOLD_FILES: join(place.folder, `files-${subject.entity}`) }
  const served = await startServer(
    [program, 'start', specification, '--port', '0', '--host', '127.0.0.1', '--allow-provisional'],
    environment,
  )
  await stopServer(served.child)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await compare(client, subject, rows, { ...place, program, specification, environment })
  } finally {
    await client.end()
  }
}

/** The task tracker of the bench has none, so that its list is compared with a plain one. */
function withActionOnTasks(text: string): string {
  const columns = '- **Columns:** title, status, weight\n'
  return text.replace(columns, `${columns}- **Can:** Take: do take, for chosen rows\n`)
}

interface Started extends Place {
  readonly program: string
  readonly specification: string
  readonly environment: Record<string, string>
}

async function compare(client: pg.Client, subject: Subject, rows: number, place: Started): Promise<void> {
  const { program, specification, environment } = place
  for (const statement of subject.filled) await client.query(statement)
  const emptied = `TRUNCATE ${subject.entity} CASCADE; TRUNCATE ninefold.audit, ninefold.idempotency_key`
  const [ours, theirs] = [join(place.folder, 'rows.csv'), join(place.folder, 'copied.csv')]
  await writeRows(ours, subject.headings, rows, subject.line)
  await writeRows(theirs, null, rows, (index) => subject.line(index) + subject.copiedToo)
  const [copied, imported]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < roundsOf(rows); round++) {
    await client.query(emptied)
    copied.push(await timed(place, () => copy(client, subject, theirs)))
    await client.query(emptied)
    const words = ['import', specification, subject.entity, ours, '--as', AS]
    imported.push(await timed(place, () => run(program, words, environment)))
    const { rows: made } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${subject.entity}`)
    if (made[0]?.count !== rows) throw new Error(`${made[0]?.count} records of ${rows} rows.`)
  }
  print(subject, rows, median(copied), median(imported))
  if (subject.whole !== undefined) await benchBulkActions({ ...place, ...subject.whole, rows })
}

async function writeRows(
  path: string,
  headings: string | null,
  rows: number,
  line: (index: number) => string,
): Promise<void> {
  function* lines(): Generator<string> {
    if (headings !== null) yield `${headings}\n`
    for (let index = 0; index < rows; index++) yield `${line(index)}\n`
  }
  await pipeline(lines, createWriteStream(path))
}

interface Round {
  readonly ms: number
  /** Processor time of PostgreSQL. */
  readonly databaseMs: number
  /** Processor time of the program, and its peak memory in bytes. */
  readonly programMs: number
  readonly memory: number
}

async function timed({ processId }: Place, work: () => Promise<Pick<Round, 'programMs' | 'memory'>>): Promise<Round> {
  const before = familyTimeMs(processId)
  const begunAt = performance.now()
  const { programMs, memory } = await work()
  return { ms: performance.now() - begunAt, databaseMs: familyTimeMs(processId) - before, programMs, memory }
}

/** Processor time of a process, its children, and its ended children. */
function familyTimeMs(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  const [, , ...parts] = stat.slice(stat.lastIndexOf(')')).split(' ')
  const own = [10, 11, 12, 13].reduce((sum, index) => sum + Number(parts[index]), 0) * 10
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ')
  return children.reduce((sum, child) => sum + (processorTimeMs(Number(child)) ?? 0), own)
}

async function copy(
  client: pg.Client,
  { entity, copied }: Subject,
  path: string,
): Promise<Pick<Round, 'programMs' | 'memory'>> {
  await client.query('BEGIN')
  await pipeline(createReadStream(path), client.query(copyFrom(`COPY ${entity} (${copied}) FROM STDIN (FORMAT csv)`)))
  await client.query('COMMIT')
  return { programMs: 0, memory: 0 }
}

const LOOK_MS = 200

function run(
  program: string,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<Pick<Round, 'programMs' | 'memory'>> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  })
  let seen = { programMs: 0, memory: 0 }
  const look = setInterval(() => {
    const status = `/proc/${child.pid}/status`
    if (!existsSync(status)) return
    const most = /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))
    seen = { programMs: processorTimeMs(child.pid ?? 0) ?? seen.programMs, memory: Number(most?.[1] ?? 0) * 1024 }
  }, LOOK_MS)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(look)
      if (code === 0) resolve(seen)
      else reject(new Error(`The import ended with ${code}.`))
    })
  })
}

function median(rounds: readonly Round[]): Round {
  const sorted = rounds.toSorted((one, other) => one.ms - other.ms)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was measured.')
  return middle
}

function print({ name }: Subject, rows: number, copied: Round, imported: Round): void {
  console.log(`${name}: ${rows.toLocaleString('en')} rows, medians of ${roundsOf(rows)} rounds\n`)
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const line = (words: string, { ms, databaseMs, programMs, memory }: Round): string[] => [
    words,
    seconds(ms),
    seconds(databaseMs),
    seconds(programMs),
    memory === 0 ? '' : `${(memory / 1_048_576).toFixed(0)} MB`,
    `${(ms / copied.ms).toFixed(2)} times`,
  ]
  printTable(
    ['way', 'time', 'of PostgreSQL', 'of the program', 'memory', 'of COPY'],
    [line('COPY', copied), line('ninefold import', imported)],
  )
  console.log('')
}
