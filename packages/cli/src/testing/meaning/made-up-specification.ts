// A seed → a complete generated specification: entities with relations and computed fields, states, rules, permissions,
// shapes and calls. Each part is a line of its own, so that a difference can be minimised by leaving lines out.

import type { TenantAddress } from '@ninefold/core/model/entities.ts'
import { below, chosen, randomOf, type Random } from '../chance.ts'
import { amountFields } from './fields/amounts.ts'
import { fieldsMadeByProduct } from './fields/made-by-product.ts'
import { branchFields } from './fields/branches.ts'
import { computedFields } from './fields/computed.ts'
import { keptHistories } from './fields/histories.ts'
import { type MadeUpPart } from './fields/made-up-field.ts'
import { keptDeletions, type Related, relationFields } from './fields/relations.ts'
import { rulesOverRecords } from './fields/rules.ts'
import { JSON_CHANCES, jsonFields } from './fields/json.ts'
import { textFields } from './fields/texts.ts'
import { BEGINNINGS, timeFields } from './fields/times.ts'
import { askedCalls } from './made-up-asked.ts'
import { contractCalls } from './made-up-contracts.ts'
import { callLines, messageLines, scheduleLines } from './made-up-calls.ts'
import {
  cell,
  fieldsOfParts,
  type MadeUp,
  type MadeUpEntity,
  maybe,
  relationName,
  some,
  table,
  type Tenancies,
} from './made-up-parts.ts'
import { madeUpPeople, roleRows } from './people/made-up-people.ts'
import { madeUpTenants, NO_TENANTS } from './people/made-up-tenants.ts'
import { isForGuests, keyLines, permissionRows } from './people/permissions.ts'
import { codedCalls } from './people/coded-call.ts'
import { ownCodeRows, withOwnCode } from './refusals/made-up-errors.ts'
import { valueCalls } from './made-up-values.ts'
import { madeUpService } from './made-up-services.ts'
import { madeUpScreens } from './screens/made-up-screens.ts'
import { entityLines, shapeLines } from './points/made-up-entities.ts'
import { ruleLinesOver, ruleRows } from './points/made-up-rules.ts'
import { errorLines, limitLines, LOOKUPS, purposeLines, settingLines } from './points/made-up-settings.ts'
import { stateLines } from './made-up-states.ts'

const ENTITIES = ['Alpha', 'Beta', 'Gamma'] as const

const PEOPLE = ['ann', 'bob', 'cat'] as const
export const CALLERS: readonly (string | null)[] = [null, ...PEOPLE]

/**
 * `isSmall`: fewer entities and calls, so that requests reach the same lines more often. `tenancies`: whether records
 * belong to organisations. `hasBranches`: records stand below others of their entity.
 */
