// Tenants of a generated specification: two organisations, their members, and calls by which people join, leave and are
// deleted.

import { chosen, type Random } from '../../chance.ts'
import { type MadeUpCall, maybe, table } from '../made-up-parts.ts'

export interface MadeUpTenants {
  /** Lines above the entities, and among them. */
  readonly heading: readonly string[]
  readonly entities: readonly string[]
  readonly sampleData: readonly string[]
  readonly permissions: readonly string[]
  readonly calls: readonly MadeUpCall[]
  readonly lines: readonly string[]
}

export const NO_TENANTS: MadeUpTenants = {
  heading: [],
  entities: [],
  sampleData: [],
  permissions: [],
  calls: [],
  lines: [],
}

export const ORGANISATIONS = ['north', 'south'] as const

/** Cat belongs to both, and to the north first. */
const MEMBERS = ['ann | north', 'bob | south', 'cat | north', 'cat | south'] as const

/** Cat helps in the south alone. */
const HELPS_IN: ReadonlySet<string> = new Set(['ann | north', 'cat | south'])

export function madeUpTenants(random: Random, hasRoles: boolean): MadeUpTenants {
  const made = [enterCall(random, hasRoles), leaveCall(random), closeCall(random)]
  return {
    heading: ['**Records belong to:** Organisation via Membership, except Log', ''],
    entities: [
      '### Entity: Organisation',
      '',
      ...table('Field | Type | Rules | Default | Meaning', ['code | text up to 60 | required, unique | | ']),
      '### Entity: Membership',
      '',
      ...table('Field | Type | Rules | Default | Meaning', [
        'code | text up to 60 | required, unique | | ',
        'person | Person | required, deleted together | | ',
      ]),
    ],
    sampleData: [
      '### Sample data: Organisation',
      '',
      ...table('code', ORGANISATIONS),
      '### Sample data: Membership',
      '',
      ...table(
        hasRoles ? 'code | person | organisation | role' : 'code | person | organisation',
        MEMBERS.map(
          (row, place) => `in${place + 1} | ${row}${hasRoles ? ` | ${HELPS_IN.has(row) ? 'Helper' : ''}` : ''}`,
        ),
      ),
    ],
    permissions: [
      'Member | see | Membership | | all',
      'Member | create | Membership | | code, person',
      'Member | delete | Membership | | ',
      `Member | see | Organisation | ${chosen(['', 'in every tenant'], random)} | all`,
      `Boss | delete | Organisation | ${chosen(['', 'in every tenant'], random)} | `,
    ],
    calls: made.map(({ call }) => call),
    lines: made.flatMap(({ lines }) => lines),
  }
}

interface Made {
  readonly call: MadeUpCall
  readonly lines: readonly string[]
}

/** `isBy`: whether the product acts. */
function callNamed(path: string, entity: string, steps: readonly string[], random: Random, isBy = 0.3): Made {
  return {
    call: {
      path,
      entity,
      method: 'POST',
      sent: (_, keyOf, fresh) => ({ body: { code: fresh('in'), who: keyOf('Person') } }),
    },
    lines: [
      `### POST ${path} — Tenants`,
      '',
      '- **Who:** Member',
      ...(maybe(random, isBy) ? ['- **Runs as:** the product'] : []),
      '',
      ...table('Input | Like | Needed', ['code | text up to 60 | no', 'who | text up to 60 | no']),
      ...steps.map((step, place) => `${place + 1}. ${step}`),
      '',
    ],
  }
}

function enterCall(random: Random, hasRoles: boolean): Made {
  const steps = [
    'find p in Person where `code == input.who` or fail LOST',
    `create Membership as m with code = \`orElse(input.code, "in")\`, person = \`p\`${hasRoles ? ', role = `"Helper"`' : ''}`,
    `respond 201 with \`{"m": m.code, "of": m.organisation.code, "now": ifAny(me.organisation.code)${hasRoles ? ', "role": ifAny(m.role), "helps": me.has("Helper")' : ''}}\``,
  ]
  return callNamed('/api/enter', 'Membership', steps, random, 0.6)
}

function leaveCall(random: Random): Made {
  const steps = [
    'find m in Membership where `code == path.code` or fail LOST',
    'delete m',
    'respond 200 with `{"now": ifAny(me.organisation.code)}`',
  ]
  return callNamed('/api/leave/:code', 'Membership', steps, random)
}

function closeCall(random: Random): Made {
  const steps = [
    'find o in Organisation where `code == path.code` or fail LOST',
    'delete o',
    'respond 200 with `{"now": ifAny(me.organisation.code)}`',
  ]
  return callNamed('/api/close/:code', 'Organisation', steps, random)
}
