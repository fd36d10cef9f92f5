// `Who: Payments` → the outside service that makes a call, and the statements that such a call excludes.

import { diagnostic, type Sentence } from '../../../diagnostic/diagnostic.ts'
import type { CallDraft, StepDraft } from '../../../draft/calls.ts'
import { report, type Checking } from '../../checking.ts'
import { servicesNamed } from '../../names/services-named.ts'

/** Null: people or programs with roles call it. A role of the same name takes precedence. */
export function callingService(checking: Checking, draft: CallDraft): string | null {
  const { services, recorder } = checking.names
  const named = servicesNamed(checking.names, draft.who)
  const [first] = named
  if (first === undefined) {
    for (const both of draft.who.filter(({ text }) => services.get(text)?.signing != null))
      refuse(checking, both, 'Give the role another name.', 'role or service', both.text)
    return null
  }
  for (const each of named) recorder.use('service', each)
  const service = services.get(first.text)
  for (const other of draft.who.filter((each) => each !== first))
    refuse(
      checking,
      other,
      `Leave it out, and state another call for "${other.text}".`,
      'nobody else',
      first.text,
      other.text,
    )
  if (service?.signing === null)
    report(
      checking,
      diagnostic('N754', first.span, first.text)
        .because(service.name.span, 'It is described here.')
        .withHint(`Add a line like - **Signs with:** Standard Webhooks, ${first.text.toUpperCase()}_SECRET.`),
    )
  refuseLabels(checking, draft, first.text)
  refuseSigningIn(checking, draft.steps, first.text)
  return first.text
}

function refuseLabels(checking: Checking, draft: CallDraft, service: string): void {
  const { method, repeatable, needsVersion, needsFactor } = draft
  if (method.text === 'GET' || method.text === 'DELETE')
    refuse(checking, method, 'Write POST, PUT or PATCH.', 'no body', service, method.text)
  if (repeatable !== null && repeatable.kind !== 'by value')
    refuse(checking, repeatable, 'Leave the line out, or name the value: by `input.id`.', 'no key', service)
  if (needsFactor !== null) refuse(checking, { span: needsFactor }, 'Leave the line out.', 'no factor', service)
  if (needsVersion !== null) refuse(checking, { span: needsVersion }, 'Leave the line out.', 'no version', service)
}

function refuseSigningIn(checking: Checking, steps: readonly StepDraft[], service: string): void {
  for (const { action, span } of steps) {
    if (action.kind === 'sign in' || action.kind === 'sign out' || action.kind === 'check password')
      refuse(checking, { span }, 'Leave the step out.', 'no session', service)
    else if ('steps' in action) refuseSigningIn(checking, action.steps, service)
  }
}

function refuse(
  checking: Checking,
  { span }: Pick<CallDraft['method'], 'span'>,
  hint: string,
  ...words: Sentence<'N755'>
): void {
  report(checking, diagnostic('N755', span, ...words).withHint(hint))
}
