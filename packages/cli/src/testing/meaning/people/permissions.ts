// A generated entity → rows of point 6 with the permissions for its records; and the line that lets people create keys.

import { chosen, type Random } from '../../chance.ts'
import { cell, condition, fieldsOfParts, type MadeUpEntity, maybe, relationName, some } from '../made-up-parts.ts'

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
  const performer = (): string => chosen(['Member', 'Boss', 'Owner', 'Owner', 'Helper'], random)
  const seen = (): string => (maybe(random, 0.5) ? 'all' : ['code', ...some(read.slice(1), random)].join(', '))
  const given = (names: readonly string[]): string =>
    maybe(random, 0.5) ? 'all' : ['code', ...some(names.slice(1), random)].join(', ')
  return [
    ...(maybe(random, 0.3) ? [`Guest | see | ${entity.name} | ${guests()} | ${seen()}`] : []),
    `Member | see | ${entity.name} | ${where()} | ${seen()}`,
    ...(maybe(random, 0.6) ? [`${performer()} | see | ${entity.name} | ${where()} | ${seen()}`] : []),
    `Member | create | ${entity.name} | ${where()} | ${given(written)}`,
    ...(maybe(random, 0.4) ? [`Boss | create | ${entity.name} | | all`] : []),
    `${performer()} | change | ${entity.name} | ${where()} | ${given(changed)}`,
    ...(maybe(random, 0.6) ? [`${performer()} | change | ${entity.name} | ${where()} | ${given(changed)}`] : []),
    ...(maybe(random, 0.8) ? [`${performer()} | delete | ${entity.name} | ${where()} | `] : []),
    ...(maybe(random, 0.4) ? [`Nobody | change | ${entity.name} | | ${chosen(changed.slice(1), random)}`] : []),
    ...(maybe(random, 0.3) ? [`Nobody | see | ${entity.name} | | ${chosen(read.slice(1), random)}`] : []),
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
  return [`- **API keys:** ${roles}, at most 30 days${maybe(random, 0.5) ? ', also by OAuth' : ''}`]
}
