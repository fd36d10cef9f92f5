// A seed → a complete generated specification: entities with relations and computed fields, states, rules, permissions,
// shapes and calls. Each part is a line of its own, so that a difference can be minimised by leaving lines out.

import { below, chosen, type Random } from '../chance.ts'
import { AMOUNTS, amountFields } from './fields/amounts.ts'
import { fieldsMadeByProduct } from './fields/made-by-product.ts'
import { computedFields } from './fields/computed.ts'
import { keptHistories } from './fields/histories.ts'
import { dayNear, type MadeUpPart } from './fields/made-up-field.ts'
import { keptDeletions, type Related, relationFields } from './fields/relations.ts'
import { rulesOverRecords } from './fields/rules.ts'
import { textFields } from './fields/texts.ts'
import { BEGINNINGS, TIME_ZONES, timeFields, TIMES } from './fields/times.ts'
import { askedCalls } from './made-up-asked.ts'
import { contractCalls } from './made-up-contracts.ts'
import { callLines, messageLines, scheduleLines } from './made-up-calls.ts'
import {
  cell,
  CODES,
  COLOURS,
  condition,
  DELETIONS,
  fieldsOfParts,
  type MadeUp,
  type MadeUpEntity,
  maybe,
  relationName,
  some,
  table,
} from './made-up-parts.ts'
import { madeUpPeople, ROLE_ROWS } from './people/made-up-people.ts'
import { madeUpTenants, NO_TENANTS } from './people/made-up-tenants.ts'
import { isForGuests, keyLines, permissionRows } from './people/permissions.ts'
import { codedCalls } from './people/coded-call.ts'
import { madeUpService } from './made-up-services.ts'
import { madeUpScreens } from './screens/made-up-screens.ts'
import { stateLines } from './made-up-states.ts'

const ENTITIES = ['Alpha', 'Beta', 'Gamma'] as const

const PEOPLE = ['ann', 'bob', 'cat'] as const
export const CALLERS: readonly (string | null)[] = [null, ...PEOPLE]

/**
 * `isSmall`: fewer entities and calls, so that requests reach the same lines more often. `hasTenants`: records belong
 * to organisations.
 */
