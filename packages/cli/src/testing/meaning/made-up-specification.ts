// A seed → a whole specification that nobody has written: entities with relations and computed fields, states, rules,
// permissions, shapes and calls. Each part is a line of its own, so that a difference can be shrunk by leaving lines out.

import { below, chosen, type Random } from '../chance.ts'

const ENTITIES = ['Alpha', 'Beta', 'Gamma'] as const
const COLOURS = ['red', 'green', 'blue'] as const
const DELETIONS = ['cleared on deletion', 'deleted together', 'blocks deletion'] as const
const CODES = ['ODD', 'EVEN', 'LOST'] as const

export interface MadeUpEntity {
  readonly name: string
  readonly path: string
  /** The entity that its field `parent` points to; null: it has no parent. */
  readonly parent: string | null
  /** The entities whose `parent` points here. */
  readonly children: readonly string[]
  readonly hasState: boolean
}

export interface MadeUpCall {
  readonly path: string
  readonly entity: string
}

export interface MadeUp {
  readonly text: string
  readonly entities: readonly MadeUpEntity[]
  readonly calls: readonly MadeUpCall[]
}

const PEOPLE = ['ann', 'bob', 'cat'] as const
export const CALLERS: readonly (string | null)[] = [null, ...PEOPLE]

export function madeUpSpecification(random: Random): MadeUp {
  const entities = madeUpEntities(random)
  const calls = entities.flatMap((entity, index) =>
    maybe(random, 0.8) ? [{ path: `/api/act${index}/:code`, entity: entity.name }] : [],
  )
  const text = [
    '# Made up',
    '',
    '## 3. Entities and their fields',
    '',
    '**Every entity has:** id as a random identifier',
    '',
    ...PERSON,
    ...entities.flatMap((entity) => entityLines(entity, random)),
    ...DATA,
    '## 4. States and transitions',
    '',
    ...entities.filter(({ hasState }) => hasState).flatMap((entity) => stateLines(entity, random)),
    '## 5. Validation rules',
    '',
    ...table(
      'Rule | Entity | When | If | Must hold | Otherwise',
      entities.flatMap((entity) => ruleRows(entity, random)),
    ),
    ...SIGNING_IN,
    ...table(
      'Role for a record | Entity | Must have | When',
      entities.map(({ name }) => `Owner | ${name} | Member | ${cell('owner == me')}`),
    ),
    '### Permissions',
    '',
    ...table('Who | May | Entity | Only where | Fields', [
      ...PERSON_PERMISSIONS,
      ...entities.flatMap((entity) => permissionRows(entity, random)),
    ]),
    '## 7. The calls it makes',
    '',
    '### Standard calls',
    '',
    ...table(
      'Entity | Path | Calls | Found by | Answers with',
      entities.map(
        ({ name, path }) =>
          `${name} | \`${path}\` | list, get, create, change, delete, transitions | code | ${name}View`,
      ),
    ),
    ...entities.flatMap(shapeLines),
    ...calls.flatMap((call) => callLines(call, entities, random)),
    ...ERRORS,
  ].join('\n')
  return { text, entities, calls }
}

const PERSON = [
  '### Entity: Person',
  '',
  '| Field | Type | Rules | Default | Meaning |',
  '| --- | --- | --- | --- | --- |',
  '| code | text up to 60 | required, unique | | |',
  '| email | email | required, unique ignoring case | | |',
  '| password | password 10 to 200 | required, hidden | | |',
  '| isBoss | yes/no | | | |',
  '',
]

const DATA = [
  '### Sample data: Person',
  '',
  '| code | email | password | isBoss | roles |',
  '| --- | --- | --- | --- | --- |',
  ...PEOPLE.map(
    (name) => `| ${name} | ${name}@example.test | correct-horse-${name} | ${name === 'cat' ? 'yes' : 'no'} | Member |`,
  ),
  '',
]

const SIGNING_IN = [
  '## 6. Roles and permissions',
  '',
  '### Signing in',
  '',
  '- **Users are:** Person',
  '- **Sign in with:** email and password',
  '- **Session:** cookie, ends 30 days after last use',
  '- **Sign up:** closed',
  '',
  '### Roles',
  '',
  '| Role | Includes | A user gets it |',
  '| --- | --- | --- |',
  '| Guest | | by not being signed in |',
  '| Member | | from a Boss |',
  '| Boss | Member | when `isBoss == true` |',
  '',
]

const PERSON_PERMISSIONS = ['Member | see | Person | | code, isBoss', 'Boss | give roles | Person | |']

