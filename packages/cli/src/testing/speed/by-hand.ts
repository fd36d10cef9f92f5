// Hand-written optimal statements for the lists of two untuned specifications: each branch of the row rule uses its own
// index, the branches are merged in the order of the list and joined with the shown data. Also the rows of the tables.

export interface ByHand {
  readonly request: string
  readonly text: string
}

export interface Workload {
  readonly file: string
  /** Creates unevenly distributed rows; `$1` is the caller. */
  readonly fill: (rows: number) => string
  /** Optimal indexes, which exist only during the measurement. */
  readonly indexes: readonly string[]
  readonly lists: readonly ByHand[]
}

interface Written {
  readonly table: string
  /** The text between SELECT and WHERE, and the condition of the branch, over `t`. */
  readonly branches: readonly { readonly from: string; readonly where: string }[]
  readonly order: string
  readonly direction: 'ASC' | 'DESC'
  readonly shown: string
}

interface Asked {
  readonly filter?: string
  readonly countedTo: number | null
  readonly offset?: number
}

const PAGE = 25
export const ME = `(SELECT id FROM person WHERE email = 'ann@example.test')`

function byHand(
  { table, branches, order, direction, shown }: Written,
  request: string,
  { filter = '', countedTo, offset = 0 }: Asked,
): ByHand {
  const union = (columns: string, end: string): string =>
    branches
      .map(({ from, where }) => {
        const query = `SELECT ${columns} FROM ${table} AS t WHERE ${where}${filter} ${end}`
        return from === '' ? `(${query})` : `(SELECT one.* FROM ${from} CROSS JOIN LATERAL (${query}) AS one)`
      })
      .join(' UNION ')
  const limit = countedTo === null ? '' : `LIMIT ${countedTo}`
  const inOrder = (key: string, id: string): string => `ORDER BY ${key} ${direction}, ${id} ${direction}`
  return {
    request,
    text: `SELECT ${shown}, (SELECT count(*) FROM (SELECT id FROM (${union('t.id', limit)}) AS any_of ${limit}) AS counted)
      FROM (SELECT id, key FROM (${union(`t.id, t.${order} AS key`, `${inOrder(`t.${order}`, 't.id')} LIMIT ${PAGE + offset}`)}) AS merged
        ${inOrder('key', 'id')} LIMIT ${PAGE} OFFSET ${offset}) AS page
      JOIN ${table} AS t ON t.id = page.id ${inOrder('page.key', 'page.id')}`,
  }
}

const ERRANDS: Written = {
  table: 'errand',
  branches: [
    { from: '', where: 't.owner_id = $1::uuid' },
    { from: '', where: 't.assignee_id = $1::uuid' },
  ],
  order: 'created_at',
  direction: 'DESC',
  shown: `json_build_object('code', t.code, 'title', t.title, 'status', t.status, 'createdAt', t.created_at,
    'owner', (SELECT name FROM person WHERE id = t.owner_id))`,
}

const RECEIPTS: Written = {
  table: 'receipt',
  branches: [{ from: '', where: 't.owner_id = $1::uuid' }],
  order: 'code',
  direction: 'ASC',
  shown: `json_build_object('code', t.code, 'owner', (SELECT name FROM person WHERE id = t.owner_id),
    'approver', (SELECT name FROM person WHERE id = t.approver_id))`,
}

/**
 * A twentieth of the rows belong to the caller, and a hundredth are assigned to her. Few are open and most are done.
 * The order of storage matches no list.
 */
