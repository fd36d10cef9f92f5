// Standard calls and shapes of two models → addresses and keys that are removed, and those that are new.

import type { ValueType } from '../../expression/expression.ts'
import type { Shape, StandardCalls } from '../../model/calls.ts'
import { withArticle } from '../../text/article.ts'
import type { Said } from './sentences.ts'
import { changedEnd, isOver, movedUntil } from './endings.ts'
import { compared, listed, isSameMeaning } from '../meaning.ts'

export function changesOfStandard(
  before: readonly StandardCalls[],
  after: readonly StandardCalls[],
  today: string | null,
): Said[] {
  const movedTo = (old: StandardCalls): StandardCalls | undefined =>
    after.some(({ path }) => path === old.path)
      ? undefined
      : after.find(({ entity, was }) => entity === old.entity && was?.path === old.path)
  const rows = compared(
    before.map((old) => ({ ...old, path: movedTo(old)?.path ?? old.path })),
    after,
    ({ entity, path }) => `${entity} ${path}`,
    ['was'],
  )
  return [
    ...before.flatMap((old): Said[] => {
      const to = movedTo(old)
      return to === undefined
        ? []
        : [movedUntil(`The calls of ${to.entity} under ${old.path} are under ${to.path} now`, to.was?.until ?? null)]
    }),
    ...rows.gone.map(({ entity, path }): Said => ['contract', `The calls of ${entity} under ${path} are gone.`]),
    ...rows.made.flatMap(({ entity, path, calls }): Said[] => [
      ['safe', `${entity} has calls under ${path}.`],
      ...presenceSaid(entity, calls),
    ]),
    ...rows.changed.flatMap(({ old, now }) => changesOfRow(old, now)),
    ...before.flatMap((old): Said[] => {
      const now = after.find(({ entity, path }) => entity === old.entity && path === old.path)
      return now === undefined ? [] : formerPath(old, now, today)
    }),
  ]
}

function formerPath({ was }: StandardCalls, now: StandardCalls, today: string | null): Said[] {
  if (was === null) return []
  if (now.was?.path === was.path) return changedEnd(`The former path ${was.path}`, was.until, now.was.until)
  if (isOver(was.until, today)) return []
  return [
    ['contract', `Nothing is answered under ${was.path} any more: the calls of ${now.entity} are under ${now.path}.`],
  ]
}

function changesOfRow(old: StandardCalls, now: StandardCalls): Said[] {
  const gone = old.calls.filter((each) => !now.calls.includes(each))
  const made = now.calls.filter((each) => !old.calls.includes(each))
  return [
    ...(gone.length === 0 ? [] : [['contract', `${now.path} has no ${listed(gone)} any more.`] as const]),
    ...(made.length === 0 ? [] : [['safe', `${now.path} has ${listed(made)} as well.`] as const]),
    ...presenceSaid(now.entity, made),
    ...(old.foundBy === now.foundBy
      ? []
      : [['contract', `${now.path} finds records by ${now.foundBy} instead of ${old.foundBy}.`] as const]),
    ...(old.shape === now.shape ? [] : [['contract', `${now.path} answers in another shape.`] as const]),
  ]
}

/** Users did not agree to that before. */
function presenceSaid(entity: string, made: StandardCalls['calls']): Said[] {
  if (!made.includes('presence')) return []
  return [['review', `Users who see ${withArticle(entity)} see which other users are at it.`]]
}

function typeWords(old: ValueType, now: ValueType): string {
  return old.kind === now.kind ? 'may be other values than before' : 'is of another type'
}

export function keysOf(old: Shape, now: Shape, today: string | null): Said[] {
  const keys = compared(old.keys, now.keys, ({ key }) => key, ['formerOf', 'until'])
  const had = new Map(old.keys.map(({ key, formerOf }) => [key, formerOf]))
  const renamed = now.keys.filter(({ key, formerOf }) => formerOf !== undefined && had.has(key) && !had.get(key))
  const isRenamed = (name: string): boolean => renamed.some(({ formerOf }) => formerOf === name)
  const named = (key: string): string => `"${key}" in the shape ${now.name}`
  return [
    ...renamed.map(({ key, formerOf, until = null }): Said => movedUntil(`${named(key)} is "${formerOf}" now`, until)),
    ...now.keys.flatMap(({ key, formerOf, until = null }) => {
      const before = old.keys.find((each) => each.key === key && each.formerOf !== undefined)
      return before === undefined || formerOf === undefined ? [] : changedEnd(named(key), before.until ?? null, until)
    }),
    ...keys.gone.flatMap(({ key, formerOf, until = null }): Said[] => {
      if (isOver(until, today)) return []
      const where = formerOf === undefined ? '' : `: it is "${formerOf}"`
      return [['contract', `Answers in the shape ${now.name} have no "${key}" any more${where}.`]]
    }),
    ...keys.made
      .filter(({ key }) => !isRenamed(key))
      .map(({ key }): Said => ['safe', `Answers in the shape ${now.name} have "${key}".`]),
    ...keys.changed.map((each): Said => {
      const isSameType = isSameMeaning(each.old.value.type, each.now.value.type)
      return isSameType
        ? ['review', `${named(each.now.key)} is worked out otherwise.`]
        : ['contract', `${named(each.now.key)} ${typeWords(each.old.value.type, each.now.value.type)}.`]
    }),
  ]
}