const ERRORS = [
  '## 8. The error catalogue',
  '',
  '| Code | Status | About | Message |',
  '| --- | --- | --- | --- |',
  ...CODES.map((code, index) => `| ${code} | ${[422, 409, 404][index]} | body | This is ${code.toLowerCase()}. |`),
  '',
]

function madeUpEntities(random: Random): MadeUpEntity[] {
  const names = ENTITIES.slice(0, 2 + below(2, random))
  const parents = names.map((_, index) =>
    index > 0 && maybe(random, 0.8) ? chosen(names.slice(0, index), random) : null,
  )
  return names.map((name, index) => ({
    name,
    path: `/api/${name.toLowerCase()}s`,
    parent: parents[index] ?? null,
    children: names.filter((_, other) => parents[other] === name),
    hasState: maybe(random, 0.6),
  }))
}

function maybe(random: Random, share: number): boolean {
  return random() < share
}

function some<Item>(items: readonly Item[], random: Random, share = 0.6): Item[] {
  return items.filter(() => maybe(random, share))
}

/** An expression as a table takes it. */
function cell(expression: string): string {
  return `\`${expression.replaceAll('|', '\\|')}\``
}

function table(head: string, rows: readonly string[]): string[] {
  const columns = head.split('|').length
  return [`| ${head} |`, `|${' --- |'.repeat(columns)}`, ...rows.map((row) => `| ${row} |`), '']
}

function relationName(child: string): string {
  return `${child.toLowerCase()}s`
}

function entityLines({ name, parent, children, hasState }: MadeUpEntity, random: Random): string[] {
  const defaults = ['', '', '`1`', '`2 + 3`']
  return [
    `### Entity: ${name}`,
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      'code | text up to 60 | required, unique | | ',
      `n | whole number | | ${chosen(defaults, random)} | `,
      `flag | yes/no | | ${chosen(['', '`true`', '`false`'], random)} | `,
      `k | choice: ${COLOURS.join(', ')} | ${chosen(['', 'required'], random)} | ${chosen(['`"green"`', 'red'], random)} | `,
      `owner | Person | cleared on deletion | ${chosen(['', '`me`'], random)} | `,
      ...(parent === null ? [] : [`parent | ${parent} | ${parentRules(random)} | | `]),
      ...children.map((child) => `${relationName(child)} | list of ${child} via parent | | | `),
      `twice | whole number | computed ${cell('orElse(n, 0) * 2')} | | `,
      ...children.map((child) => `${relationName(child)}Sum | whole number | computed ${cell(sumOf(child))} | | `),
      ...(hasState ? ['status | state | | | '] : []),
    ]),
  ]
}

function sumOf(child: string): string {
  return `${relationName(child)}.map(c, orElse(c.n, 0)).sum()`
}

function parentRules(random: Random): string {
  const deletion = chosen(DELETIONS, random)
  return deletion !== 'cleared on deletion' && maybe(random, 0.5) ? `required, ${deletion}` : deletion
}

/** A condition about a record whose fields are bare names, or are those of `of`. */
export function condition(entity: MadeUpEntity, random: Random, of: string | null = null, depth = 0): string {
  const name = (field: string): string => (of === null ? field : `${of}.${field}`)
  if (depth < 2 && maybe(random, 0.35)) {
    const [left, right] = [condition(entity, random, of, depth + 1), condition(entity, random, of, depth + 1)]
    return chosen([`(${left} && ${right})`, `(${left} || ${right})`, `!(${left})`], random)
  }
  const number = String(below(6, random))
  const atoms = [
    `${name('n')} != null && ${name('n')} ${chosen(['<', '>=', '=='], random)} ${number}`,
    `${name('n')} == null`,
    `orElse(${name('n')}, 0) % 2 == 0`,
    `${name('flag')} == true`,
    `${name('k')} == "${chosen(COLOURS, random)}"`,
    `${name('k')} in ["red", "blue"]`,
    `${name('twice')} > ${number}`,
    `size(${name('code')}) % 2 == 0`,
    `${name('owner')} != null`,
    ...(entity.hasState ? [`${name('status')} != "${chosen(['new', 'done'], random)}"`] : []),
    ...(entity.parent === null
      ? []
      : [
          `${name('parent')} != null && ${name('parent')}.flag == true`,
          `${name('parent')} != null && orElse(${name('parent')}.n, 0) < ${number}`,
        ]),
    ...entity.children.flatMap((child) => [
      `${name(relationName(child))}.size() < ${number}`,
      `${name(relationName(child))}.exists(c, c.flag == true)`,
      `${name(`${relationName(child)}Sum`)} < ${String(below(12, random))}`,
      `${name(relationName(child))}.filter(c, c.n != null).all(c, orElse(c.n, 0) > 0)`,
    ]),
  ]
  return `(${chosen(atoms, random)})`
}

