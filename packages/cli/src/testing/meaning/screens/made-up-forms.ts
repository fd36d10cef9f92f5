// A generated entity → the form of one of its lists: a table, board, calendar, tree or chart, with totals.

import { chosen, type Random } from '../../chance.ts'
import { fieldsOfParts, type MadeUpEntity, maybe, some } from '../made-up-parts.ts'

export interface MadeUpForm {
  readonly lines: readonly string[]
  /** Parameters of its address other than filters. */
  readonly others: readonly string[]
  /** True: a chart, which has no rows to act on. */
  readonly isChart: boolean
}

export function formOf(entity: MadeUpEntity, random: Random): MadeUpForm {
  const names = fieldsOfParts(entity).map(({ name }) => name)
  const kind =
    names.includes('next') && maybe(random, 0.4)
      ? 'tree'
      : chosen(['table', 'table', 'table', 'board', 'calendar', 'chart', 'chart', 'chart'], random)
  const totals = maybe(random, 0.4) ? some(['n', 'd', 'twice', 'share'], random, 0.5) : []
  const below = totals.length === 0 ? [] : [`- **Totals:** ${totals.join(', ')}`]
  const drawn = (as: string, others: readonly string[]): MadeUpForm => ({
    lines: [`- **As:** ${as}`, ...below],
    others: [...others, ...(totals.length === 0 ? [] : ['totals'])],
    isChart: false,
  })
  switch (kind) {
    case 'board':
      return drawn(`board by ${chosen(groups(entity, ['k', 'k', 'owner']), random)}`, [])
    case 'calendar': {
      const by = chosen(['at', 'day', ...names.filter((name) => name === 'during' || name === 'slot')], random)
      return drawn(`calendar by ${by}`, ['from', 'until'])
    }
    case 'chart':
      return { lines: [`- **As:** ${chartOf(entity, random)}`], others: ['records'], isChart: true }
    case 'tree':
      return drawn('tree by next', [])
  }
  const plain = maybe(random, 0.2) ? [`- **As:** ${chosen(['table', 'cards'], random)}`] : []
  return { lines: [...plain, ...below], others: totals.length === 0 ? [] : ['totals'], isChart: false }
}

function chartOf(entity: MadeUpEntity, random: Random): string {
  const measure = chosen(['count', 'sum of n', 'sum of d', 'sum of twice', 'average of n', 'average of share'], random)
  const [first, second] = [dimension(entity, random), dimension(entity, random)]
  const isOne = first.split(' ')[0] === second.split(' ')[0] || maybe(random, 0.6)
  if (isOne)
    return `${chosen(['chart', 'bar chart', 'line chart', 'share chart', 'area chart'], random)} of ${measure} by ${first}`
  if (maybe(random, 0.5)) return `stacked chart of ${measure} by ${first} and ${second}`
  return `matrix of ${chosen([measure, 'count', 'n', 'd', 'k', 'flag'], random)} by ${first} and ${second}`
}

function dimension(entity: MadeUpEntity, random: Random): string {
  const per = chosen(['day', 'day', 'week', 'month', 'quarter', 'year'], random)
  return chosen([...groups(entity, ['k', 'flag', 'day', 'owner']), `at per ${per}`, `day per ${per}`], random)
}

function groups({ hasState, parent }: MadeUpEntity, names: readonly string[]): string[] {
  return [...names, ...(hasState ? ['status'] : []), ...(parent === null ? [] : ['parent'])]
}
