// Point 4 of two models → states that come and go, and transitions that others do, or that are done otherwise.

import type { Model } from '../model/model.ts'
import type { Machine, Transition } from '../model/states.ts'
import type { SchemaChanges } from '../plan/schema-changes.ts'
import type { Performer } from '../model/roles.ts'
import type { Difference, DifferenceKind } from './difference.ts'
import { compared, isSameMeaning, listed } from './meaning.ts'

export function compareStates(before: Model, after: Model, { words }: SchemaChanges): Difference[] {
  const machines = compared(before.states.machines, after.states.machines, placeOf)
  const say = (kind: DifferenceKind, sentence: string): Difference => ({ point: 'states', kind, sentence })
  return [
    ...machines.gone.map((machine) => say('destructive', `${placeOf(machine)} has no states any more.`)),
    ...machines.made.map((machine) => say('safe', `${placeOf(machine)} has states now.`)),
    ...machines.changed.flatMap(({ old, now }) => {
      const followed = words.filter(({ entity, field }) => entity === now.entity && field === now.field)
      return [...compareMachine(old, now, followed)].map(([kind, sentence]) => say(kind, sentence))
    }),
  ]
}

function placeOf({ entity, field }: Machine): string {
  return `${entity}.${field}`
}

type Said = readonly [DifferenceKind, string]

function compareMachine(old: Machine, now: Machine, words: SchemaChanges['words']): Said[] {
  const place = placeOf(now)
  const states = compared(old.states, now.states, ({ name }) => name)
  const followed = (state: string) => words.find(({ from }) => from === state)
  const renamed = (name: string): string => {
    const word = followed(name)
    return word?.isRename === true ? word.to : name
  }
  const of = (transitions: readonly Transition[]) =>
    [...new Set(transitions.map(({ name }) => name))].map((name) => ({
      name,
      rows: transitions
        .filter((each) => each.name === name)
        .map((each) => ({ ...each, from: each.from.map(renamed), to: each.to === null ? null : renamed(each.to) })),
    }))
  const transitions = compared(of(old.transitions), of(now.transitions), ({ name }) => name)
  const clocks = compared(old.clocks, now.clocks, ({ name }) => name)
  return [
    ...states.gone.map(({ name }): Said => {
      const word = followed(name)
      if (word === undefined) return ['destructive', `${place} "${name}" is gone.`]
      return word.isRename
        ? ['safe', `${place} "${name}" is called "${word.to}" now.`]
        : ['destructive', `${place} "${name}" is gone: its records become "${word.to}".`]
    }),
    ...states.made
      .filter(({ name }) => !words.some((word) => word.isRename && word.to === name))
      .map(({ name }): Said => ['safe', `${place} "${name}" is new.`]),
    ...(old.initial === now.initial || renamed(old.initial) === now.initial
      ? []
      : [['review', `${place} begins as "${now.initial}" instead of "${old.initial}".`] as const]),
    ...transitions.gone.map(({ name }): Said => ['contract', `Nobody can ${name} a ${now.entity} any more.`]),
    ...transitions.made.map(({ name, rows }): Said => ['safe', `${whoIn(rows)} can ${name} a ${now.entity}.`]),
    ...transitions.changed.flatMap(({ old: one, now: other }) => changeOf(now.entity, one.rows, other.rows)),
    ...clocks.gone.map(({ name }): Said => ['review', `The clock "${name}" of ${place} runs no more.`]),
    ...clocks.made.map(({ name }): Said => ['review', `The clock "${name}" of ${place} is new.`]),
    ...clocks.changed.map(({ now: clock }): Said => [
      'review',
      `The clock "${clock.name}" of ${place} runs otherwise.`,
    ]),
  ]
}

function changeOf(entity: string, old: readonly Transition[], now: readonly Transition[]): Said[] {
  const name = now[0]?.name ?? ''
  const [before, after] = [performersOf(old), performersOf(now)]
  const more = after.filter((who) => !before.includes(who))
  const less = before.filter((who) => !after.includes(who))
  const rest = (rows: readonly Transition[]): unknown => rows.map(({ who: _, ...row }) => row)
  return [
    ...(more.length === 0 ? [] : [['review', `${listed(more)} may now ${name} a ${entity}.`] as const]),
    ...(less.length === 0 ? [] : [['review', `${listed(less)} may no longer ${name} a ${entity}.`] as const]),
    ...(isSameMeaning(rest(old), rest(now))
      ? []
      : [['review', `"${name}" of a ${entity} is possible at other times, or does something else.`] as const]),
  ]
}

function performersOf(rows: readonly Transition[]): string[] {
  const clock = rows.some(({ isByClock }) => isByClock) ? ['the clock'] : []
  return [...new Set([...rows.flatMap(({ who }) => who.map(nameOf)), ...clock])]
}

function whoIn(rows: readonly Transition[]): string {
  const who = performersOf(rows)
  return who.length === 0 ? 'A call' : listed(who)
}

function nameOf(performer: Performer): string {
  return performer.kind === 'contextual role of' ? `${performer.role} of ${performer.field}` : performer.role
}