function ruleRows(entity: MadeUpEntity, random: Random): string[] {
  const moments = ['always', 'create', 'change', 'delete', 'flag changes']
  return some([0, 1], random, 0.5).map((index) =>
    [
      `Rule ${index} of ${entity.name}`,
      entity.name,
      chosen(moments, random),
      maybe(random, 0.4) ? cell(condition(entity, random)) : '',
      cell(maybe(random, 0.3) ? 'orElse(n, 0) != 3' : `${condition(entity, random)} || flag == null`),
      chosen(CODES, random),
    ].join(' | '),
  )
}

function fieldsOf({ parent, hasState, children }: MadeUpEntity): {
  readonly read: string[]
  readonly written: string[]
} {
  const written = ['code', 'n', 'flag', 'k', 'owner', ...(parent === null ? [] : ['parent'])]
  const lists = children.flatMap((child) => [relationName(child), `${relationName(child)}Sum`])
  return { written, read: [...written, 'twice', ...lists, ...(hasState ? ['status'] : [])] }
}

function permissionRows(entity: MadeUpEntity, random: Random): string[] {
  const { read, written } = fieldsOf(entity)
  const where = (): string =>
    maybe(random, 0.5) ? cell(maybe(random, 0.3) ? 'owner == me' : condition(entity, random)) : ''
  const guests = (): string => (maybe(random, 0.5) ? cell(condition(entity, random)) : '')
  const performer = (): string => chosen(['Member', 'Boss', 'Owner'], random)
  const seen = (): string => (maybe(random, 0.5) ? 'all' : ['code', ...some(read.slice(1), random)].join(', '))
  const given = (): string => (maybe(random, 0.5) ? 'all' : ['code', ...some(written.slice(1), random)].join(', '))
  return [
    ...(maybe(random, 0.3) ? [`Guest | see | ${entity.name} | ${guests()} | ${seen()}`] : []),
    `Member | see | ${entity.name} | ${where()} | ${seen()}`,
    ...(maybe(random, 0.6) ? [`${performer()} | see | ${entity.name} | ${where()} | ${seen()}`] : []),
    `Member | create | ${entity.name} | ${where()} | ${given()}`,
    ...(maybe(random, 0.4) ? [`Boss | create | ${entity.name} | | all`] : []),
    `${performer()} | change | ${entity.name} | ${where()} | ${given()}`,
    ...(maybe(random, 0.6) ? [`${performer()} | change | ${entity.name} | ${where()} | ${given()}`] : []),
    ...(maybe(random, 0.8) ? [`${performer()} | delete | ${entity.name} | ${where()} | `] : []),
    ...(maybe(random, 0.4) ? [`Nobody | change | ${entity.name} | | ${chosen(written.slice(1), random)}`] : []),
    ...(maybe(random, 0.3) ? [`Nobody | see | ${entity.name} | | ${chosen(read.slice(1), random)}`] : []),
  ]
}

function stateLines(entity: MadeUpEntity, random: Random): string[] {
  const who = (): string => chosen(['Member', 'Boss', 'Owner'], random)
  const guard = (): string => (maybe(random, 0.5) ? cell(condition(entity, random)) : '')
  const effects = (): string =>
    some(['set n to `orElse(n, 0) + 1`', 'clear flag', 'set k to `"blue"`'], random, 0.35).join('; ')
  const split = condition(entity, random)
  const begin = maybe(random, 0.4)
    ? [
        `begin | new | busy | ${who()} | ${cell(split)} | ${effects()}`,
        `begin | new | done | ${who()} | ${cell(`!${split}`)} | ${effects()}`,
      ]
    : [`begin | new | busy | ${who()} | ${guard()} | ${effects()}`]
  return [
    `### States of ${entity.name}.status`,
    '',
    ...table('State | Means | Kind | Locks', [
      'new | | initial | ',
      `busy | | | ${chosen(['', 'n', 'all'], random)}`,
      `done | | final | ${chosen(['', 'all except flag', 'k'], random)}`,
    ]),
    ...table('Transition | From | To | Who | Only if | Then', [
      ...begin,
      `finish | busy | done | ${who()} | ${guard()} | ${effects()}`,
      ...(maybe(random, 0.5) ? [`again | busy, new | new | ${who()} | ${guard()} | ${effects()}`] : []),
    ]),
  ]
}

