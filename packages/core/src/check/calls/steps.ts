// Draft steps → checked steps. What may be named grows from step to step: each names what earlier ones bound.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, StepActionDraft, StepDraft } from '../../draft/calls.ts'
import { assumeTrue } from '../../expression/check-expression.ts'
import type { Scope } from '../../expression/expression.ts'
import type { Input, Method, PathParameter, QueryParameter, Step } from '../../model/calls.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { requireExpression } from '../expressions.ts'
import { resolveCode } from '../resolve.ts'
import { commonVariables, type Presence } from '../scopes.ts'
import { checkAction } from './actions.ts'
import { absentInputs, inputVariables } from './inputs.ts'
import { pathVariables } from './path-parameters.ts'
import { queryVariables } from './queries.ts'
import { shapesIn } from './shapes.ts'
import type { Stepping } from './stepping.ts'

interface CallParts {
  readonly method: Method
  readonly presence: Presence
  readonly pathParameters: readonly PathParameter[]
  readonly inputs: readonly Input[]
  readonly queries: readonly QueryParameter[]
}

export function checkSteps(checking: Checking, call: CallDraft, parts: CallParts): Step[] {
  const stepping: Stepping = {
    checking,
    inputs: parts.inputs,
    declaredInputs: new Set(call.inputs.map(({ path }) => path.text)),
    absentInputs: absentInputs(checking, call),
    optionPlaces: new Map(
      call.inputs.flatMap(({ like }) =>
        like.kind === 'one of' ? like.options.map((option) => [option.text, option.span] as const) : [],
      ),
    ),
    variables: new Map([
      ...commonVariables(checking, parts.presence),
      ...inputVariables(checking, call, parts.inputs),
      ...pathVariables(parts.pathParameters),
      ...queryVariables(call, parts.queries),
      ...sessionVariables(checking),
    ]),
    known: new Set(),
  }
  const steps = call.steps.flatMap((draft) => checkStep(stepping, draft) ?? [])
  checkAnswers(checking, call)
  warnAboutUnused(checking, call)
  if (parts.method === 'GET') warnAboutWriting(checking, call)
  return steps
}

function sessionVariables(checking: Checking) {
  const isCarried = checking.draft.roles.signIn?.session?.carrier.kind === 'header'
  return isCarried ? [['session.token', { type: { kind: 'text' as const }, isOptional: true }] as const] : []
}

export function stepScope(stepping: Stepping): Scope {
  return {
    variables: new Map(stepping.variables),
    implicit: null,
    catalogue: stepping.checking.catalogue,
    known: stepping.known,
  }
}

function checkStep(stepping: Stepping, draft: StepDraft): Step | null {
  const { checking } = stepping
  const scope = stepScope(stepping)
  const when = draft.when === null ? null : requireExpression(checking, draft.when, scope, { kind: 'boolean' })
  if (
    draft.orFail === null &&
    (draft.action.kind === 'find' || draft.action.kind === 'require' || draft.action.kind === 'check password')
  ) {
    report(checking, diagnostic('N706', placeOf(draft), draft.action.kind))
  }
  // The application's own pages sign people in; a call that does it would have to change its caller on the way.
  if (['check password', 'sign in', 'sign out'].includes(draft.action.kind))
    report(checking, diagnostic('N013', placeOf(draft), `"${draft.action.kind}" as a step of a call is`))
  const orFail = draft.orFail === null ? null : resolveCode(checking, draft.orFail, scope)
  const action = checkAction(stepping, draft, when === null ? scope : assumeTrue(when, scope))
  if (action === null || (draft.when !== null && when === null)) return null
  for (const expression of [action].flatMap((checked) =>
    checked.kind === 'respond' && checked.body !== null
      ? [checked.body]
      : checked.kind === 'let'
        ? [checked.value]
        : [],
  )) {
    for (const shape of shapesIn(expression)) checking.shapesUsed.add(shape)
  }
  return { when, action, orFail, span: draft.span }
}

/** The words of a step that its author would add to. */
function placeOf({ action, span }: StepDraft) {
  return action.kind === 'find' ? action.as.span : span
}

/** A call answers once, as the last thing that it does. */
function checkAnswers(checking: Checking, call: CallDraft): void {
  if (call.steps.some(({ action }) => action.kind === 'unsupported')) return
  const last = call.steps.findIndex(({ action, when }) => action.kind === 'respond' && when === null)
  if (last === -1) {
    report(
      checking,
      diagnostic('N708', call.path.span, 'This call never answers.').withHint('End it with a step like: respond 204.'),
    )
    return
  }
  const after = call.steps[last + 1]
  if (after !== undefined) report(checking, diagnostic('N708', after.span, 'The call has answered before this step.'))
}

function warnAboutUnused(checking: Checking, call: CallDraft): void {
  const texts = textsIn(call.steps)
  for (const { path } of call.inputs) {
    const isGiven = call.steps.some(
      ({ action }) =>
        'sets' in action && action.sets.some((set) => set.kind === 'given' && set.input.text === path.text),
    )
    const isNamed = texts.some((text) => new RegExp(`\\binput\\.${path.text.replaceAll('.', '\\.')}\\b`).test(text))
    if (!isGiven && !isNamed) reportAbsence(checking, path.text, diagnostic('N707', path.span, path.text))
  }
  for (const { name, keepsOnly } of call.queries) {
    const isNamed = texts.some((text) => new RegExp(`\\bquery\\.${name.text}\\b`).test(text))
    if (keepsOnly === null && !isNamed) reportAbsence(checking, name.text, diagnostic('N707', name.span, name.text))
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const WRITING: readonly StepActionDraft['kind'][] = [
  'create',
  'change',
  'set',
  'delete',
  'add',
  'remove',
  'do',
  'give role',
  'take role',
]

function warnAboutWriting(checking: Checking, call: CallDraft): void {
  for (const { action, span } of call.steps)
    if (WRITING.includes(action.kind)) report(checking, diagnostic('N715', span, action.kind))
}
