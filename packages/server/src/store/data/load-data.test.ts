import { compile } from '@ninefold/core/compile.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import { timeZoneFormat, timeZoneFrom } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from '../driver/database.ts'
import { type DataKind, DataLoadError } from './data-refusals.ts'
import { type DataOwner, loadRecords } from './load-data.ts'
import { migrate } from '../migrate/migrate.ts'
import { verifyPassword } from '../tables/users/password-hashing.ts'

let testDatabase: TestDatabase
let database: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const TEAMS = `
### Entity: Team

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 60 | required, unique ignoring case | | |
| members | list of Person | | | |

### Entity: Person

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |
| teams | list of Team via members | | | |
| boss | Person | cleared on deletion | | |
| level | whole number 1 to 5 | required | 3 | |
| joined | date and time | | | |
| code | text | | \`name + "!"\` | |
| number | sequence from 100 | unique | | |
`

/** The entities of a test, its record tables, and further text. */
function textOf(tables: string, after = ''): string {
  return `# Test\n\n## 3. Entities and their fields\n${TEAMS}\n${tables}\n${after}\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Time zone | Europe/Berlin |\n`
}

function owner(tables: string, after = ''): DataOwner {
  const text = textOf(tables, after)
  const { model, diagnostics } = compile(text)
  if (model === null)
    throw new Error(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ number, message }) => `${number} ${message}`)
        .join('\n'),
    )
  return { model, schema: planTables(model), timeZone: zoneOf(model), secretTexts: null }
}

function zoneOf({ limits }: Model): DataOwner['timeZone'] {
  return timeZoneFrom(limits.timeZone, new Intl.DateTimeFormat('en-US', timeZoneFormat(limits.timeZone)))
}

async function load(data: DataOwner, kind: DataKind = 'sample'): Promise<number> {
  await migrate(database.pool, data.schema, { consent: false })
  return loadRecords(database, data, kind)
}