export function madeUpSpecification(random: Random, isSmall: boolean, hasTenants = false): MadeUp {
  const entities = madeUpEntities(isSmall, random)
  const calls = entities.flatMap((entity, index) =>
    maybe(random, isSmall ? 0.5 : 0.8) ? [{ path: `/api/act${index}/:code`, entity: entity.name }] : [],
  )
  const hasVersions = maybe(random, 0.4)
  const service = madeUpService(entities, random)
  const offered = [...askedCalls(entities, random), ...contractCalls(entities, hasVersions, random)]
  const asked = [
    ...(isSmall ? some(offered, random, 0.45) : offered),
    ...codedCalls(entities, random),
    ...service.calls,
  ]
  const beginsMs = chosen(BEGINNINGS, random)
  const people = madeUpPeople(random)
  const keys = keyLines(random)
  const tenants = hasTenants ? madeUpTenants(random) : NO_TENANTS
  const { screens, lines: screenLines } = madeUpScreens(
    entities,
    asked.map(({ call }) => call),
    random,
  )
  const text = [
    '# Made up',
    '',
    ...screenLines,
    '## 3. Entities and their fields',
    '',
    `**Every entity has:** id as a random identifier${hasVersions ? `, version${maybe(random, 0.5) ? ', createdBy' : ''}` : ''}`,
    '',
    ...tenants.heading,
    ...PERSON,
    ...LOG,
    ...tenants.entities,
    ...entities.flatMap((entity) => entityLines(entity, random)),
    ...entities.flatMap(({ parts }) => parts.flatMap((part) => part.entities ?? [])),
    ...sampleData(people.given),
    ...tenants.sampleData,
    '## 4. States and transitions',
    '',
    ...entities.filter(({ hasState }) => hasState).flatMap((entity) => stateLines(entity, entities, random)),
    '## 5. Validation rules',
    '',
    ...table(
      'Rule | Entity | When | If | Must hold | Otherwise',
      entities.flatMap((entity) => ruleRows(entity, random)),
    ),
    ...ruleLinesOver(entities),
    ...SIGNING_IN,
    ...keys,
    '',
    ...ROLES,
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
    ...entities.flatMap((entity) => shapeLines(entity, beginsMs, random)),
    ...calls.flatMap((call) => callLines(call, entities, random)),
    ...service.lines,
    ...asked.flatMap(({ lines }) => lines),
    ...people.lines,
    ...tenants.lines,
    ...entities.flatMap((entity) => messageLines(entity, random)),
    ...scheduleLines(entities, random),
    ...ERRORS,
    ...settingLines(random),
  ].join('\n')
  return {
    text,
    beginsMs,
    entities,
    calls: [...calls, ...asked.map(({ call }) => call), ...people.calls, ...tenants.calls],
    hasStandardSignUp: people.hasStandardSignUp,
    hasVersions,
    hasTenants,
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
  ...table('Field | Type | Rules | Default | Meaning', [
    'what | text | required | | ',
    'n | whole number | | | ',
    'at | date and time | | | ',
  ]),
]

function sampleData(roles: string): string[] {
  const row = (name: string): string => `${name} | ${name}@example.test | ${name === 'cat' ? 'yes' : 'no'} | ${roles}`
  return ['### Sample data: Person', '', ...table('code | email | isBoss | roles', PEOPLE.map(row))]
}

const SIGNING_IN = [
  '## 6. Roles and permissions',
  '',
  '### Signing in',
  '',
  '- **Users are:** Person',
  '- **Sign in with:** email and password',
  '- **Session:** cookie, ends 900 days after last use',
  '- **Sign up:** open, gives Member',
]

const ROLES = ['### Roles', '', ...table('Role | Includes | A user gets it', ROLE_ROWS)]

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

const ERRORS = [
  '## 8. The error catalogue',
  '',
  '| Code | Status | About | Message |',
  '| --- | --- | --- | --- |',
  ...CODES.map((code, index) => `| ${code} | ${[422, 409, 404][index]} | body | This is ${code.toLowerCase()}. |`),
  '',
]

function madeUpEntities(isSmall: boolean, random: Random): MadeUpEntity[] {
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
  }))
  return made.map((entity) => ({
    ...entity,
    parts: FAMILIES.filter(() => maybe(random, 0.35)).map((family) => family(random, { ...entity, names })),
  }))
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

function settingLines(random: Random): string[] {
  return [
    '## 9. Business constants and limits',
    '',
    ...table('Setting | Value', [
      `Time zone | ${chosen(TIME_ZONES, random)}`,
      'Secrets | HOOK_SECRET',
      ...(maybe(random, 0.5) ? ['Currency | EUR'] : []),
      ...(maybe(random, 0.3) ? ['Week starts | Sunday'] : []),
    ]),
    ...table('Constant | Value | Used for', [...AMOUNTS, ...TIMES]),
  ]
}

function ruleLinesOver(entities: readonly MadeUpEntity[]): string[] {
  const rows = entities.flatMap(({ parts }) => parts.flatMap(({ rules }) => rules ?? []))
  return rows.length === 0 ? [] : table('Rule | Over | Same | Counting only | Holds | Otherwise', rows)
}

function entityLines(entity: MadeUpEntity, random: Random): string[] {
  const { name, parent, children, hasState, parts } = entity
  const defaults = ['', '', '`1`', '`2 + 3`']
  return [
    `### Entity: ${name}`,
    '',
    ...parts.flatMap(({ labels = [] }) => labels),
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      'code | text up to 60 | required, unique | | ',
      `n | whole number | | ${chosen(defaults, random)} | `,
      `flag | yes/no | | ${chosen(['', '`true`', '`false`'], random)} | `,
      `k | choice: ${COLOURS.join(', ')} | ${chosen(['', 'required'], random)} | ${chosen(['`"green"`', 'red'], random)} | `,
      'at | date and time | | | ',
      'day | date | | | ',
      `d | decimal with 2 places | | ${chosen(['', '`1.5`', '`n`'], random)} | `,
      `owner | Person | cleared on deletion | ${chosen(['', '`me`'], random)} | `,
      ...(parent === null ? [] : [`parent | ${parent} | ${parentRules(random)} | | `]),
      ...children.map((child) => `${relationName(child)} | list of ${child} via parent | | | `),
      `twice | whole number | computed ${cell('orElse(n, 0) * 2')} | | `,
      `share | decimal with 2 places | computed ${cell(chosen(SHARES, random))} | | `,
      ...children.map((child) => `${relationName(child)}Sum | whole number | computed ${cell(sumOf(child))} | | `),
      ...(hasState ? ['status | state | | | '] : []),
      ...fieldsOfParts(entity).map(({ row }) => row),
    ]),
    ...parts.flatMap((part) => part.below ?? []),
  ]
}

