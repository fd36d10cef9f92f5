// Standard calls and shapes of two models → addresses and keys that clients no longer find, and those that are new.

import type { ValueType } from '../expression/expression.ts'
import type { Shape, StandardCalls } from '../model/calls.ts'
import type { Said } from './compare-calls.ts'
import { compared, listed, isSameMeaning } from './meaning.ts'

export function changesOfStandard(before: readonly StandardCalls[], after: readonly StandardCalls[]): Said[] {
  const movedTo = (old: StandardCalls): StandardCalls | undefined =>
    after.some(({ path }) => path === old.path)
      ? undefined
      : after.find(({ entity, was }) => entity === old.entity && was === old.path)
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
        : [['safe', `The calls of ${to.entity} under ${old.path} are under ${to.path} now, and answered as before.`]]
    }),
    ...rows.gone.map(({ entity, path }): Said => ['contract', `The calls of ${entity} under ${path} are gone.`]),
    ...rows.made.map(({ entity, path }): Said => ['safe', `${entity} has calls under ${path}.`]),
    ...rows.changed.flatMap(({ old, now }) => changesOfRow(old, now)),
    ...before.flatMap((old): Said[] => {
      const now = after.find(({ entity, path }) => entity === old.entity && path === old.path)
      return old.was === null || now === undefined || now.was === old.was
        ? []
        : [
            [
              'contract',
              `Nothing is answered under ${old.was} any more: the calls of ${now.entity} are under ${now.path}.`,
            ],
          ]
    }),
  ]
}

function changesOfRow(old: StandardCalls, now: StandardCalls): Said[] {
  const gone = old.calls.filter((each) => !now.calls.includes(each))
  const made = now.calls.filter((each) => !old.calls.includes(each))
  return [
    ...(gone.length === 0 ? [] : [['contract', `${now.path} has no ${listed(gone)} any more.`] as const]),
    ...(made.length === 0 ? [] : [['safe', `${now.path} has ${listed(made)} as well.`] as const]),
    ...(old.foundBy === now.foundBy
      ? []
      : [['contract', `${now.path} finds records by ${now.foundBy} instead of ${old.foundBy}.`] as const]),
    ...(old.shape === now.shape ? [] : [['contract', `${now.path} answers in another shape.`] as const]),
  ]
}

function typeWords(old: ValueType, now: ValueType): string {
  return old.kind === now.kind ? 'may be other values than before' : 'is of another type'
}

export function keysOf(old: Shape, now: Shape): Said[] {
  const keys = compared(old.keys, now.keys, ({ key }) => key, ['formerOf'])
  const had = new Map(old.keys.map(({ key, formerOf }) => [key, formerOf]))
  const renamed = now.keys.filter(({ key, formerOf }) => formerOf !== undefined && had.has(key) && !had.get(key))
  const isRenamed = (name: string): boolean => renamed.some(({ formerOf }) => formerOf === name)
  const named = (key: string): string => `"${key}" in the shape ${now.name}`
  return [
    ...renamed.map(({ key, formerOf }): Said => [
      'safe',
      `${named(key)} is "${formerOf}" now, and answered as before.`,
    ]),
    ...keys.gone.map(({ key, formerOf }): Said => {
      const where = formerOf === undefined ? '' : `: it is "${formerOf}"`
      return ['contract', `Answers in the shape ${now.name} have no "${key}" any more${where}.`]
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