async function ask(sql: string): Promise<unknown[]> {
  return (await database.pool.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
}

const PEOPLE = `### Sample data: Person

| name | email | password | boss | joined |
| --- | --- | --- | --- | --- |
| Ben | ben@example.test | correct-horse-2 | Ada | 2026-07-01 09:00 |
| Ada | ada@example.test | correct-horse-1 | | |

### Sample data: Team

| name | members |
| --- | --- |
| First | Ben, ada@example.test |
`

it('loads records with their references, pairs, defaults, and moments of the time zone', async () => {
  expect(await load(owner(PEOPLE))).toBe(3)
  expect(
    await ask(
      `SELECT p.name, boss.name, p.level::int, p.code, p.joined = '2026-07-01T07:00Z' FROM person p LEFT JOIN person boss ON boss.id = p.boss_id ORDER BY 1`,
    ),
  ).toEqual([
    ['Ada', null, 3, 'Ada!', null],
    ['Ben', 'Ada', 3, 'Ben!', true],
  ])
  expect(await ask('SELECT p.name FROM team_members l JOIN person p ON p.id = l.person_id ORDER BY 1')).toEqual([
    ['Ada'],
    ['Ben'],
  ])
})

it('keeps passwords as hashes', async () => {
  await load(owner(PEOPLE))
  const [[stored]] = (await ask(`SELECT password FROM person WHERE name = 'Ada'`)) as [[string]]
  expect(stored).not.toContain('correct')
  expect(await verifyPassword(stored, 'correct-horse-1')).toBe(true)
})

it('loads each record once: one that was deleted or renamed does not come back', async () => {
  const data = owner(PEOPLE)
  await load(data)
  await database.pool.query(`DELETE FROM person WHERE name = 'Ben'`)
  await database.pool.query(`UPDATE person SET name = 'Adele', email = 'adele@example.test' WHERE name = 'Ada'`)
  expect(await load(data)).toBe(0)
  expect(await ask('SELECT name FROM person')).toEqual([['Adele']])
  // A new row of the text is loaded, and finds the renamed record under its name in the text.
  expect(
    await load(
      owner(PEOPLE.replace('| Ada | ada', '| Cleo | cleo@example.test | correct-horse-3 | Ada | |\n| Ada | ada')),
    ),
  ).toBe(1)
  expect(await ask(`SELECT p.name, boss.name FROM person p JOIN person boss ON boss.id = p.boss_id`)).toEqual([
    ['Cleo', 'Adele'],
  ])
})

it('takes a record that is there already, ignoring case where the field does', async () => {
  const data = owner('### Reference data: Team\n\n| name |\n| --- |\n| First |\n| Second |\n')
  await migrate(database.pool, data.schema, { consent: false })
  await database.pool.query(`INSERT INTO team (name) VALUES ('FIRST')`)
  expect(await load(data, 'reference')).toBe(1)
  expect(await ask('SELECT name FROM team ORDER BY 1')).toEqual([['FIRST'], ['Second']])
})

it('loads reference data and sample data apart, and sample data may name reference data', async () => {
  const data = owner(
    '### Reference data: Person\n\n| name | email | password |\n| --- | --- | --- |\n| Root | root@example.test | correct-horse-0 |\n\n### Sample data: Team\n\n| name | members |\n| --- | --- |\n| First | Root |\n',
  )
  expect(await load(data, 'reference')).toBe(1)
  expect(await ask('SELECT name FROM team')).toEqual([])
  expect(await load(data, 'sample')).toBe(1)
  expect(await ask('SELECT count(*)::int FROM team_members')).toEqual([[1]])
})

it('gives numbers of a sequence past those that the text gave', async () => {
  await load(
    owner(
      '### Sample data: Person\n\n| name | email | password | number |\n| --- | --- | --- | --- |\n| Ada | ada@example.test | correct-horse-1 | 250 |\n| Ben | ben@example.test | correct-horse-2 | |\n',
    ),
  )
  const [[next]] = (await ask(`SELECT nextval(pg_get_serial_sequence('person', 'number'))::int`)) as [[number]]
  expect(next).toBeGreaterThan(250)
})

it('gives the same records however many processes load them at once', async () => {
  const data = owner(PEOPLE)
  await migrate(database.pool, data.schema, { consent: false })
  const others = Array.from({ length: 5 }, () => openDatabase({ connectionString: testDatabase.connectionString }))
  const loaded = await Promise.all(others.map((other) => loadRecords(other, data, 'sample')))
  await Promise.all(others.map((other) => other.close()))
  expect(loaded.sort()).toEqual([0, 0, 0, 0, 3])
  expect(await ask('SELECT count(*)::int FROM person')).toEqual([[2]])
})

const row = (cells: string): string =>
  `### Sample data: Person\n\n| name | email | password | level |\n| --- | --- | --- | --- |\n| Ada | ada@example.test | correct-horse-1 | 5 |\n| ${cells} |\n`

it('names the row and the cell that has a value that another record has, and loads none', async () => {
  const rows = row('Ben | EVE@example.test | correct-horse-2 | 3')
  const text = textOf(rows)
  // A user has added her; the checker refuses rows that collide with each other.
  await migrate(database.pool, owner(rows).schema, { consent: false })
  await ask(`INSERT INTO person (name, email, password, level) VALUES ('Eve', 'eve@example.test', 'no hash', 3)`)
  const failure = await load(owner(rows)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DataLoadError)
  const { message, span, hint } = failure as DataLoadError
  expect(message).toBe('Sample data: Person, row 2 ("Ben"): "email": another record has it already.')
  expect([text.slice(span.start, span.end), hint]).toEqual(['EVE@example.test', 'Write another value there.'])
  expect(await ask('SELECT name FROM person')).toEqual([['Eve']])
})

it('knows rows that share their first column by what is unique together, with references in it', async () => {
  const pairs = (...rows: readonly string[]): DataOwner =>
    owner(`
### Entity: Seat

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| team | Team | required, deleted together | | |
| person | Person | required, deleted together | | |

| Unique together | Counting only | Otherwise |
| --- | --- | --- |
| team, person | | |

${PEOPLE}
### Sample data: Seat

| team | person |
| --- | --- |
${rows.map((each) => `| First | ${each} |`).join('\n')}
`)
  expect(await load(pairs('Ada'))).toBe(4)
  expect(await load(pairs('Ada', 'Ben'))).toBe(1)
  expect(await load(pairs('Ada', 'Ben'))).toBe(0)
  expect(await ask('SELECT count(*)::int FROM seat')).toEqual([[2]])
  expect(() => pairs('Ada', 'Ada')).toThrow('N315 Another row has the same "team" and "person"')
})

it('refuses two rows with one key, and rows that name each other', async () => {
  expect(() => owner(row('Ada | ben@example.test | correct-horse-2 | 3'))).toThrow(
    'N315 Another row has the same "name", by which a record is recognised.',
  )
  const circle = PEOPLE.replace('correct-horse-1 | |', 'correct-horse-1 | Ben |')
  await expect(load(owner(circle))).rejects.toThrow('it names a record that names it.')
})

it('keeps the rules of point 5, and says them as whoever breaks them reads them', async () => {
  const rules = `
## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Nobody is at the top alone | Person | always | \`level == 5\` | \`boss != null\` | ALONE |
| Nobody is above the top | Person | always | \`boss != null\` | \`level < 5\` | ABOVE |

| Rule | Over | Same | Counting only | Holds | Otherwise |
| --- | --- | --- | --- | --- | --- |
| One at a level | Person | level | \`level < 4\` | at most 1 | CROWDED |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| ALONE | 422 | level | {name} is at {level}: somebody has to be above. |
| ABOVE | 422 | boss | {name} is not below {boss.name} ({boss.email}). |
| CROWDED | 409 | level | There is room for one at {level}, and not for {boss.name}. |
`
  await expect(load(owner(row('Ben | ben@example.test | correct-horse-2 | 3'), rules))).rejects.toThrow(
    'Sample data: Person, row 1 ("Ada"): it breaks the rule "Nobody is at the top alone": Ada is at 5: somebody has to be above.',
  )
  const three = PEOPLE.replace('| joined |', '| joined | level |')
    .replace('| --- | --- | --- | --- | --- |', '| --- | --- | --- | --- | --- | --- |')
    .replace('09:00 |', '09:00 | 3 |')
    .replace('correct-horse-1 | | |', 'correct-horse-1 | | | 3 |')
  await expect(load(owner(three.replace('09:00 | 3 |', '09:00 | 5 |'), rules))).rejects.toThrow(
    'it breaks the rule "Nobody is above the top": Ben is not below Ada (…).',
  )
  const failure = await load(owner(three, rules)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DataLoadError)
  expect((failure as DataLoadError).message).toMatch(
    /^Sample data: Person, row [12] \("(Ada|Ben)"\): it breaks the rule "One at a level": There is room for one at 3, and not for (…|Ada)\.$/,
  )
  expect((failure as DataLoadError).hint).toBe('Change the row, or what the rule says in point 5.')
})