const SHARES = ['orElse(d, 0) * 1.5', 'orElse(d, 1) - 0.25', 'n == null || d == null ? d : d + n']

function sumOf(child: string): string {
  return `${relationName(child)}.map(c, orElse(c.n, 0)).sum()`
}

function parentRules(random: Random): string {
  const deletion = chosen(DELETIONS, random)
  return deletion !== 'cleared on deletion' && maybe(random, 0.5) ? `required, ${deletion}` : deletion
}

function ruleRows(entity: MadeUpEntity, random: Random): string[] {
  const moments = ['always', 'create', 'change', 'delete', 'flag changes']
  return some([0, 1], random, 0.5).map((index) => {
    const moment = chosen(moments, random)
    return [
      `Rule ${index} of ${entity.name}`,
      entity.name,
      moment,
      maybe(random, 0.4) ? cell(condition(entity, random)) : '',
      cell(mustHold(entity, moment, random)),
      chosen(CODES, random),
    ].join(' | ')
  })
}

function mustHold(entity: MadeUpEntity, moment: string, random: Random): string {
  const beforeIt = [
    'orElse(n, 0) >= orElse(old.n, 0) || flag == true',
    `old.k != "blue" || k == "blue" || ${condition(entity, random)}`,
    'owner == null || old.owner == null || owner == old.owner || orElse(n, 0) > 2',
    ...(entity.hasState ? ['old.status == status || old.status != "busy" || flag != true'] : []),
  ]
  const about = ['orElse(n, 0) != 3', ...(['always', 'change'].includes(moment) ? beforeIt : [])]
  return maybe(random, 0.6) ? chosen(about, random) : `${condition(entity, random)} || flag == null`
}

function shapeLines(entity: MadeUpEntity, beginsMs: number, random: Random): string[] {
  const until = (): string => (maybe(random, 0.7) ? ` until ${dayNear(beginsMs, below(12, random))}` : '')
  const { name, parent, children, hasState } = entity
  return [
    `### Shape: ${name}View of ${name}`,
    '',
    ...table('Key | Value', [
      ...['code', 'n', 'flag', 'k', 'at', 'day', 'd', 'twice', 'share'].map((field) => `${field} | ${cell(field)}`),
      `owner | ${cell('owner.code')}`,
      ...(maybe(random, 0.3)
        ? [`amount, was quantity${until()} | ${cell(chosen(['n', 'ifAny(n)', 'twice'], random))}`]
        : []),
      `size | ${cell('size(code)')}`,
      ...(hasState ? [`status | ${cell('status')}`] : []),
      ...(parent === null ? [] : [`parent | ${cell('parent.code')}`, `parentN | ${cell('parent.n')}`]),
      ...children.flatMap((child) => [
        `${relationName(child)} | ${cell(`${relationName(child)}.map(c, c.code)`)}`,
        `${relationName(child)}Count | ${cell(`${relationName(child)}.size()`)}`,
        `${relationName(child)}Big | ${cell(`${relationName(child)}.filter(c, orElse(c.n, 0) > 1).map(c, c.twice)`)}`,
        `${relationName(child)}Sum | ${cell(`${relationName(child)}Sum`)}`,
      ]),
      ...fieldsOfParts(entity).flatMap(({ name: field, parts = {}, isUnshown }) => [
        ...(isUnshown === true ? [] : [`${field} | ${cell(field)}`]),
        ...Object.entries(parts).map(([key, value]) => `${key} | ${cell(value)}`),
      ]),
    ]),
  ]
}
