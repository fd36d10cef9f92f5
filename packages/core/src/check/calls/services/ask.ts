// `ask Payments to create payment with … as payment` → the checked step; binds each value of the answer by its path,
// `payment.id`, like inputs. A service is asked between transactions, so nothing may be written before.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { StepActionDraft, StepDraft } from '../../../draft/calls.ts'
import type { Scope, ScopeVariable } from '../../../expression/expression.ts'
import type { Input, StepAction } from '../../../model/calls.ts'
import { isWriting } from '../../../model/steps/kinds-of-steps.ts'
import { report, type Checking, type StepChecking } from '../../checking.ts'
import { requireValue } from '../../expressions/expressions.ts'
import { declaredName, inputVariable } from '../inputs.ts'
import { bind, type StepContext } from '../step-context.ts'

type AskDraft = Extract<StepActionDraft, { kind: 'ask' }>

const UNKNOWN: ScopeVariable = { type: { kind: 'unknown' }, isOptional: false }

export function checkAsk(
  stepping: StepContext,
  draft: AskDraft,
  scope: Scope,
  isSometimes: boolean,
): StepAction | null {
  const { checking } = stepping
  const { services } = checking.names
  const service = services.get(draft.service.text)
  checking.servicesAsked.add(draft.service.text)
  if (service === undefined) {
    report(
      checking,
      diagnostic('N748', draft.service.span, draft.service.text).suggesting(draft.service.text, services.keys()),
    )
    return unknownAnswer(stepping, draft)
  }
  checking.names.recorder.use('service', draft.service)
  const operation = checkedService(checking, draft)?.operations.find(({ name }) => name === draft.operation.text)
  if (operation === undefined) {
    const known = service.operations.map(({ name }) => name.text)
    report(
      checking,
      diagnostic('N749', draft.operation.span, draft.service.text, draft.operation.text).suggesting(
        draft.operation.text,
        known,
      ),
    )
    return unknownAnswer(stepping, draft)
  }
  checking.names.recorder.use('operation', draft.operation, draft.service.text)
  const values = checkValues(checking, draft, operation.sends, scope)
  const binds = draft.as === null ? [] : bindAnswer(stepping, draft.as, operation.gets, isSometimes)
  return {
    kind: 'ask',
    service: draft.service.text,
    operation: draft.operation.text,
    values,
    as: draft.as?.text ?? null,
    binds,
  }
}

function checkedService(checking: StepChecking, { service }: AskDraft) {
  return checking.checked.services.find(({ name }) => name === service.text)
}

/** Names of an unknown answer cause no further diagnostics. */
function unknownAnswer(stepping: StepContext, { as }: AskDraft): null {
  if (as !== null) bind(stepping, as, UNKNOWN)
  return null
}

function checkValues(checking: Checking, draft: AskDraft, sends: readonly Input[], scope: Scope) {
  const known = new Map(sends.map((input) => [input.path.join('.'), input]))
  for (const [name, { isNeeded }] of known)
    if (isNeeded && !draft.values.some(({ path }) => path.text === name))
      report(
        checking,
        diagnostic('N752', draft.operation.span, 'missing value', draft.operation.text, name).withHint(
          `Add ${name} = \`…\` behind "with".`,
        ),
      )
  return draft.values.flatMap(({ path, value: written }) => {
    const input = known.get(path.text)
    if (input === undefined) {
      const found = diagnostic('N752', path.span, 'not sent', draft.operation.text, path.text)
      report(checking, found.suggesting(path.text, known.keys()))
      return []
    }
    const { type } = inputVariable(checking, input)
    const value = requireValue(checking, written, scope, type, input.isNeeded)
    return value === null ? [] : [{ path: path.text, value }]
  })
}

function bindAnswer(
  stepping: StepContext,
  as: NonNullable<AskDraft['as']>,
  gets: readonly Input[],
  isSometimes: boolean,
) {
  const before = new Map(stepping.variables)
  bind(stepping, as, UNKNOWN)
  // The name itself is not a value; its parts are.
  if (!before.has(as.text)) stepping.variables.delete(as.text)
  return gets.map((input) => {
    const variable = inputVariable(stepping.checking, input)
    const name = `${as.text}.${declaredName(input.path.join('.'))}`
    stepping.variables.set(name, { ...variable, isOptional: variable.isOptional || isSometimes })
    return name
  })
}

/** The context of a question: its enclosing block, and whether something was written before. */
interface Place {
  /** Null: a valid place. */
  readonly within: string | null
  isWritten: boolean
}

/** `within`: steps of a transition, a schedule or a `GET`, where services can only be asked in `later:`. */
export function refuseQuestionsOutOfPlace(
  checking: Checking,
  steps: readonly StepDraft[],
  within: string | null,
): void {
  follow(checking, steps, { within, isWritten: false })
}

function follow(checking: Checking, steps: readonly StepDraft[], place: Place): void {
  for (const { action, span } of steps) {
    if (action.kind === 'ask') {
      const why = place.within ?? (place.isWritten ? 'behind a step that writes' : null)
      if (why !== null)
        report(
          checking,
          diagnostic('N751', span, why).withHint(
            place.within === null ? 'Ask before the first step that writes, or below later:.' : 'Ask it below later:.',
          ),
        )
    } else if (action.kind === 'later') follow(checking, action.steps, { within: null, isWritten: false })
    else if (action.kind === 'for each')
      follow(checking, action.steps, { within: place.within ?? 'in a loop', isWritten: place.isWritten })
    else if (action.kind === 'block') follow(checking, action.steps, place)
    place.isWritten ||= isWriting(action) || writesWithin(action)
  }
}

function writesWithin(action: StepActionDraft): boolean {
  return 'steps' in action && action.steps.some((step) => isWriting(step.action) || writesWithin(step.action))
}
