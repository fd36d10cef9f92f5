// Generated entities → screens of point 2 that show their records: lists with conditions, orders, pages, filters and a
// search; figures; pages of records with related records; and answers of calls.

import { below, chosen, type Random } from '../../chance.ts'
import { formOf } from './made-up-forms.ts'
import {
  condition,
  inText,
  type MadeUpBlock,
  type MadeUpCall,
  type MadeUpEntity,
  type MadeUpScreen,
  maybe,
  relationName,
  some,
  table,
} from '../made-up-parts.ts'

interface Lines {
  readonly screens: readonly MadeUpScreen[]
  readonly lines: readonly string[]
}

export function madeUpScreens(entities: readonly MadeUpEntity[], calls: readonly MadeUpCall[], random: Random): Lines {
  const made = entities.flatMap((entity) => [
    screenOf(entity, calls, random),
    ...(maybe(random, 0.6) ? [pageOf(entity, entities, random)] : []),
  ])
  return {
    screens: made.map(({ screen }) => screen),
    lines: [
      '## 2. Screens and routes',
      '',
      ...table(
        'Route | Screen | Parameter',
        made.map(({ screen: { name, entity, isPage } }) =>
          isPage
            ? `\`/${name.toLowerCase()}/:code\` | ${name} | code is ${entity}.code`
            : `\`/${name.toLowerCase()}\` | ${name} | none`,
        ),
      ),
      ...made.flatMap(({ lines }) => lines),
    ],
  }
}

interface MadeScreen {
  readonly screen: MadeUpScreen
  readonly lines: readonly string[]
}

function screenOf(entity: MadeUpEntity, calls: readonly MadeUpCall[], random: Random): MadeScreen {
  const made = Array.from({ length: 1 + below(3, random) }, (_, place) =>
    maybe(random, 0.4) ? figureOf(entity, entity.name, random) : listOf(entity, entity.name, place, random),
  )
  const who = chosen(['Member', 'Member', 'Guest, Member', 'Boss', 'Helper, Boss'], random)
  // Comes last, because it may be hidden from some people and the blocks below would then change their index.
  const answers = maybe(random, 0.4) ? [answerOf(entity, calls, random)] : []
  return written(
    { name: `${entity.name}s`, entity: entity.name, isPage: false },
    who,
    [...made, ...answers],
    refreshes(random),
  )
}

/** The page of a record, with related records. */
function pageOf(entity: MadeUpEntity, entities: readonly MadeUpEntity[], random: Random): MadeScreen {
  // All related blocks use one field: without access to it, a person sees only the record, and no index changes.
  const child = entities.find(({ name }) => entity.children.includes(name))
  const belonging = child === undefined ? [] : belongingTo(child, random)
  const who = chosen(['Member', 'Member', 'Guest, Member', 'Owner', 'Owner, Boss'], random)
  return written(
    { name: `${entity.name}page`, entity: entity.name, isPage: true },
    who,
    [recordOf(entity, random), ...belonging],
    refreshes(random),
  )
}

function belongingTo(child: MadeUpEntity, random: Random): Made[] {
  const its = `its ${relationName(child.name)}`
  return Array.from({ length: below(3, random) }, (_, index) =>
    maybe(random, 0.4) ? figureOf(child, its, random) : listOf(child, its, index + 1, random),
  )
}

function written(
  screen: Omit<MadeUpScreen, 'blocks'>,
  who: string,
  made: readonly Made[],
  refreshed: readonly string[],
): MadeScreen {
  return {
    screen: { ...screen, blocks: made.map(({ block }) => block) },
    lines: [
      `### Screen: ${screen.name}`,
      '',
      `- **Who:** ${who}`,
      ...refreshed,
      ...made.flatMap(({ lines }) => lines),
      '',
    ],
  }
}

function refreshes(random: Random): string[] {
  return some([`- **Refreshes:** ${chosen(['live', 'every 30 seconds'], random)}`], random, 0.3)
}

interface Made {
  readonly block: MadeUpBlock
  readonly lines: readonly string[]
}

const NOTHING_ASKED: MadeUpBlock = { columns: [], filters: [], searchIn: [] }

/** `of`: the entity, or `its betas`. */
function figureOf(entity: MadeUpEntity, of: string, random: Random): Made {
  const measure = chosen(['count', 'count', 'sum of n', 'sum of d', 'average of n', 'average of d'], random)
  const period = maybe(random, 0.4)
    ? `, this ${chosen(['day', 'week', 'month', 'quarter', 'year'], random)} by ${chosen(['at', 'day'], random)}`
    : ''
  return {
    block: NOTHING_ASKED,
    lines: [
      `- **Shows:** ${measure} of ${of}${where(entity, random)}${period}${tab(random)}`,
      ...lookOf(random, false),
    ],
  }
}

function recordOf(entity: MadeUpEntity, random: Random): Made {
  const offered = offersOf(entity, 0, random, false)
  return {
    block: NOTHING_ASKED,
    lines: [
      `- **Shows:** one ${entity.name} by code`,
      `- **Fields:** ${columnsOf(entity, random)
        .map((column) => called(column, random))
        .join(', ')}`,
      ...(offered.length === 0 ? [] : [`- **Can:** ${offered.join('; ')}`]),
    ],
  }
}

