// A generated entity → rows of point 6 with the permissions for its records; and the line that lets people create keys.

import { chosen, type Random } from '../../chance.ts'
import {
  cell,
  condition,
  fieldsOfParts,
  type MadeUpEntity,
  maybe,
  peersOf,
  relationName,
  some,
} from '../made-up-parts.ts'

function fieldsOf(entity: MadeUpEntity): {
  readonly read: string[]
  readonly written: string[]
} {
  const { parent, hasState, children } = entity
  const own = ['code', 'n', 'flag', 'k', 'at', 'day', 'd', 'owner', ...(parent === null ? [] : ['parent'])]
  const others = fieldsOfParts(entity)
  const written = [...own, ...others.filter(({ sent }) => sent !== undefined).map(({ name }) => name)]
  const made = others.filter(({ sent }) => sent === undefined).map(({ name }) => name)
  const lists = children.flatMap((child) => [relationName(child), `${relationName(child)}Sum`])
  return { written, read: [...written, 'id', 'twice', 'share', ...lists, ...(hasState ? ['status'] : []), ...made] }
}

export function permissionRows(entity: MadeUpEntity, random: Random): string[] {
  const { read, written } = fieldsOf(entity)
  const setOnce = fieldsOfParts(entity).flatMap(({ name, isSetOnce }) => (isSetOnce === true ? [name] : []))
  const changed = written.filter((name) => !setOnce.includes(name))
  const where = (): string =>
    maybe(random, 0.5) ? cell(maybe(random, 0.3) ? 'owner == me' : condition(entity, random)) : ''
  const guests = (): string => (maybe(random, 0.5) ? cell(condition(entity, random)) : '')
  const performer = (): string =>
    chosen(
      ['Member', 'Boss', 'Owner', 'Owner', 'Helper', ...(entity.parent === null ? [] : ['Owner of parent'])],
      random,
    )
  const handed = (condition: string): string =>
    maybe(random, 0.25) ? (condition === '' ? 'may hand over' : `${condition}, may hand over`) : condition
  const except = (names: readonly string[]): string => `all except ${chosen(names.slice(1), random)}`
  const seen = (): string =>
    maybe(random, 0.5)
      ? chosen(['all', 'all', except(['code', 'n', 'flag', 'k', 'at', 'day', 'd'])], random)
      : ['code', ...some(read.slice(1), random)].join(', ')
  const given = (names: readonly string[]): string =>
    maybe(random, 0.5) ? 'all' : ['code', ...some(names.slice(1), random)].join(', ')
  return [
    ...(maybe(random, 0.3) ? [`Guest | see | ${entity.name} | ${guests()} | ${seen()}`] : []),
    `Member | see | ${entity.name} | ${where()} | ${seen()}`,
    ...(maybe(random, 0.6) ? [`${performer()} | see | ${entity.name} | ${where()} | ${seen()}`] : []),
    `Member | create | ${entity.name} | ${where()} | ${given(written)}`,
    ...(maybe(random, 0.4) ? [`Boss | create | ${entity.name} | | all`] : []),
    `${performer()} | change | ${entity.name} | ${handed(where())} | ${given(changed)}`,
    ...(maybe(random, 0.6) ? [`${performer()} | change | ${entity.name} | ${where()} | ${given(changed)}`] : []),
    ...(maybe(random, 0.8) ? [`${performer()} | delete | ${entity.name} | ${where()} | `] : []),
    ...(peersOf(entity) === null ? [] : listRows(entity, performer(), random)),
    ...(maybe(random, 0.4) ? [`Nobody | change | ${entity.name} | | ${chosen(changed.slice(1), random)}`] : []),
    ...(maybe(random, 0.3) ? [`Nobody | see | ${entity.name} | | ${chosen(read.slice(1), random)}`] : []),
  ]
}

/** Rights to bring records to the list `peers`, and to take them out. */
function listRows({ name }: MadeUpEntity, who: string, random: Random): string[] {
  const where = (): string =>
    chosen(['', '', cell('item.flag == true'), cell('item.owner == me'), cell('owner == me && item.n != null')], random)
  return [
    `Member | ${chosen(['add, remove', 'add', 'add, remove'], random)} | ${name}.peers | ${where()} | `,
    ...(maybe(random, 0.5) ? [`${who} | ${chosen(['add', 'remove'], random)} | ${name}.peers | ${where()} | `] : []),
    ...(maybe(random, 0.1) ? [`Nobody | remove | ${name}.peers | | `] : []),
  ]
}

/** Guests have no tenant. */
export function isForGuests(row: string): boolean {
  return row.startsWith('Guest ')
}

/** Without the line, no keys exist. */
export function keyLines(random: Random): string[] {
  if (!maybe(random, 0.5)) return []
  const roles = chosen(['Member, Boss', 'Member', 'Boss, Helper, Member', 'Helper, Founder, Boss'], random)
  return [
    `- **API keys:** ${roles}, at most ${chosen(['30 days', '30 days', '`oneMonthOfDays`'], random)}${maybe(random, 0.5) ? ', also by OAuth' : ''}`,
  ]
}
