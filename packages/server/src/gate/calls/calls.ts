// A stated call of point 7 → its steps in order, in one transaction, with its caller's rights.

import * as build from '@ninefold/core/expression/build.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Call, Step, StepAction, QueryParameter } from '@ninefold/core/model/calls.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { planValues } from '@ninefold/core/plan/write/record-checks.ts'
import { readable } from '@ninefold/core/rights/readable.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planFind, planStepList } from '@ninefold/core/plan/read/finds.ts'
import { planAnswer } from '@ninefold/core/plan/read/lists.ts'
import type { DocumentContent } from '../../documents/content.ts'
import type { FileValue } from '../../store/files/kept-files.ts'
import { isRecord } from '../../store/driver/statement.ts'
import { ask } from './ask.ts'
import { refuseBeforeInputs } from './before-inputs.ts'
import { CallRun } from './call-run.ts'
import { shownFile } from '../files/files.ts'
import { documentOfStep, issueStep } from './document-steps.ts'
import { forEach } from './for-each.ts'
import { listedRecords, loadedRecord } from '../context/loaded-record.ts'
import { catalogueRefusal } from '../messages/messages.ts'
import { changeGivenRole, giveFirstRoles } from '../users/give-roles.ts'
import { putOff } from './deferred-steps.ts'
import { changeLink } from '../records/links.ts'
import { changeRecord, deleteRecord, setFields } from '../records/records.ts'
import type { Work } from '../context/work.ts'
import { Refusal, refused } from '../context/refusal.ts'
import { inputBindings } from './input-bindings.ts'
import { NO_PRECONDITION, refuseMissing, refuseUnexpected } from './precondition.ts'
import { resolvedInputs } from './resolved-inputs.ts'
import { checkPassword, signInStep, signOutStep } from './sign-in-steps.ts'
import { send } from '../messages/sendings.ts'
import { refuseInvalidParameters } from './invalid-path-parameters.ts'
import { findConditions, narrowingQueries, sentNarrowings, stepList } from './step-lists.ts'
import { beginRecord, doTransition } from './transitions.ts'
import { handedInputs, namingInputs, valuesOf } from './written-values.ts'
import { planner } from '../context/planner.ts'
import { shownBody, type ShownOn } from '../context/shown-answer.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { type AnswerBeside, besideFile, besideOf, valuesBeside } from './response-headers.ts'

type Find = Extract<StepAction, { kind: 'find' }>
type List = Extract<StepAction, { kind: 'list' }>
type Respond = Extract<StepAction, { kind: 'respond' }>

const findPlan = planner('find', (viewer, action: Find) =>
  planFind(viewer, entityNamed(viewer.model, action.source.entity), findConditions(viewer.model, action)),
)

const listPlan = planner('step list', (viewer, action: List, narrowed: readonly QueryParameter[]) =>
  planStepList(viewer, stepList(viewer, action, narrowed)),
)

const versionPlan = planner('version of', (viewer, entity: Entity, name: string) => {
  const record = build.recordVariable(name, entity.name)
  const version = fieldOf(viewer.model, record, entity.name, fieldNamed(entity, 'version'))
  const { value, visible } = readable(viewer, version)
  return planValues(viewer, [value, visible], null)
})

const answerPlan = planner(
  'answer',
  (viewer, { body, wire }: Respond, shownOn: ShownOn | null, operations: readonly Operation[]) =>
    planAnswer(
      viewer,
      body === null ? null : shownBody(viewer.model, operations, shownOn, body),
      wire === undefined ? null : valuesBeside(wire),
    ),
)

export interface CallAnswer {
  readonly status: number
  /** Serialized JSON; null: no body. */
  readonly json: string | null
  /** The body that is sent instead of JSON. */
  readonly file?: FileValue
  /** The content of the PDF that is sent instead of JSON. */
  readonly document?: DocumentContent
  /** Missing: JSON without further headers or cookies. */
  readonly beside?: AnswerBeside
  /** Version of the record in the answer, if there is one and its caller may see it. */
  readonly version?: number | null
  /** The token of a new session, null for an ended one; missing: the call neither signed in nor out. */
  readonly session?: string | null
  /** The answer was stored by an earlier identical request. */
  readonly isRepeated?: true
}

/**
 * Runs every step. `inputs` and `queries` are already accepted. Each is bound; one that was not sent is bound as empty.
 */
export async function runCall(
  work: Work,
  call: Call,
  inputs: Readonly<Record<string, Value>>,
  expected = NO_PRECONDITION,
): Promise<CallAnswer> {
  const resolved = await resolvedInputs(work, call.inputs, inputs, runSteps).catch(async (cause: unknown) => {
    if (cause instanceof Refusal) await refuseFirst(work, call)
    throw cause
  })
  const bindings = inputBindings(call.inputs, resolved)
  const run = new CallRun({ ...work, bindings: { ...work.bindings, ...bindings } }, call, inputs)
  run.expected = expected
  const given = (await runSteps(run, call.steps)) ?? { status: 204, json: null }
  refuseMissing(expected, run.versioned, given.status)
  // The validator of a new record's answer would be the version of the record that it was made for.
  const isVersioned = sharesVersions(run.application.model) && given.status !== 201
  const answer = isVersioned ? { ...given, version: await versionAfter(run) } : given
  return run.session === undefined ? answer : { ...answer, session: run.session }
}