function shapeLines(entity: MadeUpEntity): string[] {
  const { name, parent, children, hasState } = entity
  return [
    `### Shape: ${name}View of ${name}`,
    '',
    ...table('Key | Value', [
      ...['code', 'n', 'flag', 'k', 'twice'].map((field) => `${field} | ${cell(field)}`),
      `owner | ${cell('owner.code')}`,
      `size | ${cell('size(code)')}`,
      ...(hasState ? [`status | ${cell('status')}`] : []),
      ...(parent === null ? [] : [`parent | ${cell('parent.code')}`, `parentN | ${cell('parent.n')}`]),
      ...children.flatMap((child) => [
        `${relationName(child)} | ${cell(`${relationName(child)}.map(c, c.code)`)}`,
        `${relationName(child)}Count | ${cell(`${relationName(child)}.size()`)}`,
        `${relationName(child)}Big | ${cell(`${relationName(child)}.filter(c, orElse(c.n, 0) > 1).map(c, c.twice)`)}`,
        `${relationName(child)}Sum | ${cell(`${relationName(child)}Sum`)}`,
      ]),
    ]),
  ]
}

function callLines({ path, entity: name }: MadeUpCall, entities: readonly MadeUpEntity[], random: Random): string[] {
  const entity = entities.find((each) => each.name === name)
  if (entity === undefined) throw new Error('Defect: a call about an entity that is not there.')
  const other = chosen(entities, random)
  const steps = [
    `find x in ${name} where \`code == path.code\` or fail LOST`,
    ...some(stepsAbout(entity, other, random), random, 0.45),
    ...(maybe(random, 0.2)
      ? [`when ${inText(condition(entity, random, 'x'))}: respond 202 with \`{"early": x.code}\``]
      : []),
    ...(maybe(random, 0.15) ? ['discard x', 'respond 204'] : [`respond 200 with \`{"x": ${name}View(x)}\``]),
  ]
  return [
    `### POST ${path} — Act on ${name}`,
    '',
    `- **Who:** ${chosen(['Member', 'Boss', 'Guest, Member', 'Member'], random)}`,
    ...(maybe(random, 0.3) ? ['- **Runs as:** the product'] : []),
    '',
    ...table('Input | Like | Needed', ['code | text up to 60 | yes', 'm | whole number | no', `n | ${name}.n | no`]),
    ...steps.map((step, index) => (step.startsWith('   ') ? step : `${index + 1}. ${step}`)),
    '',
  ]
}

function inText(expression: string): string {
  return `\`${expression}\``
}

/** Each is independent of the others but for what `when` may skip, which a step that reads it asks for. */
function stepsAbout(entity: MadeUpEntity, other: MadeUpEntity, random: Random): string[] {
  const of = other.name
  const parentSet = entity.parent === null ? '' : ', parent = `x.parent`'
  const child = chosen([...entity.children, null], random)
  return [
    `let v be \`x.n == null ? 0 : x.n + 1\``,
    `require ${inText(condition(entity, random, 'x'))} or fail ${chosen(CODES, random)}`,
    `require \`input.m == null || input.m > 1\` or fail ${chosen(CODES, random)}`,
    `when \`input.m != null\`: find y in ${of} where \`code == input.code\` or fail ${chosen(CODES, random)}`,
    `list ys from ${of} where ${inText(condition(other, random))}, sorted by code A to Z, all of them`,
    `when ${inText(condition(entity, random, 'x'))}: change x with given n`,
    `set x.n to \`orElse(x.n, 0) + 1\``,
    `when \`input.m != null && input.m > 2\`: set x.flag to \`true\``,
    `create ${entity.name} as z with code = \`input.code + "-z"\`, n = \`input.m\`, k = \`"red"\`${parentSet}`,
    `record ${entity.name} as w with code = \`x.code + "-w"\`, n = \`x.n\`, k = \`x.k\`${parentSet}`,
    ...(entity.hasState ? [`do ${chosen(['begin', 'finish'], random)} on x`] : []),
    ...(child === null
      ? []
      : [
          `for each c in x.${relationName(child)} where \`c.n == null || c.n < 4\`:\n    1. set c.n to \`orElse(c.n, 0) + 1\``.replaceAll(
            'c.n == null || c.n < 4',
            'n == null || n < 4',
          ),
        ]),
    `change x with flag = \`!(x.flag == true)\``,
  ]
}
