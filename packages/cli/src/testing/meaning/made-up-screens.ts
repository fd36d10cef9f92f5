// Made-up entities → screens of point 2 that show their records: lists with conditions, orders, pages, filters and a search,
// and counts.

import { below, chosen, type Random } from '../chance.ts'
import {
  condition,
  inText,
  type MadeUpBlock,
  type MadeUpEntity,
  type MadeUpScreen,
  maybe,
  relationName,
  some,
  table,
} from './made-up-parts.ts'

interface Lines {
  readonly screens: readonly MadeUpScreen[]
  readonly lines: readonly string[]
}

export function madeUpScreens(entities: readonly MadeUpEntity[], random: Random): Lines {
  const made = entities.map((entity) => screenOf(entity, random))
  return {
    screens: made.map(({ screen }) => screen),
    lines: [
      '## 2. Screens and routes',
      '',
      ...table(
        'Route | Screen | Parameter',
        made.map(({ screen: { name } }) => `\`/${name.toLowerCase()}\` | ${name} | none`),
      ),
      ...made.flatMap(({ lines }) => lines),
    ],
  }
}

function screenOf(entity: MadeUpEntity, random: Random): { screen: MadeUpScreen; lines: readonly string[] } {
  const name = `${entity.name}s`
  const made = Array.from({ length: 1 + below(3, random) }, (_, place) =>
    maybe(random, 0.3) ? countOf(entity, random) : listOf(entity, place, random),
  )
  return {
    screen: { name, entity: entity.name, blocks: made.map(({ block }) => block) },
    lines: [
      `### Screen: ${name}`,
      '',
      `- **Who:** ${chosen(['Member', 'Member', 'Guest, Member', 'Boss', 'Helper, Boss'], random)}`,
      ...made.flatMap(({ lines }) => lines),
      '',
    ],
  }
}

interface Made {
  readonly block: MadeUpBlock
  readonly lines: readonly string[]
}

function countOf(entity: MadeUpEntity, random: Random): Made {
  return {
    block: { columns: [], filters: [], searchIn: [] },
    lines: [`- **Shows:** count of ${entity.name}${where(entity, random)}`],
  }
}

function where(entity: MadeUpEntity, random: Random): string {
  return maybe(random, 0.5) ? ` where ${inText(condition(entity, random))}` : ''
}

const ORDERS = [
  'code A to Z',
  'code Z to A',
  'n smallest first',
  'n largest first',
  'at oldest first',
  'day newest first',
  'd largest first',
  'owner.code A to Z',
] as const

function listOf(entity: MadeUpEntity, place: number, random: Random): Made {
  const { path, parent, children, hasState } = entity
  const columns = [
    'code',
    ...some(['n', 'flag', 'k', 'at', 'day', 'd', 'twice', 'share', 'owner.code'], random, 0.5),
    ...(hasState ? ['status'] : []),
    ...(parent !== null && maybe(random, 0.5) ? ['parent.code', 'parent.n'] : []),
    ...children.filter(() => maybe(random, 0.3)).map((child) => `${relationName(child)}Sum`),
  ]
  const filters = some(['n', 'flag', 'k', 'at', 'day', 'twice', 'owner', ...(hasState ? ['status'] : [])], random, 0.5)
  const searchIn = some(['code', 'n'], random, 0.5)
  const order = some(ORDERS, random, 0.3).slice(0, 3)
  const sorted = order.length === 0 ? '' : `, sorted by ${order.join(' then ')}`
  // The label names the place of the block: a row says of all actions of its screen whether they are possible.
  const offered = some(
    [
      ...(hasState ? [`Begin ${place}: do begin`, `Finish ${place}: do finish`] : []),
      `Remove ${place}: call \`DELETE ${path}/:code\``,
      `Edit ${place}: call \`PATCH ${path}/:code\``,
    ],
    random,
    0.5,
  )
  const size = chosen(['all of them', `${1 + below(3, random)} per page`, `${1 + below(3, random)} per page`], random)
  return {
    block: { columns, filters, searchIn },
    lines: [
      `- **Shows:** list of ${entity.name}${where(entity, random)}${sorted}, ${size}`,
      `- **Columns:** ${columns.join(', ')}`,
      ...(filters.length === 0 ? [] : [`- **Filter by:** ${filters.join(', ')}`]),
      ...(offered.length === 0 ? [] : [`- **Can:** ${offered.join('; ')}`]),
      ...(searchIn.length === 0 ? [] : [`- **Search in:** ${searchIn.join(', ')}`]),
    ],
  }
}
