// Runs a transition: one conditional statement decides, and only a failure asks for the reason.

import type { Expression, RecordValue, Value } from '@ninefold/core/expression/expression.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import { guardReason, reasonOfState } from '@ninefold/core/contract/calls/transition-reasons.ts'
import { doesMore, procedureOf, writtenFields } from '@ninefold/core/model/transitions.ts'
import type { Moment } from '@ninefold/core/plan/write/record-checks.ts'
import {
  type DoneBy,
  planTransitionReasons,
  transitionCases,
  type TransitionCase,
} from '@ninefold/core/plan/write/states.ts'
import { setClocks } from '../records/clocks.ts'
import { actAs } from '../context/transaction-actor.ts'
import { noteWritten } from '../records/audit.ts'
import { keepFiles } from '../files/files.ts'
import { loadedRecord, readPlan } from '../context/loaded-record.ts'
import { Refusal, refused } from '../context/refusal.ts'
import { enforceQuotas } from '../records/quotas.ts'
import { checkAfter, judge, PRODUCTS_OWN } from '../records/checks-after-write.ts'
import { answeredVersion, answerOf, createRecord } from '../records/records.ts'
import { sendOfTransition } from '../messages/sendings.ts'
import { type PreparedEffect, preparedEffects, runProcedure, type RunSteps } from './transition-effects.ts'
import type { Values, Work, WrittenRecord } from '../context/work.ts'
import { planner } from '../context/planner.ts'
import { lowerToSteps } from '@ninefold/core/plan/write/lowering.ts'
import { compileTransition } from '@ninefold/core/plan/write/write-plan.ts'

type MomentOfTransition = Extract<Moment, { readonly kind: 'transition' }>

const casesPlan = planner('cases', (viewer, entity: Entity, name: string, by: DoneBy) =>
  transitionCases(viewer, entity.name, name, by),
)

const doPlan = planner('do', (viewer, entity: Entity, each: TransitionCase, answer: Expression | null) =>
  lowerToSteps(viewer, compileTransition(viewer, entity, each, answer)),
)

const whyNotPlan = planner('why not', (viewer, entity: Entity, cases: readonly TransitionCase[]) =>
  planTransitionReasons(viewer, entity, 'record', cases),
)

export interface Wanted {
  /** The answer that the caller wants about the record, as an expression over `this`. */
  readonly answer?: Expression | null
  readonly by?: DoneBy
  /** The sent inputs of the transition, by dotted path. */
  readonly inputs?: Readonly<Record<string, Value>>
  /** Runs the steps of the transition. */
  readonly runSteps: RunSteps
  /** Transitions that are in progress around this one. */
  readonly within?: readonly string[]
}

/** Creates a record, with the effects of its row from `nothing`. */
export async function beginRecord(
  work: Work,
  entity: Entity,
  values: Values,
  wanted: Pick<Wanted, 'answer' | 'runSteps'>,
): Promise<WrittenRecord> {
  const created = await createRecord(work, entity, values, wanted.answer ?? null)
  for (const begin of created.begins ?? []) {
    for (const effect of await preparedEffects(work, entity, created.record, begin))
      await doEffect(work, effect, wanted)
    await sendOfTransition(work, entity, created.record, begin)
  }
  return created
}

/** Returns the record after the transition. Refused: forbidden, wrong state, or a guard that fails. */
export async function doTransition(
  work: Work,
  entity: Entity,
  record: RecordValue,
  name: string,
  wanted: Wanted,
): Promise<WrittenRecord> {
  const { by = 'caller', answer = null } = wanted
  const cases = work.application.planned(casesPlan, work.caller, entity, name, by)
  // A row with a hidden part does not apply.
  if (cases.length === 0) throw refused('not shown', null, ['transition not shown', name])
  const key = `${entity.name} ${record.id} ${name}`
  // Prevents endless loops between records that refer to each other.
  if (wanted.within?.includes(key) === true) throw refused('wrong state', null, ['already running'])
  const inside = { ...wanted, within: [...(wanted.within ?? []), key] }
  for (const each of cases) {
    const done = doesMore(each.machine, each.transition)
      ? await doWithMore(work, entity, record, each, inside)
      : await doAtOnce(work, entity, record, each, answer)
    if (done === null) continue
    if (done.isGone !== true) await afterTransition(work, entity, done.record, each)
    return done
  }
  throw await refusalOf(work, entity, record, cases)
}

/** Sets clocks and sends messages for the record's new state. */
async function afterTransition(
  work: Work,
  entity: Entity,
  record: RecordValue,
  { machine, transition }: TransitionCase,
): Promise<void> {
  const { from, to } = transition
  await setClocks(work, entity, record, { kind: 'transition', machine, from, to, fields: writtenFields(transition) })
  await sendOfTransition(work, entity, record, transition)
}

