// Made-up entities → the screens that show them: lists, one record with what belongs to it, how many there are, and what
// can be done to each.

import { chosen, type Random } from '../chance.ts'
import { condition, inText, type MadeUpEntity, maybe, relationName, some, table } from './made-up-parts.ts'

export interface MadeUpScreen {
  readonly name: string
  readonly entity: string
  /** How many blocks it has for those who are shown all of them. */
  readonly blocks: number
  /** Its address names a record by its code. */
  readonly isAboutRecord: boolean
}

export function madeUpScreens(
  entities: readonly MadeUpEntity[],
  random: Random,
): { readonly screens: readonly MadeUpScreen[]; readonly lines: readonly string[] } {
  const made = entities.flatMap((entity) => [listScreen(entity, random), recordScreen(entity, random)])
  return {
    screens: made.map(({ screen }) => screen),
    lines: [
      '## 2. Screens and routes',
      '',
      ...table(
        'Route | Screen | Parameter',
        made.map(({ screen: { name, entity, isAboutRecord } }, index) =>
          isAboutRecord ? `\`/s${index}/:code\` | ${name} | code is ${entity}.code` : `\`/s${index}\` | ${name} | none`,
        ),
      ),
      ...made.flatMap(({ lines }) => lines),
    ],
  }
}

interface Made {
  readonly screen: MadeUpScreen
  readonly lines: readonly string[]
}

function columns({ hasState, parent }: MadeUpEntity, random: Random): string {
  const all = ['n', 'flag', 'k', 'day', 'd', 'twice', 'owner.code', ...(hasState ? ['status'] : [])]
  return ['code', ...some(parent === null ? all : [...all, 'parent.n'], random)].join(', ')
}

function who(random: Random): string {
  return chosen(['Member', 'Guest, Member', 'Boss', 'Helper, Boss', 'Member'], random)
}

function blockEnd(random: Random): string {
  return maybe(random, 0.25) ? `, for ${chosen(['Boss', 'Helper', 'Member'], random)}` : ''
}

function can({ name, path, hasState }: MadeUpEntity): string {
  return [
    ...(hasState ? ['Begin: do begin', 'Finish: do finish'] : []),
    `Change ${name}: call \`PATCH ${path}/:code\``,
    `Delete ${name}: call \`DELETE ${path}/:code\``,
  ].join('; ')
}

function listLines(entity: MadeUpEntity, of: string, random: Random): string[] {
  const where = maybe(random, 0.5) ? ` where ${inText(condition(entity, random))}` : ''
  const order = `sorted by ${chosen(['n largest first then ', 'k A to Z then ', ''], random)}code A to Z`
  return [
    `- **Shows:** list of ${of}${where}, ${order}, all of them${blockEnd(random)}`,
    `- **Columns:** ${columns(entity, random)}`,
    ...(maybe(random, 0.7) ? [`- **Can:** ${can(entity)}`] : []),
  ]
}

function listScreen(entity: MadeUpEntity, random: Random): Made {
  const { name } = entity
  const hasCount = maybe(random, 0.5)
  const count = maybe(random, 0.5) ? ` where ${inText(condition(entity, random))}` : ''
  return {
    screen: { name: `${name} list`, entity: name, blocks: hasCount ? 2 : 1, isAboutRecord: false },
    lines: [
      `### Screen: ${name} list`,
      '',
      `- **Who:** ${who(random)}`,
      ...listLines(entity, name, random),
      ...(hasCount ? [`- **Shows:** count of ${name}${count}${blockEnd(random)}`] : []),
      '',
    ],
  }
}

function recordScreen(entity: MadeUpEntity, random: Random): Made {
  const { name, children } = entity
  const [child] = children
  const of = child === undefined ? null : relationName(child)
  return {
    screen: { name: `${name} page`, entity: name, blocks: of === null ? 1 : 2, isAboutRecord: true },
    lines: [
      `### Screen: ${name} page`,
      '',
      `- **Who:** ${maybe(random, 0.35) ? chosen(['Owner', 'Owner, Boss'], random) : who(random)}`,
      `- **Shows:** one ${name} by code`,
      `- **Fields:** ${columns(entity, random)}`,
      `- **Can:** ${can(entity)}`,
      ...(of === null ? [] : [`- **Shows:** count of its ${of}${blockEnd(random)}`]),
      '',
    ],
  }
}