export function madeUpSpecification(
  random: Random,
  isSmall: boolean,
  tenancies: Tenancies = 'none',
  namedBy: TenantAddress['by'] | null = null,
  hasBranches = false,
): MadeUp {
  const hasTenants = tenancies !== 'none'
  const entities = madeUpEntities(isSmall, random, hasBranches)
  const calls = entities.flatMap((entity, index) =>
    maybe(random, isSmall ? 0.5 : 0.8) ? [{ path: `/api/act${index}/:code`, entity: entity.name }] : [],
  )
  const hasVersions = maybe(random, 0.4)
  const service = madeUpService(entities, random)
  const offered = [...askedCalls(entities, random), ...contractCalls(entities, hasVersions, random)]
  const asked = [
    ...(isSmall ? some(offered, random, 0.45) : offered),
    ...codedCalls(entities, random),
    ...valueCalls(entities, random),
    ...service.calls,
  ]
  const beginsMs = chosen(BEGINNINGS, random)
  const people = madeUpPeople(random, tenancies)
  const keys = keyLines(random)
  const tenants = hasTenants ? madeUpTenants(random, tenancies === 'roles in tenants') : NO_TENANTS
  const { screens, lines: screenLines } = madeUpScreens(
    entities,
    asked.map(({ call }) => call),
    random,
  )
  const upToRules = [
    '# Made up',
    '',
    ...purposeLines(random),
    ...screenLines,
    '## 3. Entities and their fields',
    '',
    `**Every entity has:** id as a random identifier${hasVersions ? `, version${some([', createdBy', ', createdAt', ', updatedAt'], random, 0.4).join('')}` : ''}`,
    '',
    ...tenants.heading,
    ...PERSON,
    ...LOG,
    ...tenants.entities,
    ...entities.flatMap((entity) => entityLines(entity, entities, random)),
    ...entities.flatMap(({ parts }) => parts.flatMap((part) => part.entities ?? [])),
    '### Choice: Tone',
    '',
    ...table('Value | Label', ['soft | Quite soft', 'loud | ']),
    ...sampleData(people.given),
    ...tenants.sampleData,
    '## 4. States and transitions',
    '',
    ...entities.filter(({ hasState }) => hasState).flatMap((entity) => stateLines(entity, entities, random)),
  ]
  const rules = entities.flatMap((entity) => withOwnCode(ruleRows(entity, random), entity))
  const text = [
    ...upToRules,
    '## 5. Validation rules',
    '',
    ...table('Rule | Entity | When | If | Must hold | Otherwise', rules),
    ...ruleLinesOver(entities),
    ...signingIn(random, namedBy),
    ...keys,
    '',
    ...(maybe(random, 0.1) ? ['**A record you may not see answers:** not found', ''] : []),
    '### Roles',
    '',
    ...table('Role | Includes | A user gets it', roleRows(tenancies)),
    ...table(
      'Role for a record | Entity | Must have | When',
      entities.map((entity) => `Owner | ${entity.name} | Member | ${cell(ownership(entity, random))}`),
    ),
    '### Permissions',
    '',
    ...table('Who | May | Entity | Only where | Fields', [
      ...people.permissions,
      ...tenants.permissions,
      ...entities.flatMap((entity) => permissionRows(entity, random)).filter((row) => !hasTenants || !isForGuests(row)),
    ]),
    '## 7. The calls it makes',
    '',
    '### Standard calls',
    '',
    ...table('Entity | Path | Calls | Found by | Answers with', [
      ...entities.map(
        ({ name, path }) =>
          `${name} | \`${path}\` | list, get, create, change, delete, transitions | code | ${maybe(random, 0.75) ? `${name}View` : 'everything visible'}`,
      ),
      ...people.standardCalls,
    ]),
    ...entities.flatMap((entity) => shapeLines(entity, entities, beginsMs, random)),
    ...calls.flatMap((call) => callLines(call, entities, random)),
    ...service.lines,
    ...asked.flatMap(({ lines }) => lines),
    ...people.lines,
    ...tenants.lines,
    ...entities.flatMap((entity) => messageLines(entity, random)),
    ...scheduleLines(entities, random),
    ...errorLines(random, JSON.stringify([screenLines, rules]), ownCodeRows(entities, rules)),
    ...settingLines(random),
    ...limitLines(entities, calls, random),
    ...LOOKUPS,
  ].join('\n')
  return {
    text,
    beginsMs,
    entities,
    calls: [...calls, ...asked.map(({ call }) => call), ...people.calls, ...tenants.calls],
    hasStandardSignUp: people.hasStandardSignUp,
    hasSuspensions: people.permissions.some((row) => row.includes('suspend')),
    hasVersions,
    tenancies,
    namedBy,
    hasKeys: keys.length > 0,
    screens,
  }
}

const PERSON = [
  '### Entity: Person',
  '',
  '| Field | Type | Rules | Default | Meaning |',
  '| --- | --- | --- | --- | --- |',
  '| code | text up to 60 | required, unique | | |',
  '| email | email | required, unique ignoring case | | |',
  '| password | password 10 to 200 | hidden | | |',
  '| isBoss | yes/no | | | |',
  '',
]

/** Values that the product writes. */
const LOG = [
  '### Entity: Log',
  '',
  '- **Only grows:** yes',
  '',
  ...table('Field | Type | Rules | Default | Meaning', [
    'what | text | required | | ',
    'n | whole number | | | ',
    'at | date and time | | | ',
    'data | json | | | ',
  ]),
]

function sampleData(roles: string): string[] {
  const row = (name: string): string => `${name} | ${name}@example.test | ${name === 'cat' ? 'yes' : 'no'} | ${roles}`
  return ['### Sample data: Person', '', ...table('code | email | isBoss | roles', PEOPLE.map(row))]
}

const SESSIONS = [
  'cookie, ends 900 days after last use',
  'cookie, ends 900 days after sign-in',
  'cookie, ends `long` after last use',
  'cookie, ends `long` after sign-in',
  'cookie, ends 800 days after last use, at the latest 900 days after sign-in',
  'cookie, ends `long` after last use, at the latest `longer` after sign-in',
  'cookie `made`, ends 900 days after last use',
] as const