export const MINE_OR_ASSIGNED: Workload = {
  file: 'errands.md',
  fill: (rows) => `
    INSERT INTO person (name, email, password, created_at)
      SELECT 'Person ' || i, 'person' || i || '@example.test', 'none', now() FROM generate_series(1, 2000) AS i;
    INSERT INTO errand (code, title, owner_id, assignee_id, weight, status, created_at)
      SELECT 'E' || i, 'Errand ' || i,
        CASE WHEN i % 20 = 0 THEN ${ME} ELSE others.ids[1 + i * 31 % 2000] END,
        CASE WHEN i % 100 = 3 THEN ${ME} WHEN i % 3 = 0 THEN others.ids[1 + i * 17 % 2000] END,
        i % 7, CASE WHEN i * 13 % 100 < 5 THEN 'open' WHEN i * 13 % 100 < 25 THEN 'taken' ELSE 'done' END,
        timestamptz '2026-01-01' + (i::bigint * 7919 % ${rows}) * interval '1 minute'
      FROM generate_series(1, ${rows}) AS i,
        (SELECT array_agg(id ORDER BY email) AS ids FROM person WHERE email LIKE 'person%') AS others;
    INSERT INTO receipt (code, owner_id, approver_id, created_at)
      SELECT 'R' || i, CASE WHEN i % 20 = 0 THEN ${ME} ELSE others.ids[1 + i * 31 % 2000] END, others.ids[1 + i * 17 % 2000], now()
      FROM generate_series(1, ${rows}) AS i,
        (SELECT array_agg(id ORDER BY email) AS ids FROM person WHERE email LIKE 'person%') AS others`,
  indexes: ['owner_id', 'assignee_id']
    .flatMap((column) => [`errand (${column}, created_at, id)`, `errand (${column}, status, created_at, id)`])
    .concat('receipt (owner_id, code)'),
  lists: [
    byHand(RECEIPTS, '/api/receipts?sort=code&limit=25', { countedTo: 1000 }),
    byHand(ERRANDS, '/api/errands?sort=-createdAt&limit=25', { countedTo: 1000 }),
    byHand(ERRANDS, '/api/errands?status=open&sort=-createdAt&limit=25', {
      filter: ` AND t.status = 'open'`,
      countedTo: 1000,
    }),
    byHand(ERRANDS, '/api/errands?status=done&sort=-createdAt&limit=25', {
      filter: ` AND t.status = 'done'`,
      countedTo: 1000,
    }),
    byHand(ERRANDS, '/api/pages?status=open', { filter: ` AND t.status = 'open'`, countedTo: null }),
    byHand(ERRANDS, '/api/pages?offset=500', { countedTo: null, offset: 500 }),
    byHand(ERRANDS, '/_ninefold/screens/errands/0', { countedTo: 10_000 }),
    byHand(ERRANDS, '/_ninefold/screens/errands/0?status=open', {
      filter: ` AND t.status = 'open'`,
      countedTo: 10_000,
    }),
  ],
}

const JOBS: Written = {
  table: 'job',
  branches: [
    {
      from: '(SELECT crew_id FROM crew_members WHERE person_id = $1::bigint) AS mine',
      where: 't.crew_id = mine.crew_id',
    },
    { from: '', where: 't.reporter_id = $1::bigint' },
    { from: '', where: 't.is_open_to_all' },
  ],
  order: 'due_at',
  direction: 'ASC',
  shown: `json_build_object('code', t.code, 'kind', t.kind, 'dueAt', t.due_at)`,
}

/** The caller is in two crews of two hundred. One job in a hundred is open to all, and few are deliveries. */
export const OF_MY_CREWS: Workload = {
  file: 'crews.md',
  fill: (rows) => `
    INSERT INTO person (name, email, password, created_at)
      SELECT 'Person ' || i, 'person' || i || '@example.test', 'none', now() FROM generate_series(1, 2000) AS i;
    INSERT INTO crew (name, created_at) SELECT 'Crew ' || i, now() FROM generate_series(1, 200) AS i;
    INSERT INTO crew_members (crew_id, person_id)
      SELECT DISTINCT crew.id, person.id FROM crew, person
      WHERE (crew.id + person.id) % 67 = 0 AND person.email LIKE 'person%' OR person.id = ${ME} AND crew.id % 100 = 7;
    INSERT INTO job (code, crew_id, reporter_id, is_open_to_all, kind, due_at, created_at)
      SELECT 'J' || i, crews.ids[1 + i * 31 % 200], CASE WHEN i % 50 = 0 THEN ${ME} WHEN i % 3 = 0 THEN people.ids[1 + i * 17 % 2000] END,
        i % 100 = 1, CASE WHEN i * 13 % 100 < 3 THEN 'delivery' WHEN i * 13 % 100 < 25 THEN 'visit' ELSE 'repair' END,
        CASE WHEN i % 10 <> 0 THEN timestamptz '2026-01-01' + (i::bigint * 7919 % ${rows}) * interval '1 minute' END, now()
      FROM generate_series(1, ${rows}) AS i, (SELECT array_agg(id ORDER BY id) AS ids FROM crew) AS crews,
        (SELECT array_agg(id ORDER BY email) AS ids FROM person WHERE email LIKE 'person%') AS people`,
  indexes: ['crew_id', 'reporter_id', 'is_open_to_all'].flatMap((column) => [
    `job (${column}, due_at, id)`,
    `job (${column}, kind, due_at, id)`,
  ]),
  lists: [
    byHand(JOBS, '/api/jobs?sort=dueAt&limit=25', { countedTo: 1000 }),
    byHand(JOBS, '/_ninefold/screens/jobs/0', { countedTo: 10_000 }),
    byHand(JOBS, '/_ninefold/screens/jobs/0?kind=delivery', { filter: ` AND t.kind = 'delivery'`, countedTo: 10_000 }),
  ],
}
