// Variants of the help desk that reveal hidden data, each in one way; the two-worlds test must find them.

import type { Model } from '@ninefold/core/model/model.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import { Refusal, refused } from '@ninefold/server/gate/context/refusal.ts'
import type { WorldsOptions } from './worlds-machine.ts'
import { everybodySees, isStatement, withPlans } from '@ninefold/server/testing/forgetful-plans.ts'

type Double = (honest: Application) => Application

export interface WorldFault {
  readonly double: Double
  /** The request that reveals it. Missing: the usual requests, reduced to `wanted`. */
  readonly asked?: readonly GeneratedRequest[]
  readonly wanted?: NonNullable<WorldsOptions['wanted']>
}

/** Plans of these kinds are built as if everybody could see the entity and all of its fields. */
function unguarded(planners: RegExp, ...entities: readonly string[]): Double {
  return withPlans(({ name }, plan, viewer) => {
    if (!planners.test(name)) return plan(viewer)
    const model = entities.reduce((made, entity) => everybodySees(made, entity), viewer.model)
    return plan({ ...viewer, model: withEveryField(model, entities) } satisfies Viewer)
  })
}

function withEveryField(model: Model, entities: readonly string[]): Model {
  const permissions = model.roles.permissions.map((permission) =>
    permission.actions.includes('see') && entities.includes(permission.entity)
      ? {
          ...permission,
          fields: entityNamed(model, permission.entity)
            .fields.filter(({ isHidden }) => !isHidden)
            .map(({ name }) => name),
        }
      : permission,
  )
  return { ...model, roles: { ...model.roles, permissions } }
}

/** Changes the statements that read tickets. */
function rewritten(change: (text: string) => string): Double {
  return withPlans((_, plan, viewer) => {
    const made = plan(viewer)
    return isStatement(made) && made.text.includes('FROM "ticket" AS t') ? { ...made, text: change(made.text) } : made
  })
}

const totalOfEverything: Double = (honest) => ({
  ...honest,
  database: {
    ...honest.database,
    run: async (statement, bindings) => {
      const rows = await honest.database.run(statement, bindings)
      if (!statement.text.includes('FROM "ticket" AS t')) return rows
      const [all] = (await honest.database.pool.query<{ total: string }>('SELECT count(*) AS total FROM ticket')).rows
      return rows.map((row) => ('total' in row ? { ...row, total: String(all?.total) } : row))
    },
  },
})

const refusedWithCount: Double = (honest) => {
  const count = async (): Promise<string> =>
    String(
      (await honest.database.pool.query("SELECT md5(string_agg(t::text, '' ORDER BY id)) AS all FROM ticket AS t"))
        .rows[0]?.all,
    )
  return {
    ...honest,
    database: {
      ...honest.database,
      write: (work) =>
        honest.database.write(work).catch(async (error: unknown) => {
          throw error instanceof Refusal ? refused('not found', 'row', ['as the text says', await count()]) : error
        }),
    },
  }
}

const get = (path: string): GeneratedRequest => ({ method: 'GET', path, body: null, headers: {} })
const numbered = (from: number, count: number, path: (number: number) => string): GeneratedRequest[] =>
  Array.from({ length: count }, (_, index) => get(path(from + index)))

