// Point 4 of two models → added and removed states, and changed transitions and performers.

import type { Model } from '../../model/model.ts'
import type { Clock, ClockMoment, Machine, Procedure, State, StatesModel, Transition } from '../../model/states.ts'
import type { SchemaChanges } from '../../plan/migration/schema-changes.ts'
import { timeWords } from '../clock-times.ts'
import { inputsSaid } from './inputs.ts'
import { effectsSaid, stepsSaid } from './steps.ts'
import { isSameMeaning, listed } from '../meaning.ts'
import { nameOf } from './performers.ts'
import {
  code,
  ELSEWHERE,
  exchanged,
  isSameExpression,
  KEY,
  type Members,
  membersSaid,
  partsSaid,
  type Said,
} from './sentences.ts'

type Words = SchemaChanges['words']

export function compareStates({ states: old }: Model, { states: now }: Model, { words }: SchemaChanges): Said[] {
  return membersSaid('The states', statesMembers(words), { old, now })
}

function statesMembers(words: Words): Members<StatesModel> {
  return {
    machines: (old, now) =>
      partsSaid(old, now, placeOf, {
        gone: (machine) => [['destructive', `${placeOf(machine)} has no states any more.`]],
        made: (machine) => [['safe', `${placeOf(machine)} has states now.`]],
        changed: (pair) => {
          const { entity, field } = pair.now
          const followed = words.filter((word) => word.entity === entity && word.field === field)
          const members = machineMembers(pair.now, followed)
          return [
            ...membersSaid(placeOf(pair.now), members, { old: underNewWords(pair.old, followed), now: pair.now }),
            ...followed.flatMap((word): Said[] =>
              word.isRename ? [['safe', `${placeOf(pair.now)} "${word.from}" is called "${word.to}" now.`]] : [],
            ),
          ]
        },
        order: ['safe', 'The tables of states stand in another order.'],
      }),
  }
}

function placeOf({ entity, field }: Machine): string {
  return `${entity}.${field}`
}

/** A renamed state is no difference where it is used. */
function underNewWords(machine: Machine, words: Words): Machine {
  const name = (state: string): string => words.find(({ from, isRename }) => isRename && from === state)?.to ?? state
  const rows = (all: readonly Transition[]): Transition[] =>
    all.map((row) => ({ ...row, from: row.from.map(name), to: row.to === null ? null : name(row.to) }))
  return {
    ...machine,
    states: machine.states.map((state) => ({ ...state, name: name(state.name) })),
    initial: name(machine.initial),
    transitions: rows(machine.transitions),
    creations: rows(machine.creations),
    clocks: machine.clocks.map((clock) => {
      const { runs } = clock
      return runs.kind === 'after entering' ? { ...clock, runs: { ...runs, state: name(runs.state) } } : clock
    }),
  }
}

function machineMembers(machine: Machine, words: Words): Members<Machine> {
  const place = placeOf(machine)
  const { entity } = machine
  return {
    entity: KEY,
    field: KEY,
    states: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => {
          const word = words.find(({ from }) => from === name)
          const becomes = word === undefined ? '' : `: its records become "${word.to}"`
          return [['destructive', `${place} "${name}" is gone${becomes}.`]]
        },
        made: ({ name }) => [['safe', `${place} "${name}" is new.`]],
        changed: (pair) => membersSaid(`${place} "${pair.now.name}"`, stateMembers(place, pair.now), pair),
        order: ['safe', `${place} has its states in another order, by which lists are sorted.`],
      }),
    initial: (old, now) => [['review', `${place} begins as "${now}" instead of "${old}".`]],
    transitions: (old, now) => transitionsSaid(entity, old, now, false),
    creations: (old, now) => transitionsSaid(entity, old, now, true),
    procedures: (old, now) =>
      partsSaid(old, now, ({ transition }) => transition, {
        gone: ({ transition }) => [['review', `"${transition}" of a ${entity} takes no steps and no inputs any more.`]],
        made: ({ transition }) => [['review', `"${transition}" of a ${entity} takes steps or inputs.`]],
        changed: (pair) => {
          const name = `"${pair.now.transition}" of a ${entity}`
          return membersSaid(name, procedureMembers(name), pair)
        },
      }),
    clocks: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => [['review', `The clock "${name}" of ${place} runs no more.`]],
        made: ({ name }) => [['review', `The clock "${name}" of ${place} is new.`]],
        changed: (pair) => membersSaid(`The clock "${pair.now.name}" of ${place}`, clockMembers(place, pair.now), pair),
        order: ['safe', `The clocks of ${place} stand in another order.`],
      }),
  }
}

function stateMembers(place: string, { name }: State): Members<State> {
  return {
    name: KEY,
    label: (_, now) => [['safe', `${place} "${name}" is read as "${now ?? name}".`]],
    colour: (_, now) => [['safe', `${place} "${name}" is drawn in ${now ?? 'the colour of its place'}.`]],
    means: (_, now) => [['safe', `${place} "${name}" is explained ${now === null ? 'no more' : 'otherwise'}.`]],
    isFinal: (_, now) => [
      ['review', `${place} "${name}" is ${now ? 'final: nothing follows' : 'not final any more'}.`],
    ],
    locks: (old, now) => {
      const { gone, made } = exchanged(old?.fields ?? [], now?.fields ?? [])
      return [
        ...(made.length === 0
          ? []
          : [['review', `${listed(made)} cannot be changed while ${place} is "${name}".`] as const]),
        ...(gone.length === 0
          ? []
          : [['review', `${listed(gone)} can be changed, with the right, while ${place} is "${name}".`] as const]),
      ]
    },
  }
}