function columnsOf({ parent, children, hasState }: MadeUpEntity, random: Random): string[] {
  return [
    'code',
    ...some(['n', 'flag', 'k', 'at', 'day', 'd', 'twice', 'share', 'owner.code'], random, 0.5),
    ...(maybe(random, 0.2) ? ['owner'] : []),
    ...(hasState ? ['status'] : []),
    ...(parent !== null && maybe(random, 0.5) ? ['parent.code', 'parent.n'] : []),
    ...(parent !== null && maybe(random, 0.2) ? ['parent'] : []),
    ...children.filter(() => maybe(random, 0.3)).map((child) => `${relationName(child)}Sum`),
    ...children.filter(() => maybe(random, 0.2)).map((child) => relationName(child)),
  ]
}

/** The label names the place of the block: a row says of all actions of its screen whether they are possible. */
function offersOf(
  { path, hasState, isHeld }: MadeUpEntity,
  place: number,
  random: Random,
  isOfRows: boolean,
): string[] {
  return some(
    [
      ...(hasState
        ? [
            `Begin ${place}: do begin`,
            `Finish ${place}: do finish${isOfRows ? chosen(['', '', ', for chosen rows'], random) : ''}`,
          ]
        : []),
      ...(hasState && isHeld ? [`Release ${place}: do release`] : []),
      `Remove ${place}: call \`DELETE ${path}/:code\`${isOfRows ? chosen(['', '', ', for chosen rows'], random) : ''}`,
      `Edit ${place}: call \`PATCH ${path}/:code\``,
    ],
    random,
    0.5,
  )
}

/** The look of a block, which says nothing of its records. */
function lookOf(random: Random, isList: boolean): string[] {
  return some(
    [
      '- **Title:** "Some of them"',
      `- **Width:** ${chosen(['full', 'half', 'third', 'two thirds'], random)}`,
      ...(isList ? ['- **When empty:** There are none.'] : []),
      '- **When failing:** Not today.',
    ],
    random,
    0.1,
  )
}

function tab(random: Random): string {
  return maybe(random, 0.1) ? `, as tab "${chosen(['One', 'Two'], random)}"` : ''
}

function called(column: string, random: Random): string {
  return maybe(random, 0.1) ? `${column} as "Called ${column.replace('.', ' ')}"` : column
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

/** The answer of a standard list, or of a stated call that finds records. */
function answerOf(entity: MadeUpEntity, calls: readonly MadeUpCall[], random: Random): Made {
  const stated = calls.filter((call) => call.entity === entity.name && call.queries !== undefined)
  const call = stated.length === 0 || maybe(random, 0.4) ? null : chosen(stated, random)
  const queries = call?.queries ?? ['n', 'flag', 'k', 'day']
  const given = queries.includes('k') && maybe(random, 0.3) ? ', with k = `"red"`' : ''
  const filters = some(
    queries.filter((name) => given === '' || name !== 'k'),
    random,
    0.5,
  )
  return {
    block: { columns: [], filters, searchIn: [], others: ['page'] },
    lines: [
      `- **Shows:** answer of call \`GET ${call?.path ?? entity.path}\`${given}${tab(random)}${chosen(['', '', ', for Boss', ', for Member'], random)}`,
      '- **Columns:** code, n',
      ...(filters.length === 0 ? [] : [`- **Filter by:** ${filters.join(', ')}`]),
    ],
  }
}

/** `of`: the entity, or `its betas`. */
function listOf(entity: MadeUpEntity, of: string, place: number, random: Random): Made {
  const { hasState } = entity
  const columns = columnsOf(entity, random)
  const filters = some(['n', 'flag', 'k', 'at', 'day', 'twice', 'owner', ...(hasState ? ['status'] : [])], random, 0.5)
  const searchIn = some(['code', 'n'], random, 0.5)
  const order = some(ORDERS, random, 0.3).slice(0, 3)
  const sorted = order.length === 0 ? '' : `, sorted by ${order.join(' then ')}`
  const { lines: drawn, others, isChart } = formOf(entity, random)
  const offered = isChart ? [] : offersOf(entity, place, random, true)
  const size = chosen(
    ['all of them', '`least` per page', `${1 + below(3, random)} per page`, `${1 + below(3, random)} per page`],
    random,
  )
  return {
    block: { columns, filters, searchIn, others },
    lines: [
      `- **Shows:** list of ${of}${where(entity, random)}${sorted}, ${size}${tab(random)}`,
      ...lookOf(random, true),
      `- **Columns:** ${columns.map((column) => called(column, random)).join(', ')}`,
      ...drawn,
      ...(filters.length === 0 ? [] : [`- **Filter by:** ${filters.join(', ')}`]),
      ...(offered.length === 0 ? [] : [`- **Can:** ${offered.join('; ')}`]),
      ...(searchIn.length === 0 ? [] : [`- **Search in:** ${searchIn.join(', ')}`]),
    ],
  }
}