/** For a call with invalid inputs: throws the refusals that take precedence. */
export function refuseFirst(work: Work, call: Call): Promise<void> {
  return refuseBeforeInputs(work, call, runStep)
}

/** Runs steps until one answers. */
export async function runSteps(run: CallRun, steps: readonly Step[]): Promise<CallAnswer | null> {
  for (const [index, step] of steps.entries()) {
    if (step.when !== null && !(await run.holds(step.when))) {
      run.skip(step.action)
      continue
    }
    run.application.development?.stepBegins(step)
    refuseInvalidParameters(run, step)
    const answer = await runStep(run, step)
    if (answer === null) continue
    // Only `later:` steps can follow an unconditional answer; they still run. An answer with `when` ends the call at
    // once.
    if (step.when === null) await runSteps(run, steps.slice(index + 1))
    return answer
  }
  return null
}

/** Names that a block binds end with the block, unless it has answered. */
async function runBlock(run: CallRun, steps: readonly Step[]): Promise<CallAnswer | null> {
  const outside = new Set(Object.keys(run.bindings))
  const answer = await runSteps(run, steps)
  for (const name of Object.keys(run.bindings)) if (!outside.has(name)) delete run.bindings[name]
  return answer
}

/** `doing`: replaces the work of the step where only a part of it is to run. */
async function runStep<Result = CallAnswer | null>(
  run: CallRun,
  step: Step,
  doing: () => Promise<Result | CallAnswer | null> = () => runAction(run, step),
): Promise<Result | CallAnswer | null> {
  try {
    return await doing()
  } catch (cause) {
    throw await asStated(run, step, cause)
  }
}

/** `or fail CODE` replaces the refusal of the step itself, but not that of a broken rule of point 5. */
async function asStated(run: CallRun, step: Step, cause: unknown): Promise<unknown> {
  if (step.orFail === null || !(cause instanceof Refusal)) return cause
  const isTheStepsOwn = cause.items.every(
    (item) =>
      item.kind === 'built-in' && (item.error === 'forbidden' || item.error === 'not found') && item.about === null,
  )
  return isTheStepsOwn
    ? new Refusal([{ ...(await catalogueRefusal(run, step.orFail, run.subjects)), at: step }])
    : cause
}

type RecordAction = Extract<StepAction, { kind: 'create' | 'change' | 'set' | 'delete' | 'add' | 'remove' | 'do' }>

async function runAction(run: CallRun, step: Step): Promise<CallAnswer | null> {
  const { action } = step
  switch (action.kind) {
    case 'respond':
      return answerOf(run, action)
    case 'find':
      await find(run, action)
      return null
    case 'list':
      await list(run, action)
      return null
    case 'require':
      if (!(await run.holds(action.condition))) throw refused('forbidden')
      return null
    case 'let':
      run.name(action.name, action.value.type, await run.value(action.value))
      return null
    case 'give role':
    case 'take role':
      await changeRole(run, action)
      return null
    case 'send':
      await send(run, action.sending)
      return null
    case 'ask':
      await ask(run, step, action)
      return null
    case 'unsupported':
      throw notSupported(action.name)
    case 'for each':
      await forEach(run, action, () => runSteps(run, action.steps))
      return null
    case 'respond file':
      return fileAnswer(run, action)
    case 'respond document':
      return { status: action.status, json: null, document: await documentOfStep(run, action) }
    case 'issue':
      await issueStep(run, action)
      return null
    case 'block':
      return runBlock(run, action.steps)
    case 'later':
      await putOff(run, action)
      return null
    case 'not shown':
      throw refused('not shown')
    case 'check password':
      await checkPassword(run, action)
      return null
    case 'sign in':
      await signInStep(run, action.record)
      return null
    case 'sign out':
      await signOutStep(run)
      return null
    default:
      await writeRecord(run, action)
      return null
  }
}

/** Refuses the whole call, so that it never succeeds with a step left out. */
function notSupported(step: string): Refusal {
  return refused('not shown', null, ['step not supported', step])
}