/** A transition that only writes its record: one statement does it, checks it and answers, where possible. */
async function doAtOnce(
  work: Work,
  entity: Entity,
  record: RecordValue,
  each: TransitionCase,
  answer: Expression | null,
): Promise<WrittenRecord | null> {
  const { statement, questions, isJudged } = work.application.planned(doPlan, work.caller, entity, each, answer)
  await actAs(work)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (row === undefined) return null
  const after = loadedRecord(entity, row)
  noteWritten(work, entity, after, each.transition.name, true)
  await keepFiles(work, entity, after, writtenFields(each.transition))
  const change = { entity, record: after, old: record }
  if (isJudged) await judge(work, change, questions, row, PRODUCTS_OWN.isPermitted)
  else await checkAfter(work, change, momentOf(each), PRODUCTS_OWN)
  await enforceQuotas(work, entity, after, record)
  return { record: after, json: isJudged ? answerOf(row, answer) : null, version: answeredVersion(row) }
}

/** With other records and steps: the rules are checked after all of it. */
async function doWithMore(
  work: Work,
  entity: Entity,
  record: RecordValue,
  each: TransitionCase,
  wanted: Wanted,
): Promise<WrittenRecord | null> {
  const { machine, transition } = each
  const effects = await preparedEffects(work, entity, record, transition)
  const { statement } = work.application.planned(doPlan, work.caller, entity, each, null)
  await actAs(work)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (row === undefined) return null
  noteWritten(work, entity, record, transition.name, true)
  await keepFiles(work, entity, loadedRecord(entity, row), writtenFields(transition))
  for (const effect of effects) await doEffect(work, effect, wanted)
  const procedure = procedureOf(machine, transition.name)
  const written = loadedRecord(entity, row)
  await enforceQuotas(work, entity, written, record)
  if (procedure !== null) await runProcedure(work, entity, written, procedure, wanted.inputs ?? {}, wanted.runSteps)
  const after = await readRecord(work, entity, record)
  // Its own steps may have deleted it.
  if (after === null) return { record: written, json: '{}', isGone: true }
  await checkAfter(work, { entity, record: after, old: record }, momentOf(each), PRODUCTS_OWN)
  return { record: after, json: null }
}

async function doEffect(work: Work, effect: PreparedEffect, { runSteps, within }: Wanted): Promise<void> {
  if (effect.kind === 'record') {
    await beginRecord(work, effect.entity, { given: effect.given, set: [], isProductsOwn: true }, { runSteps })
    return
  }
  for (const { id } of effect.records) {
    const related = await readRecord(work, effect.entity, { id, fields: {} })
    // An earlier transition may have deleted this record.
    if (related === null) continue
    const wanted: Wanted = { by: 'product', runSteps, ...(within === undefined ? {} : { within }) }
    await doTransition(work, effect.entity, related, effect.transition, wanted)
  }
}

async function readRecord(work: Work, entity: Entity, record: RecordValue): Promise<RecordValue | null> {
  const statement = work.application.planned(readPlan, work.caller, entity)
  const row = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  return row === undefined ? null : loadedRecord(entity, row)
}

function momentOf({ machine, transition }: TransitionCase): MomentOfTransition {
  return { kind: 'transition', transition: transition.name, fields: [machine.field, ...writtenFields(transition)] }
}

async function refusalOf(
  work: Work,
  entity: Entity,
  record: RecordValue,
  cases: readonly TransitionCase[],
): Promise<Refusal> {
  const statement = work.application.planned(whyNotPlan, work.caller, entity, cases)
  const answers = (await work.transaction.run(statement, { ...work.bindings, record }))[0]
  if (answers === undefined) return refused('not found')
  const permitted = cases.filter((_, index) => answers[`who${index}`] === true)
  if (permitted.length === 0) return refused('forbidden')
  const inState = permitted.find((each) => answers[`state${cases.indexOf(each)}`] === true)
  const about = permitted[0]?.machine.field ?? null
  const guard = inState?.transition.guard ?? null
  const reason =
    guard === null
      ? reasonOfState(
          permitted.map(({ transition }) => transition),
          permitted[0]?.machine ?? null,
        )
      : guardReason(work.application.model, guard, inState?.transition.ifNot ?? null)
  const at = (inState ?? permitted[0])?.transition
  const item = { kind: 'built-in', error: 'wrong state', about, limit: null, reason } as const
  return new Refusal([at === undefined ? item : { ...item, at }])
}
