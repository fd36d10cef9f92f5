// Effects of a transition beyond its own record: records that it creates, transitions of related records, and its
// steps. Their values are those before the transition, so they are read before and used after it.

import { listedRecords } from '../context/loaded-record.ts'
import type { RecordValue, Value, Expression } from '@ninefold/core/expression/expression.ts'
import type { Step } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed } from '@ninefold/core/model/find.ts'
import type { Procedure, Transition } from '@ninefold/core/model/states.ts'
import { planStepList } from '@ninefold/core/plan/read/finds.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { sortsOfPaths } from '@ninefold/core/rights/list-conditions.ts'
import { CallRun } from './call-run.ts'
import { BOUND_IN_EVERY_CALL } from '../context/caller.ts'
import { isAmong } from './for-each.ts'
import { inputBindings } from './input-bindings.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

const effectValues = planner('effect values', (viewer, owner: Entity, values: readonly Expression[]) =>
  planValues(viewer, values, { entity: owner, record: 'record' }),
)

const effectRecords = planner('effect records', (viewer, owner: Entity, { relation, entity, where }: Effect<'do'>) => {
  const source = { kind: 'relation', of: 'record', ofEntity: owner.name, relation, entity } as const
  const target = entityNamed(viewer.model, entity)
  return planStepList(viewer, {
    entity: target,
    conditions: [isAmong(viewer.model, source), ...(where === null ? [] : [where])],
    order: sortsOfPaths(viewer, target, []),
    isPaged: false,
    isCounted: false,
    isOfProduct: true,
  })
})

/** Runs the steps of a call or transition in order. */
export type RunSteps = (run: CallRun, steps: readonly Step[]) => Promise<unknown>

/** A coming effect, with the values that it needs from before the transition. */
export type PreparedEffect =
  | { readonly kind: 'record'; readonly entity: Entity; readonly given: Readonly<Record<string, Value>> }
  | {
      readonly kind: 'do'
      readonly transition: string
      readonly entity: Entity
      readonly records: readonly RecordValue[]
    }

export async function preparedEffects(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { effects }: Transition,
): Promise<readonly PreparedEffect[]> {
  const prepared: PreparedEffect[] = []
  for (const effect of effects) {
    if (effect.kind === 'record') prepared.push(await preparedRecord(work, entity, record, effect))
    if (effect.kind === 'do') prepared.push(await preparedTransitions(work, entity, record, effect))
  }
  return prepared
}

type Effect<Kind extends Transition['effects'][number]['kind']> = Extract<
  Transition['effects'][number],
  { readonly kind: Kind }
>

async function preparedRecord(
  work: Work,
  owner: Entity,
  record: RecordValue,
  { entity, sets }: Effect<'record'>,
): Promise<PreparedEffect> {
  const values = sets.flatMap((set) => (set.kind === 'set' ? [set] : []))
  const expressions = values.map(({ value }) => value)
  const statement = work.application.planned(effectValues, work.caller, owner, expressions)
  const row = values.length === 0 ? {} : (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  const given = values.map(({ field, value }, index) => {
    const read = (row?.[`value${index}`] ?? null) as Value
    const isId = value.type.kind === 'record' && read !== null
    return [field, isId ? { id: read as string | number, fields: {} } : read] as const
  })
  return { kind: 'record', entity: entityNamed(work.application.model, entity), given: Object.fromEntries(given) }
}

/** Includes hidden records, because the product does the effect. */
async function preparedTransitions(
  work: Work,
  owner: Entity,
  record: RecordValue,
  effect: Effect<'do'>,
): Promise<PreparedEffect> {
  const entity = entityNamed(work.application.model, effect.entity)
  const statement = work.application.planned(effectRecords, work.caller, owner, effect)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return { kind: 'do', transition: effect.transition, entity, records: listedRecords(row) }
}

/** The steps see the record after the effects. `inputs`: the sent inputs. */
export async function runProcedure(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { record: name, inputs: declared, steps }: Procedure,
  inputs: Readonly<Record<string, Value>>,
  runSteps: RunSteps,
): Promise<void> {
  const bindings = { ...ofEveryCall(work.bindings), ...inputBindings(declared, inputs) }
  const inTransition = [...(work.inTransition ?? []), { entity: entity.name, id: record.id }]
  const run = new CallRun({ ...work, bindings, inTransition }, { queries: [], inputs: declared }, inputs)
  run.bind(name, entity, record)
  await runSteps(run, steps)
}

/**
 * Drops the bindings of the surrounding steps, because the transition's own steps may use the same names for other
 * things.
 */
function ofEveryCall(bindings: Work['bindings']): Record<string, Value> {
  return Object.fromEntries(
    BOUND_IN_EVERY_CALL.flatMap((name) => (name in bindings ? [[name, bindings[name] ?? null]] : [])),
  )
}