function procedureMembers(name: string): Members<Procedure> {
  return {
    transition: KEY,
    // It follows from the entity.
    record: ELSEWHERE,
    inputs: (old, now) => inputsSaid(name, old, now),
    steps: (old, now) => stepsSaid(name, old, now),
  }
}

function clockMembers(place: string, { name }: Clock): Members<Clock> {
  const clock = `The clock "${name}" of ${place}`
  return {
    name: KEY,
    does: (old, now) => [['review', `${clock} does ${now} instead of ${old}.`]],
    runs: (_, now) => [['review', `${clock} runs ${momentWords(now)}.`]],
  }
}

function momentWords(moment: ClockMoment): string {
  switch (moment.kind) {
    case 'after entering':
      return `${code(moment.delay)} after entering "${moment.state}"${moment.isOnce ? ', once' : ''}, and not as before`
    case 'every day':
      return `every day at ${timeWords(moment.time)}`
    case 'when it passes':
      return `when ${code(moment.moment)} passes`
  }
}

interface Named {
  readonly name: string
  readonly rows: readonly Transition[]
}

function transitionsSaid(
  entity: string,
  before: readonly Transition[],
  after: readonly Transition[],
  isCreation: boolean,
): Said[] {
  const of = (rows: readonly Transition[]): Named[] =>
    [...new Set(rows.map(({ name }) => name))].map((name) => ({
      name,
      rows: rows.filter((each) => each.name === name),
    }))
  const does = ({ name }: Named): string => (isCreation ? `create a ${entity} by "${name}"` : `${name} a ${entity}`)
  return partsSaid(of(before), of(after), ({ name }) => name, {
    gone: (named) => [['contract', `No user can ${does(named)} any more.`]],
    // No permission changes, but callers may gain rights.
    made: (named) => [['review', `${whoIn(named.rows)} can ${does(named)}.`]],
    changed: ({ old, now }) => rowsSaid(does(now), `"${now.name}" of a ${entity}`, old.rows, now.rows),
    order: ['safe', `The transitions of a ${entity} stand in another order.`],
  })
}

function rowsSaid(does: string, name: string, old: readonly Transition[], now: readonly Transition[]): Said[] {
  const { gone, made } = exchanged(performersOf(old), performersOf(now))
  const said: Said[] = [
    ...(made.length === 0 ? [] : [['review', `${listed(made)} may now ${does}.`] as const]),
    ...(gone.length === 0 ? [] : [['review', `${listed(gone)} may no longer ${does}.`] as const]),
    ...casesSaid(name, old, now),
  ]
  return said.length > 0 ? said : [['review', `${name} is done by others in one of its cases.`]]
}

/** Cases of one transition are identified by their position. */
function casesSaid(name: string, before: readonly Transition[], after: readonly Transition[]): Said[] {
  if (before.length !== after.length)
    return [
      [
        'review',
        `${name} has ${after.length} cases instead of ${before.length}: it is possible at other times, or does something else.`,
      ],
    ]
  return after.flatMap((now, at) => {
    const old = before[at]
    if (old === undefined || isSameMeaning(old, now)) return []
    return membersSaid(name, caseMembers(name), { old, now })
  })
}

function caseMembers(name: string): Members<Transition> {
  return {
    name: KEY,
    from: (old, now) => [['review', `${name} is possible from ${listed(now)}, instead of ${listed(old)}.`]],
    to: (old, now) => [
      ['review', `${name} leads to ${now ?? 'the state before'} instead of ${old ?? 'the state before'}.`],
    ],
    // Reported for all cases together, above.
    who: ELSEWHERE,
    isByClock: ELSEWHERE,
    isByCall: (_, now) => [['review', now ? `${name} is done by calls.` : `${name} is done by calls no more.`]],
    guard: (old, now) => guardSaid(name, old, now),
    ifNot: (_, now) => [['safe', `${name} says otherwise why it is not possible: "${now ?? 'in its own words'}".`]],
    effects: (old, now) => effectsSaid(name, old, now),
  }
}

function guardSaid(name: string, old: Transition['guard'], now: Transition['guard']): Said[] {
  if (isSameExpression(old, now))
    return [['safe', `${name} is possible at the same times, by what is of another type.`]]
  if (old !== null && now !== null && code(old) === code(now))
    return [['review', `${name} is possible at other times, because its condition names what is another.`]]
  const instead = old === null ? '' : `, instead of if ${code(old)}`
  return [['review', `${name} is possible ${now === null ? 'at any time' : `only if ${code(now)}`}${instead}.`]]
}

function performersOf(rows: readonly Transition[]): string[] {
  const clock = rows.some(({ isByClock }) => isByClock) ? ['the clock'] : []
  return [...new Set([...rows.flatMap(({ who }) => who.map(nameOf)), ...clock])]
}

function whoIn(rows: readonly Transition[]): string {
  const who = performersOf(rows)
  return who.length === 0 ? 'A call' : listed(who)
}
