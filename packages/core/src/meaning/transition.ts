// Doing a transition of point 4: the first case that fits, its effects and its steps, then the rules.

import { entityNamed } from '../model/find.ts'
import type { Effect, Machine, Transition } from '../model/states.ts'
import { evaluate, holds, withNames } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { refusedAs } from './refusal.ts'
import { isPerformer } from './rights.ts'
import { type Datum, isReference, type Reference } from './store.ts'
import { around, createRecord, keepRules, type Writing } from './write.ts'

/** `caller`: by its own address. `call`: by a step of a call. `product`: by an effect, for which nobody is asked. */
export type DoneBy = 'caller' | 'call' | 'product'

export function doTransition(
  writing: Writing,
  record: Reference,
  name: string,
  by: DoneBy,
  within: readonly string[] = [],
): void {
  const { store } = writing
  const stored = store.records.get(record.id)
  if (stored === undefined) throw refusedAs('not found')
  const { machine, cases } = casesOf(writing, record.entity, name)
  const scope = withNames(around(writing), { this: record })
  const mayDo = (each: Transition): boolean =>
    by === 'product' ||
    writing.caller.isProduct === true ||
    (by === 'call' && each.isByCall) ||
    each.who.some((performer) => isPerformer(performer, record, scope))
  const permitted = cases.filter(mayDo)
  if (permitted.length === 0) throw refusedAs('forbidden')
  const key = `${record.id} ${name}`
  if (within.includes(key)) throw refusedAs('wrong state')
  const chosen = permitted.find(
    ({ from, guard }) => from.includes(String(stored.values[machine.field])) && holds(guard, scope),
  )
  if (chosen === undefined) throw refusedAs('wrong state')
  if (chosen.to === null) throw new NotCovered('the state before')
  const before = { ...stored.values }
  // Every effect is about the record as it is before the transition.
  const values = Object.fromEntries(chosen.effects.flatMap((effect) => fieldEffect(effect, scope)))
  const others = chosen.effects.flatMap((effect) => preparedEffect(writing, record, effect, [...within, key]))
  Object.assign(stored.values, values, { [machine.field]: chosen.to })
  for (const effect of others) effect()
  if (machine.procedures.some(({ transition }) => transition === name)) throw new NotCovered('steps of transitions')
  if (!store.records.has(record.id)) return
  keepRules(writing, record, before, { kind: 'transition', transition: name }, [machine.field, ...Object.keys(values)])
}

function casesOf({ model }: Writing, entity: string, name: string): { machine: Machine; cases: Transition[] } {
  for (const machine of model.states.machines) {
    const cases = machine.transitions.filter((each) => machine.entity === entity && each.name === name)
    if (cases.length > 0) return { machine, cases }
  }
  throw new Error(`${entity} has no transition "${name}".`)
}

function fieldEffect(effect: Effect, scope: Parameters<typeof evaluate>[1]): [string, Datum][] {
  if (effect.kind === 'set') return [[effect.field, evaluate(effect.to, scope)]]
  return effect.kind === 'clear' ? [[effect.field, null]] : []
}

function preparedEffect(
  writing: Writing,
  record: Reference,
  effect: Effect,
  within: readonly string[],
): (() => void)[] {
  const scope = withNames(around(writing), { this: record })
  if (effect.kind === 'send') throw new NotCovered('messages')
  if (effect.kind === 'record') {
    const given = Object.fromEntries(
      effect.sets.map((each) => {
        if (each.kind === 'given') throw new NotCovered('inputs of transitions')
        return [each.field, evaluate(each.value, scope)]
      }),
    )
    return [
      () => void createRecord(writing, entityNamed(writing.model, effect.entity), { given: {}, set: given }, true),
    ]
  }
  if (effect.kind !== 'do') return []
  const field = entityNamed(writing.model, record.entity).fields.find(({ name }) => name === effect.relation)
  if (field?.type.kind !== 'collection' || field.type.via === null) throw new NotCovered('do on another list')
  const { via } = field.type
  const related = [...writing.store.records.values()].flatMap(({ entity, id, values }) => {
    const target = values[via]
    const isRelated = entity === effect.entity && isReference(target) && target.id === record.id
    return isRelated && holds(effect.where, withNames(scope, { this: { entity, id } })) ? [{ entity, id }] : []
  })
  return related.map((each) => () => {
    if (writing.store.records.has(each.id)) doTransition(writing, each, effect.transition, 'product', within)
  })
}