const LISTS = ['', '?limit=2', '?status=new', '?sort=-number', '?sort=subject'].map((query) =>
  get(`/api/tickets${query}`),
)
const PAGE_LENGTHS = numbered(2, 20, (limit) => `/api/tickets?limit=${limit}`)
const SINGLE = numbered(1000, 40, (number) => `/api/tickets/${number}`)
const SCREENS = [
  get('/_ninefold/screens/my-tickets/0'),
  ...numbered(1000, 30, (number) => `/_ninefold/screens/ticket/0?number=${number}`),
]
const HISTORIES = numbered(
  1,
  120,
  (number) => `/_ninefold/history/ticket/00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
)
const PICKERS = ['name', 'id', 'active'].map((by) => get(`/_ninefold/options/Category?by=${by}`))

const at =
  (beginning: string) =>
  ({ path }: Pick<GeneratedRequest, 'path'>): boolean =>
    path.startsWith(beginning)
const PEOPLE = ['name', 'id'].map((by) => get(`/_ninefold/options/User?by=${by}`))

/** Seen by a customer. */
export const WORLD_FAULTS: Readonly<Record<string, WorldFault>> = {
  'lists that leave the rights out': { double: unguarded(/^list$/, 'Ticket'), asked: LISTS },
  'a total that counts everything': { double: totalOfEverything, asked: LISTS },
  'an order by what is hidden': {
    // One of two tickets is first by chance, too; each limit has an order of its own.
    double: rewritten((text) =>
      text.replace(/ORDER BY [^]*?(?= LIMIT (\d+))/, (_, limit: string) => `ORDER BY hashtext(t::text || '${limit}')`),
    ),
    asked: PAGE_LENGTHS,
  },
  'an error because of a row that is hidden': {
    double: rewritten((text) =>
      text.replace(
        'FROM "ticket" AS t WHERE',
        `FROM "ticket" AS t WHERE 1 / (SELECT CASE WHEN bool_or(body LIKE '%Zoe%' OR subject LIKE '%Zoe%') THEN 0 ELSE 1 END FROM "ticket") = 1 AND`,
      ),
    ),
    asked: LISTS,
  },
  'a record that is found without rights': {
    double: unguarded(/^(find|get|lock|place)\b/, 'Ticket'),
    asked: SINGLE,
  },
  'pickers that leave the rights out': { double: unguarded(/^options$/, 'Category'), asked: PICKERS },
  'screens that leave the rights out': { double: unguarded(/^(screen|find by key)/, 'Ticket'), asked: SCREENS },
  'histories that leave the rights out': {
    double: unguarded(/^(history|find by key)$/, 'Ticket'),
    asked: HISTORIES,
  },
  'the name of whoever is hidden, in a list': { double: unguarded(/^list$/, 'User'), asked: LISTS },
  'the name of whoever is hidden, beside a record': {
    double: unguarded(/^screen record$/, 'User'),
    wanted: at('/_ninefold/screens/ticket/0?'),
  },
  'the name of whoever is hidden, in a history': {
    double: unguarded(/^history/, 'User'),
    wanted: at('/_ninefold/history/ticket/'),
  },
  'the name of whoever is hidden, among options': { double: unguarded(/^options/, 'User'), asked: PEOPLE },
  'an offer by what is hidden': {
    double: rewritten((text) =>
      text.replaceAll(
        `'"isAvailable":' || (TRUE)::text`,
        `'"isAvailable":' || (t."due_at" > now() - interval '200 days')::text`,
      ),
    ),
    wanted: at('/_ninefold/screens/ticket/0?'),
  },
  'the words of an error': {
    double: refusedWithCount,
    asked: SINGLE.map((request) => ({ ...request, method: 'POST', path: `${request.path}/answer` })),
  },
  'a version of what is hidden': {
    double: rewritten((text) => text.replace(/THEN t\."version" END/g, 'THEN abs(hashtext(t::text)) END')),
    asked: SINGLE,
  },
}

/** Seen by people with roles in several tenants, at the host of one. */
export const TENANT_FAULTS: Readonly<Record<string, Double>> = {
  'a role of the chosen tenant at the address of another': withPlans(({ name }, plan, viewer) => {
    const made = plan(viewer)
    if (name !== 'conditional roles' || !isStatement(made)) return made
    const chosen = 'coalesce((SELECT p."studio_id" FROM "person" AS p WHERE p."id" = t."id"), $1)'
    return { ...made, text: made.text.replaceAll(/(?<=AND m\."studio_id" = )(\$\d+)/g, chosen) }
  }),
  'records of the chosen tenant at the address of another': withPlans((_, plan, viewer) => {
    const made = plan(viewer)
    if (!isStatement(made)) return made
    return {
      ...made,
      text: made.text.replaceAll(
        /CASE WHEN \S+ IS NULL THEN \(SELECT chosen\./g,
        'CASE WHEN TRUE THEN (SELECT chosen.',
      ),
    }
  }),
}