async function writeRecord(run: CallRun, action: RecordAction): Promise<void> {
  if (action.kind === 'create') {
    const created = entityNamed(run.application.model, action.entity)
    const values = {
      ...(await valuesOf(run, created, action.sets, action.isProductsOwn)),
      isProductsOwn: action.isProductsOwn,
      isInCall: true,
    }
    const { record } = await namingInputs(run, action.sets, () => beginRecord(run, created, values, { runSteps }))
    await signUp(run, action.entity, String(record.id))
    if (action.as !== null) run.bind(action.as, created, record)
    return
  }
  const { entity, record } = run.record(action.record)
  switch (action.kind) {
    case 'change': {
      const values = await valuesOf(run, entity, action.sets, false)
      const change = () => changeRecord(run, entity, record, values)
      return run.bind(action.record, entity, await namingInputs(run, action.sets, change))
    }
    case 'set': {
      const sets = [{ kind: 'set', field: action.field, value: action.to }] as const
      const values = await valuesOf(run, entity, sets, true)
      return run.bind(action.record, entity, await setFields(run, entity, record, values))
    }
    case 'do': {
      const by = run.caller.isProduct === true ? 'product' : 'call'
      const wanted = { by, inputs: await handedInputs(run, action.sets), runSteps } as const
      return run.bind(
        action.record,
        entity,
        (await doTransition(run, entity, record, action.transition, wanted)).record,
      )
    }
    case 'delete':
      return deleteRecord(run, entity, record, action)
    case 'add':
    case 'remove': {
      const item = await run.value(action.item)
      if (item === null || !isRecord(item)) throw refused('not found')
      return changeLink(run, entity, record, fieldNamed(entity, action.relation), item, action.kind)
    }
  }
}

/** A call that is open to guests and creates a user gives the roles of signing up, like the application's own page. */
async function signUp(run: CallRun, entity: string, id: string): Promise<void> {
  const signIn = signInOf(run.application.model.roles)
  if (signIn === null || signIn.signUp === null || signIn.entity !== entity) return
  if (run.caller.isSignedIn && !run.isOpenToGuests) return
  await giveFirstRoles(run, id, signIn.signUp.gives)
}

async function find(run: CallRun, action: Find): Promise<void> {
  const entity = entityNamed(run.application.model, action.source.entity)
  const statement = run.application.planned(findPlan, run.caller, action)
  const row = (await run.transaction.run(statement, run.bindings))[0]
  if (row === undefined) throw refused('not found')
  const record = loadedRecord(entity, row)
  if (run.versioned === null && typeof record.fields['version'] === 'number') {
    await refuseUnexpected(run, run.expected, entity, record)
    run.versioned = { name: action.as, entity, record }
  }
  run.bind(action.as, entity, record)
}

/** True where some call requires a version, because then all answers have to include it. */
export function sharesVersions({ calls }: Model): boolean {
  return calls.calls.some(({ needsVersion }) => needsVersion !== null)
}

/** Null: the record does not exist, or the caller may not see its version. */
async function versionAfter(run: CallRun): Promise<number | null> {
  if (run.versioned === null) return null
  // The name may be out of scope by now or bound to another record, so the record is read by its id.
  const { name, entity, record } = run.versioned
  const statement = run.application.planned(versionPlan, run.caller, entity, name)
  const row = (await run.transaction.run(statement, { ...run.bindings, [name]: record }))[0]
  return row?.['value1'] === true && typeof row['value0'] === 'number' ? row['value0'] : null
}

/** Binds the ids of one page of records. The statement of the answer reads what is shown of them. */
async function list(run: CallRun, action: List): Promise<void> {
  const narrowed = narrowingQueries(action, sentNarrowings(run.queries, run.bindings))
  const statement = run.application.planned(listPlan, run.caller, action, narrowed)
  const page =
    action.page === null
      ? {}
      : { 'page.take': await run.value(action.page.take), 'page.after': await run.value(action.page.after) }
  const row = (await run.transaction.run(statement, { ...run.bindings, ...page }))[0]
  run.bindings[action.as] = listedRecords(row)
  const total = action.page?.counting ?? null
  if (total !== null) run.bindings[total] = Number(row?.['total'] ?? 0)
}

async function changeRole(
  run: CallRun,
  action: Extract<StepAction, { kind: 'give role' | 'take role' }>,
): Promise<void> {
  const { entity, record } = run.record(action.record)
  const role = String(await run.value(action.role))
  await changeGivenRole(run, entity, record, { role, isGiven: action.kind === 'give role' })
}

/** A hidden file answers like an empty field. */
async function fileAnswer(
  run: CallRun,
  { status, record: name, field, wire }: Extract<StepAction, { kind: 'respond file' }>,
): Promise<CallAnswer> {
  const { entity, record } = run.record(name)
  const file = await shownFile(run, entity, fieldNamed(entity, field), record)
  if (file === null) throw refused('not found')
  return { status, json: null, file, ...(wire === undefined ? {} : { beside: await besideFile(run, wire) }) }
}

async function answerOf(run: CallRun, action: Respond): Promise<CallAnswer> {
  const { status, body, wire } = action
  const beside = wire === undefined ? null : valuesBeside(wire)
  if (body === null && (beside === null || beside.entries.length === 0))
    return { status, json: null, ...(wire === undefined ? {} : { beside: besideOf(wire, {}) }) }
  const { operations } = run.application
  const statement = run.application.planned(answerPlan, run.caller, action, run.shownOn, operations)
  const row = (await run.transaction.run(statement, run.bindings))[0]
  const answer = { status, json: body === null ? null : String(row?.['json'] ?? 'null') }
  if (wire === undefined) return answer
  return { ...answer, beside: besideOf(wire, JSON.parse(String(row?.['beside'] ?? '{}')) as Record<string, Value>) }
}
