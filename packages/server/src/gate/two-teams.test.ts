// Hidden data cannot be learned: not by filters, orders, pages, counts, searches, forms, pickers, error texts, ids or
// lengths. NINEFOLD_PAIRS=20000 tests more, NINEFOLD_SEED others.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  everybodySees,
  type Forgetful,
  isStatement,
  withoutGate,
  withoutWall,
  withPlans,
} from '../testing/forgetful-plans.ts'
import { underGeneralRole } from '../testing/general-caller.ts'
import type { Application } from './context/application.ts'
import { idOf, PASSWORD, PEOPLE, type Person, TWO_TEAMS_TEXT, twoTeams } from '../testing/two-teams.ts'
import { compareWorlds, type Comparison, type ComparisonOptions } from '../testing/two-worlds.ts'
import { type Answer, type Client, runApplication, type RunningApplication } from '../testing/running-application.ts'
import type { TestDatabase } from '../testing/test-database.ts'

const PAIRS = Number(process.env['NINEFOLD_PAIRS'] ?? 300)
const SEED = Number(process.env['NINEFOLD_SEED'] ?? 9)

let template: TestDatabase

beforeAll(async () => {
  template = await twoTeams()
})

afterAll(() => template.drop())

function compared(
  person: Person,
  runs: number,
  more: Pick<ComparisonOptions, 'double' | 'wanted'> = {},
): Promise<Comparison> {
  return compareWorlds({ template, person, runs, seed: SEED, ...more })
}

describe('what a person may not read makes no difference', () => {
  for (const person of ['cleo', 'ben', 'guest'] as const) {
    it(`to ${person}`, async () => {
      const { difference, results } = await compared(person, PAIRS)
      expect(difference).toBeNull()
      if (person !== 'guest') expect(results).toBeGreaterThan(PAIRS / 10)
    }, 600_000)
  }
})

/** Row-level security applies to reads; writes belong to the gate alone. */
const isReading = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  (method === 'GET' || method === 'HEAD') && !path.startsWith('/_ninefold/deleted')

const wallAlone = withoutGate('the wall stands')
const WALLS = {
  'a role for just their roles': wallAlone,
  'the role for everybody': (honest: Application) => underGeneralRole(wallAlone(honest)),
}

describe('each wall alone holds:', () => {
  for (const person of ['cleo', 'ben', 'guest'] as const) {
    it(`the gate, with nothing behind it, to ${person}`, async () => {
      const { difference, results } = await compared(person, PAIRS, { double: withoutWall })
      expect(difference).toBeNull()
      if (person !== 'guest') expect(results).toBeGreaterThan(PAIRS / 10)
    }, 600_000)

    for (const [under, double] of Object.entries(WALLS).slice(0, person === 'guest' ? 1 : 2))
      it(`row-level security, with nothing in front of it, to ${person} under ${under}`, async () => {
        const { difference, results } = await compared(person, PAIRS, { double, wanted: isReading })
        expect(difference).toBeNull()
        if (person !== 'guest') expect(results).toBeGreaterThan(PAIRS / 10)
      }, 600_000)
  }

  it('and without both, what is hidden is found', async () => {
    for (const person of ['cleo', 'ben'] as const) {
      const { difference } = await compared(person, PAIRS, {
        double: withoutGate('the wall is down'),
        wanted: isReading,
      })
      expect(difference).not.toBeNull()
    }
  }, 600_000)
})

