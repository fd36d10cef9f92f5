// A seed → how people become users and get their roles: by signing up at a standard or a stated call, from others, and
// by being the first.

import { chosen, type Random } from '../../chance.ts'
import { cell, type MadeUpCall, maybe, numbered, table, type Tenancies } from '../made-up-parts.ts'

export interface MadeUpPeople {
  readonly calls: readonly MadeUpCall[]
  readonly lines: readonly string[]
  /** Rows for tables in other parts of the text. */
  readonly permissions: readonly string[]
  readonly standardCalls: readonly string[]
  /** True: guests may sign up by the standard call. */
  readonly hasStandardSignUp: boolean
  /** The initial role of the sample data's people. Empty: the first person to sign up is the first user. */
  readonly given: string
}

export function madeUpPeople(random: Random, tenancies: Tenancies): MadeUpPeople {
  const hasStandardSignUp = maybe(random, 0.6)
  const join = maybe(random, 0.6) ? joinCall(random) : null
  const promote = maybe(random, 0.6) ? promoteCall(random) : null
  const leave = maybe(random, 0.25) ? LEAVING : null
  const found = [join, promote, leave].filter((each) => each !== null)
  return {
    hasStandardSignUp,
    calls: found.map(({ call }) => call),
    lines: [...PERSON_SHAPE, ...found.flatMap(({ lines }) => lines)],
    given: maybe(random, 0.15) ? '' : 'Member',
    standardCalls: ['Person | `/api/people` | list, get, create | code | PersonView'],
    permissions: [
      `Member | see | Person | | ${chosen(['id, code, isBoss', 'id, code', 'code, isBoss'], random)}`,
      'Member | create | Log | | ',
      `Boss | give roles | Person | ${giving(chosen(['', cell('isBoss != true'), cell('code != "ann"')], random), tenancies)} | `,
      ...(hasStandardSignUp ? ['Guest | create | Person | | code, email, password'] : []),
      ...(maybe(random, 0.4) ? ['Founder | see, create | Person | | all'] : []),
      ...(maybe(random, 0.3)
        ? [`Helper | give roles | Person | ${tenancies === 'none' ? '' : 'in every tenant'} | `]
        : []),
      ...(maybe(random, 0.35)
        ? [
            `${chosen(['Boss', 'Helper', 'Member'], random)} | suspend | Person | ${suspended(tenancies !== 'none', random)} | `,
          ]
        : []),
      ...(maybe(random, 0.3) ? ['Guest | see | Person | | code'] : []),
    ],
  }
}

/** Within a tenant, people give roles in it; with a right in every tenant, those that hold everywhere as well. */
function giving(where: string, tenancies: Tenancies): string {
  const isInEvery = tenancies === 'tenants' || (tenancies === 'roles in tenants' && where !== '')
  return isInEvery ? [where, 'in every tenant'].filter((part) => part !== '').join(', ') : where
}

/** Users are in several tenants, and it acts in all of them. */
function suspended(hasTenants: boolean, random: Random): string {
  const where = chosen(['', cell('isBoss != true'), cell('id != me.id')], random)
  if (!hasTenants) return where
  return where === '' ? 'in every tenant' : `${where}, in every tenant`
}

export function roleRows(tenancies: Tenancies): string[] {
  const per = tenancies === 'roles in tenants' ? ', per Organisation' : ''
  return [
    'Guest | | by not being signed in',
    'Member | | by signing up; from a Boss',
    `Boss | Member | when ${cell('isBoss == true')}`,
    `Helper | | from a Boss${per}; from a Founder${per}`,
    'Founder | Helper | the first user who signs up',
  ]
}

const PERSON_SHAPE = [
  '### Shape: PersonView of Person',
  '',
  ...table('Key | Value', [`code | ${cell('code')}`, `email | ${cell('email')}`, `isBoss | ${cell('ifAny(isBoss)')}`]),
]

interface Made {
  readonly call: MadeUpCall
  readonly lines: readonly string[]
}

function joinCall(random: Random): Made {
  const signsIn = maybe(random, 0.5)
  const isProduct = maybe(random, 0.5)
  return {
    call: {
      path: '/api/join',
      entity: 'Person',
      method: 'POST',
      sent: (chance, _, fresh) => {
        const code = maybe(chance, 0.85) ? fresh('guest') : chosen(['ann', 'guest1'], chance)
        return { body: { code, ...(maybe(chance, 0.95) ? { email: `${code}@example.test` } : {}) } }
      },
    },
    lines: [
      '### POST /api/join — Join',
      '',
      `- **Who:** ${chosen(['Guest, Member', 'Guest, Member', 'Member'], random)}`,
      ...(isProduct ? ['- **Runs as:** the product'] : []),
      '',
      ...table('Input | Like | Needed', ['code | Person.code | yes', 'email | Person.email | yes']),
      '1. create Person as p with given code, email',
      ...(signsIn
        ? [
            '2. sign in p',
            `3. respond 201 with \`{"p": PersonView(p), "me": me.code, "is": me.has("Member"), "founds": me.has("Founder")}\``,
          ]
        : ['2. respond 201 with `{"p": PersonView(p), "is": me.has("Guest")}`']),
      '',
    ],
  }
}

/** People who leave are guests from there on. */
const LEAVING: Made = {
  call: { path: '/api/out', entity: 'Person', method: 'POST', sent: () => ({ body: {} }) },
  lines: [
    '### POST /api/out — Leave',
    '',
    '- **Who:** Member',
    '',
    '1. create Log with what = `"out"`, n = `1`',
    '2. sign out',
    '3. create Log with what = `"gone"`, n = `2`',
    '4. respond 200 with `{"is": true}`',
    '',
  ],
}

function promoteCall(random: Random): Made {
  const steps = [
    'find p in Person where `code == path.code` or fail LOST',
    `when \`input.takes == true\`:${numbered(['take role `"Helper"` from p'])}`,
    `when \`input.takes != true\`:${numbered(['give role `input.role` to p'])}`,
    'respond 200 with `{"p": p.code}`',
  ]
  return {
    call: {
      path: '/api/promote/:code',
      entity: 'Person',
      method: 'POST',
      sent: (chance) => ({
        body: {
          role: chosen(['Helper', 'Member', 'Helper', 'Boss', 'Founder'], chance),
          ...(maybe(chance, 0.4) ? { takes: maybe(chance, 0.5) } : {}),
        },
      }),
    },
    lines: [
      '### POST /api/promote/:code — Promote',
      '',
      `- **Who:** ${chosen(['Member', 'Boss, Founder', 'Boss, Helper'], random)}`,
      ...(maybe(random, 0.2) ? ['- **Runs as:** the product'] : []),
      '',
      ...table('Input | Like | Needed', ['role | one of Member, Helper, Boss, Founder | yes', 'takes | yes/no | no']),
      ...steps.map((step, place) => `${place + 1}. ${step}`),
      '',
    ],
  }
}
