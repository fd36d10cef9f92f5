// Transitions over HTTP: `POST /api/tickets/:number/take`.

import { inputOf, type Operation, ranksOfTransition, transitionInputs } from '@ninefold/core/contract/calls/calls.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { transitionInOneStatement } from '../../gate/records/single-statement-write.ts'
import { type CallAnswer, runSteps } from '../../gate/calls/calls.ts'
import { expectVersion } from '../../gate/records/locked-record.ts'
import { resolvedInputs } from '../../gate/calls/resolved-inputs.ts'
import { writeUnderRules } from '../../gate/records/rules-over-records.ts'
import { changeRecord } from '../../gate/records/records.ts'
import { doTransition } from '../../gate/calls/transitions.ts'
import { acceptedBody, pathValue, storable, storableInputs } from '../http/bodies.ts'
import { answerFor, answerShapePlan, foundRecord } from './answered-record.ts'
import { type Exchange, MoreThanAtOnce } from '../http/exchange.ts'
import { refuseOtherParameters } from '../http/list-query.ts'
import { isOnlyForUsers, outsiderRefusal } from '../http/anonymous-requests.ts'
import { sentVersion } from './versions.ts'
import { planner } from '../../gate/context/planner.ts'
import { reachedFields } from '@ninefold/core/rights/roles.ts'

type TransitionOperation = Extract<Operation, { readonly kind: 'transition' }>

/** True where point 6 gives the transition to no guest, whatever the record. */
const isNobodysTransition = planner('guest transition', ({ model, caller }, operation: TransitionOperation) => {
  const cases = model.states.machines
    .filter(({ entity }) => entity === operation.entity)
    .flatMap(({ transitions }) => transitions.filter(({ name }) => name === operation.transition))
  return !cases.some(({ who }) =>
    who.some((performer) => performer.kind === 'role' && caller.roles.has(performer.role)),
  )
})

const ranksPlan = planner('ranks with a transition', ({ model, caller }, operation: TransitionOperation) =>
  ranksOfTransition(model, operation, reachedFields(model, caller, entityNamed(model, operation.entity), 'change')),
)

export async function answerTransition(exchange: Exchange, operation: TransitionOperation): Promise<CallAnswer> {
  const { application, caller } = exchange
  if (isOnlyForUsers(application, caller, isNobodysTransition, operation)) throw outsiderRefusal(caller)
  refuseOtherParameters(exchange.query, [])
  const declared = transitionInputs(application.model, operation)
  const entity = entityNamed(application.model, operation.entity)
  const ranks = application.planned(ranksPlan, caller, operation)
  const accepted = acceptedBody(application.model, [...declared.map(inputOf), ...ranks], exchange.body)
  const isRank = (name: string): boolean => ranks.some(({ path }) => path[0] === name)
  const [placed, sent] = [entriesOf(accepted, isRank), entriesOf(accepted, (name) => !isRank(name))]
  const isPlaced = Object.keys(placed).length > 0
  const answer = application.planned(answerShapePlan, caller, entity, operation.standard?.shape ?? null)
  if (declared.length === 0 && !isPlaced && sentVersion(exchange) === null) {
    const key = pathValue(fieldNamed(entity, operation.foundBy).type, exchange.parameters[operation.foundBy] ?? '')
    const own = { ...exchange, bindings: { ...exchange.bindings, key } }
    const done = await transitionInOneStatement(own, entity, operation.foundBy, operation.transition, answer)
    if (done !== null) return { status: 200, ...done }
  }
  if (exchange.isGuess === true) throw new MoreThanAtOnce()
  const answered = await writeUnderRules(exchange, async (transaction) => {
    const found = await foundRecord(exchange, transaction, operation.foundBy, entity)
    const work = { ...exchange, transaction }
    const version = sentVersion(exchange)
    if (version !== null) await expectVersion(work, entity, found, version)
    // Before the transition, because the caller has been offered what is possible in the present state.
    const record = isPlaced
      ? await changeRecord(work, entity, found, { given: await storable(application, entity, placed), set: [] })
      : found
    const inputs = await resolvedInputs(work, declared, storableInputs(declared, sent), runSteps)
    const after = await doTransition(work, entity, record, operation.transition, { answer, inputs, runSteps })
    return answerFor(work, entity, after, answer)
  })
  return { status: 200, ...answered }
}

function entriesOf<Kept>(values: Readonly<Record<string, Kept>>, isKept: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)))
}
