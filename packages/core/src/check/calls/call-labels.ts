// The labelled lines of a call → their meaning, checked against the call's steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft } from '../../draft/calls.ts'
import type { Input, Repeatable, Step } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import { requireValue } from '../expressions/expressions.ts'
import { commonVariables, rolesIncludedIn, type Presence } from '../names/scopes.ts'
import { servicesNamed } from '../names/services-named.ts'
import { inputVariables } from './inputs.ts'

/** A value that is the same when the same request is repeated. */
export function checkRepeatable(
  checking: Checking,
  { repeatable, inputs: drafts }: CallDraft,
  presence: Presence,
  inputs: readonly Input[],
): Repeatable | null {
  if (repeatable === null || repeatable.kind !== 'by value') return repeatable
  const variables = new Map([...commonVariables(checking, presence), ...inputVariables(checking, drafts, inputs)])
  const scope = { variables, implicit: null, catalogue: checking.catalogue }
  const value = requireValue(checking, repeatable.value, scope, { kind: 'text' }, true)
  return value === null ? null : { kind: 'by value', value, span: repeatable.span }
}

export function checkLabels(checking: StepChecking, draft: CallDraft, steps: readonly Step[]): void {
  warnAboutRunning(checking, draft)
  warnAboutRepeating(checking, draft, steps)
  refuseVersionOfNothing(checking, draft, steps)
  refuseFactorOfNobody(checking, draft)
  warnAboutAskingAgain(checking, draft, steps)
}

/** Without a second factor in point 6 no user has one, so the call could never be used. */
function refuseFactorOfNobody(checking: Checking, { needsFactor, method, path, who }: CallDraft): void {
  if (needsFactor === null || who.length === 0) return
  const { signIn } = checking.draft.roles
  if (signIn !== null && signIn.secondFactor !== null) return
  const found = diagnostic('N757', needsFactor, `${method.text} ${path.text}`)
  report(checking, found.withHint('Add "Second factor: possible" below "Signing in", or leave the line out.'))
}

/** A service's event is identified by its id, and its signature is its permission. */
function isServices({ names }: Checking, { who }: CallDraft): boolean {
  return servicesNamed(names, who).length > 0
}

/** Questions in `later:` have a key of their own, which is the same at every attempt. */
function warnAboutAskingAgain(checking: StepChecking, draft: CallDraft, steps: readonly Step[]): void {
  if (draft.repeatable !== null || isServices(checking, draft)) return
  const asking = stepsBeforeLater(steps).find(({ action }) => action.kind === 'ask' && changes(checking, action))
  if (asking?.action.kind !== 'ask') return
  const call = `${draft.method.text} ${draft.path.text}`
  report(
    checking,
    diagnostic('N750', draft.path.span, call, asking.action.service)
      .because(asking.span, 'It is asked here.')
      .withHint('Add the line - **Repeatable:** with an Idempotency-Key, or ask below later:.'),
  )
}

function changes({ checked }: StepChecking, { service, operation }: Extract<Step['action'], { kind: 'ask' }>): boolean {
  const asked = checked.services.find(({ name }) => name === service)
  return asked?.operations.find(({ name }) => name === operation)?.method !== 'GET'
}

function stepsBeforeLater(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...(step.action.kind === 'block' ? stepsBeforeLater(step.action.steps) : [])])
}

/** The warning is intended: every caller can do all that the steps do. */
function warnAboutRunning(checking: Checking, draft: CallDraft): void {
  if (draft.runsAsProduct === null || draft.isForWhoeverCalls || isServices(checking, draft)) return
  const { guest } = checking.names
  const guests = guest === null ? new Set<string>() : rolesIncludedIn(checking.names, guest)
  const everybody = draft.who.find(({ text }) => guests.has(text))
  if (everybody === undefined)
    report(checking, diagnostic('N738', draft.runsAsProduct, `${draft.method.text} ${draft.path.text}`))
  else
    report(
      checking,
      diagnostic('N720', everybody.span, everybody.text).because(draft.runsAsProduct, 'It runs as the product.'),
    )
}

function warnAboutRepeating(checking: Checking, { repeatable }: CallDraft, steps: readonly Step[]): void {
  if (repeatable === null) return
  const creating = madeAtEachRequest(steps)
  if (repeatable.kind === 'naturally' && creating !== null) {
    const found = diagnostic('N740', repeatable.span, 'another record')
    const hint = 'Write with an Idempotency-Key, so that a request which is sent again has one effect.'
    report(checking, found.because(creating.span, 'It is made here.').withHint(hint))
  }
  const signing = everyStep(steps).find(({ action }) => action.kind === 'sign in')
  if (repeatable.kind === 'by key' && signing !== undefined) {
    const found = diagnostic('N740', repeatable.span, 'session in the answer')
    report(checking, found.because(signing.span, 'Somebody is signed in here.').withHint('Leave the line out.'))
  }
}

/** Behind a condition, or an answer with one, a repetition may find what the first request has made. */
function madeAtEachRequest(steps: readonly Step[]): Step | null {
  for (const step of steps) {
    if (step.when !== null) {
      if (everyStep([step]).some(({ action }) => action.kind === 'respond')) return null
      continue
    }
    if (step.action.kind === 'create') return step
    const nested = 'steps' in step.action ? madeAtEachRequest(step.action.steps) : null
    if (nested !== null) return nested
  }
  return null
}

function refuseVersionOfNothing(checking: Checking, draft: CallDraft, steps: readonly Step[]): void {
  // A step with an error may be the one that finds the record.
  if (draft.needsVersion === null || everyStep(steps).length < everyStep(draft.steps).length) return
  const found = everyStep(steps).flatMap(({ action }) => (action.kind === 'find' ? [action.source.entity] : []))
  if (found.some((name) => checking.entities.get(name)?.fields.has('version') === true)) return
  report(
    checking,
    diagnostic('N739', draft.needsVersion, `${draft.method.text} ${draft.path.text}`).withHint(
      found.length === 0
        ? 'Only a call that finds a record can ask for its version.'
        : 'Add "version" to the line "Every entity has" of point 3.',
    ),
  )
}
