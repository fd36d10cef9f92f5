// A transition of point 4: the first case that fits, its effects, its steps, then the rules, and then messages.

import { entityNamed } from '../model/find.ts'
import type { Step } from '../model/calls.ts'
import type { Effect, Machine, Procedure, Transition } from '../model/states.ts'
import { setClocks } from './clocks.ts'
import { evaluate, holds, type Surroundings, withNames } from './evaluate.ts'
import { keepFields } from './constraints/field-constraints.ts'
import { keepChanges } from './histories/kept-changes.ts'
import { nameRecord } from './sequences-and-slugs.ts'
import { sendMessage } from './messages.ts'
import { refusedAs } from './refusals/refusal.ts'
import { isPerformer } from './rights.ts'
import type { Run } from './run.ts'
import type { Datum, Reference, StoredRecord } from './store.ts'
import {
  around,
  countedOn,
  createRecord,
  keepRules,
  nameOf,
  refuseOther,
  relatedRecords,
  setIn,
  type Values,
  type Writing,
} from './write.ts'

export interface Doing {
  /** `caller`: by its own address. `call`: by a step of a call. `product`: by an effect, without permissions. */
  readonly by: 'caller' | 'call' | 'product'
  /** Sent values by input. */
  readonly inputs?: Values
  /** The version that was seen; missing: any. */
  readonly version?: number
  /** Transitions in progress around this one. */
  readonly within?: readonly string[]
  /** Runs the steps of a transition (steps.ts, which itself does transitions). */
  readonly runSteps: (run: Run, steps: readonly Step[]) => unknown
}

export function doTransition(
  writing: Writing,
  record: Reference,
  name: string,
  { by, inputs = {}, within = [], runSteps, version }: Doing,
): void {
  const { store, caller } = writing
  const stored = store.records.get(record.id)
  if (stored === undefined) throw refusedAs('not found')
  refuseOther(writing, record, version)
  const { machine, cases } = casesOf(writing, record.entity, name)
  const scope = withNames(around(writing), { this: record })
  const mayDo = (each: Transition): boolean => {
    if (by === 'product' || (by === 'call' && each.isByCall)) return true
    if (caller.isClock === true) return each.isByClock
    return caller.isProduct === true || each.who.some((performer) => isPerformer(performer, record, scope))
  }
  const permitted = cases.filter(mayDo)
  if (permitted.length === 0) throw refusedAs('forbidden')
  const key = `${record.id} ${name}`
  if (within.includes(key)) throw refusedAs('wrong state')
  const present = String(stored.values[machine.field])
  const chosen = permitted.find(
    (each) => each.from.includes(present) && stateAfter(stored, machine, each) !== null && holds(each.guard, scope),
  )
  const next = chosen === undefined ? null : stateAfter(stored, machine, chosen)
  if (chosen === undefined || next === null) throw refusedAs('wrong state', machine.field)
  const before = { ...stored.values }
  // Every effect uses the record before the transition.
  const values = Object.fromEntries(chosen.effects.flatMap((effect) => fieldEffect(effect, scope)))
  const others = chosen.effects.flatMap((effect) =>
    preparedEffect(writing, record, effect, { by: 'product', within: [...within, key], runSteps }),
  )
  const entity = entityNamed(writing.model, record.entity)
  Object.assign(stored.values, values, { [machine.field]: next }, countedOn(store, entity, before))
  if (next !== present) stored.cameFrom = { ...stored.cameFrom, [machine.field]: present }
  nameRecord(writing, entity, record, stored.values, before)
  keepFields(around(writing), entity, record)
  keepChanges(writing, record, before, stored.values)
  for (const effect of others) effect()
  const procedure = machine.procedures.find(({ transition }) => transition === name)
  if (procedure !== undefined) runSteps(runOf(writing, record, procedure, inputs), procedure.steps)
  if (!store.records.has(record.id)) return
  keepRules(writing, record, before, { kind: 'transition', transition: name }, [machine.field, ...Object.keys(values)])
  setClocks(around(writing), record)
  // Messages describe the record after the transition.
  const told = withNames(around(writing), { this: record, [nameOf(record)]: record })
  for (const effect of chosen.effects) if (effect.kind === 'send') sendMessage(writing.model, told, effect.sending)
}

/** Null: there is no previous state. */
export function stateAfter({ cameFrom }: StoredRecord, { field }: Machine, { to }: Transition): string | null {
  return to ?? cameFrom?.[field] ?? null
}

function casesOf({ model }: Writing, entity: string, name: string): { machine: Machine; cases: Transition[] } {
  for (const machine of model.states.machines) {
    const cases = machine.transitions.filter((each) => machine.entity === entity && each.name === name)
    if (cases.length > 0) return { machine, cases }
  }
  throw new Error(`${entity} has no transition "${name}".`)
}

/** Its steps see the record after the effects, and no bindings of the surrounding steps. */
function runOf(writing: Writing, record: Reference, procedure: Procedure, inputs: Values): Run {
  const names = new Map<string, Datum>([
    ...procedure.inputs.map(({ path }): [string, Datum] => [`input.${path.join('.')}`, inputs[path.join('.')] ?? null]),
    [procedure.record, record],
    ['this', record],
  ])
  const inTransition = [...(writing.inTransition ?? []), record]
  return {
    ...writing,
    inTransition,
    names,
    sent: new Set(Object.keys(inputs)),
    who: null,
    inputs: procedure.inputs,
    places: new Map(),
  }
}

function fieldEffect(effect: Effect, scope: Surroundings): [string, Datum][] {
  if (effect.kind === 'set') return [[effect.field, evaluate(effect.to, scope)]]
  return effect.kind === 'clear' ? [[effect.field, null]] : []
}

function preparedEffect(writing: Writing, record: Reference, effect: Effect, doing: Doing): (() => void)[] {
  const scope = withNames(around(writing), { this: record })
  if (effect.kind === 'record') {
    const set = setIn(effect, scope)
    return [() => void createRecord(writing, entityNamed(writing.model, effect.entity), { given: {}, set }, true)]
  }
  if (effect.kind !== 'do') return []
  const related = relatedRecords(record, effect.relation, scope).filter((each) =>
    holds(effect.where, withNames(scope, { this: each })),
  )
  return related.map((each) => () => {
    // An earlier transition may have deleted it.
    if (writing.store.records.has(each.id)) doTransition(writing, each, effect.transition, doing)
  })
}
