// Point 7 of two models → what breaks for those who use the calls, and what is new for them.

import type { Call, Input } from '../model/calls.ts'
import type { Model } from '../model/model.ts'
import type { Difference, DifferenceKind } from './difference.ts'
import { changesOfStandard, keysOf } from './compare-answers.ts'
import { changedEnd, isOver, movedUntil } from './compare-endings.ts'
import { compared, isSameMeaning, listed } from './meaning.ts'

export function compareCalls({ calls: before }: Model, { calls: after }: Model, today: string | null): Difference[] {
  const moved = movedCalls(before.calls, after.calls)
  const calls = compared(
    before.calls.map((call) => ({ ...call, path: moved.get(nameOf(call))?.path ?? call.path })),
    after.calls,
    nameOf,
  )
  const shapes = compared(before.shapes, after.shapes, ({ name }) => name)
  const messages = compared(before.messages, after.messages, ({ name }) => name)
  const schedules = compared(before.schedules, after.schedules, ({ name }) => name)
  const say = ([kind, sentence]: Said): Difference => ({ point: 'calls', kind, sentence })
  return [
    ...[...moved].map(([from, to]): Said => movedUntil(`${from} is ${nameOf(to)} now`, to.was?.until ?? null)),
    ...calls.gone.map((call): Said => ['contract', `${nameOf(call)} is gone.`]),
    ...calls.made.map((call): Said => ['safe', `${nameOf(call)} is new.`]),
    ...calls.changed.flatMap(({ old, now }) => changesOf(old, now, today)),
    ...changesOfStandard(before.standard, after.standard, today),
    ...shapes.gone.map(({ name }): Said => ['contract', `The shape ${name} is gone.`]),
    ...shapes.changed.flatMap(({ old, now }) => keysOf(old, now, today)),
    ...messages.gone.map(({ name }): Said => ['review', `The message ${name} is sent no more.`]),
    ...messages.made.map(({ name }): Said => ['safe', `The message ${name} is new.`]),
    ...messages.changed.map(({ now }): Said => [
      'review',
      `The message ${now.name} says something else, or goes elsewhere.`,
    ]),
    ...schedules.gone.map(({ name }): Said => ['review', `The schedule "${name}" runs no more.`]),
    ...schedules.made.map(({ name }): Said => ['review', `The schedule "${name}" is new.`]),
    ...schedules.changed.map(({ now }): Said => ['review', `The schedule "${now.name}" runs or does something else.`]),
  ].map(say)
}

export type Said = readonly [DifferenceKind, string]

/** By the name before. */
function movedCalls(before: readonly Call[], after: readonly Call[]): ReadonlyMap<string, Call> {
  const [old, now] = [before, after].map((calls) => new Set(calls.map(nameOf)))
  return new Map(
    after.flatMap((call): [string, Call][] => {
      const from = call.was === null ? null : nameOf({ ...call, path: call.was.path })
      return from !== null && old?.has(from) === true && !old.has(nameOf(call)) && now?.has(from) === false
        ? [[from, call]]
        : []
    }),
  )
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`
}

function formerAddress({ was, method }: Call, now: Call, today: string | null): Said[] {
  if (was === null || was.path === now.path) return []
  const former = `${method} ${was.path}`
  if (now.was?.path === was.path) return changedEnd(former, was.until, now.was.until)
  return isOver(was.until, today) ? [] : [['contract', `${former} is answered no more: it is ${nameOf(now)}.`]]
}

function changesOf(old: Call, now: Call, today: string | null): Said[] {
  const name = nameOf(now)
  const more = now.who.filter((role) => !old.who.includes(role))
  const less = old.who.filter((role) => !now.who.includes(role))
  const key = ({ path }: Input): string => path.join('.')
  const inputs = compared(old.inputs, now.inputs, key)
  const said: Said[] = [
    ...(more.length === 0 ? [] : [['review', `${listed(more)} may now use ${name}.`] as const]),
    ...(less.length === 0 ? [] : [['review', `${listed(less)} may no longer use ${name}.`] as const]),
    ...inputs.gone.map((input): Said => ['contract', `${name} takes no "${key(input)}" any more.`]),
    ...inputs.made.map((input): Said =>
      input.isNeeded ? ['contract', `${name} needs "${key(input)}".`] : ['safe', `${name} takes "${key(input)}".`],
    ),
    ...inputs.changed.map((input): Said =>
      input.now.isNeeded && !input.old.isNeeded
        ? ['contract', `${name} needs "${key(input.now)}", which could be left out.`]
        : isSameMeaning(input.old.like, input.now.like)
          ? ['safe', `${name} can do without "${key(input.now)}".`]
          : ['contract', `${name} takes other values for "${key(input.now)}".`],
    ),
  ]
  said.push(...formerAddress(old, now, today))
  if (now.needsVersion !== null && old.needsVersion === null) said.push(['contract', `${name} needs the version.`])
  if (now.runsAsProduct !== null && old.runsAsProduct === null)
    said.push(['review', `The steps of ${name} ask for nobody's permission any more.`])
  if (!isSameMeaning(old.queries, now.queries))
    said.push(['contract', `${name} takes other parameters in its address.`])
  if (!isSameMeaning(old.steps, now.steps)) said.push(['review', `${name} does something else, or answers otherwise.`])
  return said
}