interface Fault {
  readonly person: Person
  readonly plans: Forgetful
  /** Address of the fault, if many requests would be needed to reach it. */
  readonly at?: string
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'lists that leave the rights out': {
    person: 'cleo',
    plans: ({ name }, plan, viewer) =>
      plan(name === 'list' ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
  },
  'screens that leave the rights out': {
    person: 'ben',
    plans: ({ name }, plan, viewer) =>
      plan(name.startsWith('screen ') ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
  },
  'pickers that leave the rights out': {
    person: 'cleo',
    plans: ({ name }, plan, viewer) =>
      plan(name === 'options' ? { ...viewer, model: everybodySees(viewer.model, 'Category') } : viewer),
  },
  'a total that counts everything': {
    person: 'cleo',
    plans: (_, plan, viewer) => {
      const made = plan(viewer)
      return isStatement(made)
        ? {
            ...made,
            text: made.text
              .replace(/(SELECT count\(\*\) AS total FROM "ticket" AS t) WHERE [^]*?\) AS counted/, '$1) AS counted')
              .replace(/(SELECT count\(\*\) AS total FROM) "found records"/, '$1 "ticket"'),
          }
        : made
    },
  },
  'an order by what is hidden': {
    person: 'ben',
    plans: (_, plan, viewer) => {
      const made = plan(viewer)
      return isStatement(made)
        ? {
            ...made,
            text: made.text.replace(/ORDER BY CASE WHEN [^]*? THEN (t\."due_at") ELSE [^]*? END/, 'ORDER BY $1'),
          }
        : made
    },
  },
  'a record that is found without rights': {
    person: 'cleo',
    plans: ({ name }, plan, viewer) =>
      plan(name.startsWith('find ') ? { ...viewer, model: everybodySees(viewer.model, 'Ticket') } : viewer),
  },
  'references to records that are not seen': {
    person: 'cleo',
    plans: ({ name }, plan, viewer) => (name === 'visible among' ? null : plan(viewer)),
    at: 'POST /api/tickets',
  },
}

describe('the comparison finds', () => {
  for (const [fault, { person, plans, at }] of Object.entries(FAULTS)) {
    it(
      fault,
      async () => {
        // Ends with the first difference.
        const wanted = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
          at === undefined || at === `${method} ${path}`
        expect((await compared(person, 1000, { double: withPlans(plans), wanted })).difference).not.toBeNull()
      },
      600_000,
    )
  }
})

describe('a record that is not seen answers like one that is not there', () => {
  let helpDesk: RunningApplication
  let cleo: Client
  let ben: Client

  beforeAll(async () => {
    helpDesk = await runApplication(TWO_TEAMS_TEXT, { copyOf: template.name })
    cleo = await helpDesk.signIn(PEOPLE.cleo, PASSWORD)
    ben = await helpDesk.signIn(PEOPLE.ben, PASSWORD)
  })

  afterAll(() => helpDesk[Symbol.asyncDispose]())

  /** The answer without the request's own values and without the request's id. */
  function written({ status, body, headers }: Answer, said: string): string {
    const text = JSON.stringify(body)
      .replace(/"requestId":"[^"]*"/, '')
      .replaceAll(said, '<said>')
    return JSON.stringify([
      status,
      text,
      headers.get('content-length'),
      headers.get('content-type'),
      headers.get('allow'),
    ])
  }

  async function expectAlike(unseen: string, missing: string, ask: (key: string) => Promise<Answer>): Promise<void> {
    const [a, b] = [await ask(unseen), await ask(missing)]
    expect(a.status).toBeGreaterThanOrEqual(400)
    expect(written(a, unseen)).toBe(written(b, missing))
  }

  it('at every address', async () => {
    for (const client of [cleo, ben, helpDesk.guest]) {
      const requests: ((number: string) => Promise<Answer>)[] = [
        (number) => client.get(`/api/tickets/${number}`),
        (number) => client.send(`/api/tickets/${number}`, { method: 'HEAD' }),
        (number) => client.get(`/api/tickets/%31${number.slice(1)}`),
        (number) => client.get(`/api/tickets/${number}`, { accept: 'application/problem+json' }),
        (number) => client.get(`/api/tickets/${number}/`),
        (number) => client.patch(`/api/tickets/${number}`, { rating: 3 }),
        (number) => client.patch(`/api/tickets/${number}`, { nothing: 3 }),
        (number) => client.patch(`/api/tickets/${number}`, { priority: 'low' }, { 'if-match': '"1"' }),
        ...['take', 'ask', 'answer', 'resolve', 'reopen'].map(
          (transition) => (number: string) => client.post(`/api/tickets/${number}/${transition}`),
        ),
        (number) => client.post(`/api/tickets/${number}/comments`, { body: 'x' }),
        (number) => client.post(`/api/tickets/${number}/comments`, { body: 'x', internal: true }),
        (number) => client.post(`/api/tickets/${number}/assignee`, { assignee: 'ben@example.test' }),
        (number) => client.get(`/_ninefold/screens/ticket/0?number=${number}`),
        (number) => client.get(`/_ninefold/screens/ticket/1?number=${number}`),
        (number) => client.get(`/_ninefold/forms/ticket/rate-the-help-7?number=${number}`),
      ]
      for (const ask of requests) await expectAlike('1004', '1999', ask)
    }
  })

  it('in every input that names it', async () => {
    const ticket = { subject: 'About old things', body: 'x' }
    await expectAlike(idOf(23), idOf(99), (category) => cleo.post('/api/tickets', { ...ticket, category }))
    await expectAlike(idOf(23), idOf(99), (category) => cleo.get(`/api/tickets?category=${category}&limit=0`))
  })

  it('in the words of a refusal', async () => {
    // Dora has left the team, which violates a rule about the assignee. The customer sees no users, so the answer has
    // no name.
    await helpDesk.database.pool.query(`DELETE FROM team_members WHERE user_id = $1`, [idOf(4)])
    const { status, body } = await cleo.post('/api/tickets/1007/answer')
    expect([status, body.error.message]).toEqual([422, '… does not work in Second line.'])
  })

  it('when it is looked for', async () => {
    const found = async (client: Client, query: string): Promise<unknown> =>
      (await client.get(`/api/tickets?${query}`)).body
    expect(await found(cleo, `comments=${idOf(101)}`)).toEqual({ items: [], total: 0, next: null })
    expect((await found(ben, `comments=${idOf(101)}`)) as { total: number }).toMatchObject({ total: 1 })
    expect(await found(cleo, 'number=1004')).toEqual({ items: [], total: 0, next: null })
  })
})

it('narrows the list of a call by what its caller may see', async () => {
  const call =
    '### GET /api/found — Find\n\n- **Who:** Requester\n\n| Query | Type | Keeps only |\n| --- | --- | --- |\n| helper | text | `assignee != null && assignee.email == query.helper` |\n\n1. list found from Ticket, narrowed by the query, sorted by number smallest first, all of them\n2. respond 200 with `{"found": found.map(t, {"number": t.number})}`\n\n'
  await using helpDesk = await runApplication(TWO_TEAMS_TEXT.replace('### Messages', `${call}### Messages`), {
    copyOf: template.name,
  })
  const found = async (person: keyof typeof PEOPLE): Promise<unknown> =>
    (await (await helpDesk.signIn(PEOPLE[person], PASSWORD)).get('/api/found?helper=dora@example.test')).body.found
  expect(await found('ada')).toEqual([{ number: 1001 }, { number: 1002 }, { number: 1004 }, { number: 1007 }])
  expect(await found('cleo')).toEqual([])
})