const signingIn = (random: Random, namedBy: TenantAddress['by'] | null): string[] => [
  '## 6. Roles and permissions',
  '',
  ...(namedBy === null ? [] : [`**Current tenant:** by ${namedBy}, as code`, '']),
  '### Signing in',
  '',
  '- **Users are:** Person',
  '- **Sign in with:** email and password',
  `- **Session:** ${chosen([SESSIONS[0], ...SESSIONS], random)}`,
  ...(maybe(random, 0.1)
    ? [`- **Wrong password:** ${chosen(['5 in 1 hour, then ODD', '`most` in `fiveHours`, then ODD'], random)}`]
    : []),
  ...(maybe(random, 0.1)
    ? [
        `- **Change of password:** asks for ${chosen(['the old one', 'nothing'], random)}${chosen(['', ', ends other sessions', ', keeps other sessions'], random)}`,
      ]
    : []),
  ...(maybe(random, 0.1)
    ? [`- **Forgotten password:** link by email, valid ${chosen(['2 hours', '`fiveHours`'], random)}`]
    : []),
  '- **Sign up:** open, gives Member',
]

/** The condition of a role for a record, along one of the paths from the record to people. */
function ownership(entity: MadeUpEntity, random: Random): string {
  const names = new Set(fieldsOfParts(entity).map(({ name }) => name))
  return chosen(
    [
      'owner == me',
      'owner == me',
      'owner == me && twice > 2',
      ...(entity.parent === null
        ? []
        : ['parent != null && parent.owner == me', 'owner == me || (parent != null && parent.owner == me)']),
      ...entity.children.map((child) => `${relationName(child)}.exists(c, c.owner == me)`),
      ...(names.has('peers') ? ['peers.exists(p, p.owner == me)'] : []),
      ...(names.has('next') ? ['next != null && next.owner == me', 'before.exists(b, b.owner == me)'] : []),
      ...(names.has('twin') ? ['twinOf != null && twinOf.owner == me'] : []),
      ...entity.children.flatMap((child) =>
        names.has(`${relationName(child)}Owners`) ? [`me in ${relationName(child)}Owners`] : [],
      ),
      ...(names.has('mine') ? ['mine'] : []),
    ],
    random,
  )
}

function madeUpEntities(isSmall: boolean, random: Random, hasBranches: boolean): MadeUpEntity[] {
  const names = ENTITIES.slice(0, (isSmall ? 1 : 2) + below(2, random))
  const parents = names.map((_, index) =>
    index > 0 && maybe(random, 0.8) ? chosen(names.slice(0, index), random) : null,
  )
  const made = names.map((name, index) => ({
    name,
    path: `/api/${name.toLowerCase()}s`,
    parent: parents[index] ?? null,
    children: names.filter((_, other) => parents[other] === name),
    hasState: maybe(random, 0.6),
    isHeld: maybe(random, 0.4),
    needsInput: maybe(random, 0.4),
    order: chosen(['', '', '', ' sorted by code Z to A', ' sorted by code A to Z'], random),
  }))
  return made.map((entity) => {
    const parts = FAMILIES.filter(() => maybe(random, 0.35)).map((family) => family(random, { ...entity, names }))
    const seed = JSON.stringify([entity, parts])
    return {
      ...entity,
      parts: [...parts, ...jsonPart(seed), ...(hasBranches ? [branchPart(seed, entity.name, parts)] : [])],
    }
  })
}

/** By chances of its own, so that all other parts of a seed stay as they were. */
function jsonPart(of: string): MadeUpPart[] {
  const random = randomOf(`${JSON_CHANCES} ${of}`)
  return maybe(random, 0.12) ? [jsonFields(random)] : []
}

/** By chances of its own, too. */
function branchPart(of: string, name: string, parts: readonly MadeUpPart[]): MadeUpPart {
  const named = parts.flatMap(({ fields }) => fields.map((field) => field.name))
  return branchFields(randomOf(`branches ${of}`), name, !named.includes('next') && !named.includes('twin'))
}

const FAMILIES: readonly ((random: Random, related: Related) => MadeUpPart)[] = [
  textFields,
  amountFields,
  timeFields,
  fieldsMadeByProduct,
  relationFields,
  computedFields,
  rulesOverRecords,
  keptDeletions,
  keptHistories,
]
