// ``Form: call `POST /path` `` → a checked block: its inputs, the sources of their values, and its pages.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { BlockDraft, FormShowsDraft } from '../../draft/screens.ts'
import type { CallReferenceDraft } from '../../draft/call-reference.ts'
import type { FormBlock } from '../../model/screens.ts'
import type { Span } from '../../text/source.ts'
import { report } from '../checking.ts'
import { checkActions, resolveScreen } from './actions.ts'
import { answerAt } from './answers.ts'
import { checkParameters } from './screen-scope.ts'
import { checkOpening } from './openings.ts'
import { refuseOutOfPlace, type BlockParts } from './blocks.ts'
import type { ScreenContext } from './screen-context.ts'
import { callFacts, titleOf, type CallFacts } from './call-facts.ts'

export function checkFormBlock(
  context: ScreenContext,
  draft: BlockDraft,
  shows: FormShowsDraft,
  parts: BlockParts,
): FormBlock | null {
  const { checking } = context
  refuseOutOfPlace(checking, draft, 'form')
  const actions = checkActions(context, draft.can, { entity: null, place: 'screen' })
  const call = callFacts(checking, shows.call)
  const thenOpen = resolveScreen(checking, shows.thenOpen)
  if (call === null || thenOpen === undefined) return null
  if (call.method === 'GET') return report(checking, diagnostic('N223', shows.call.span, 'takes nothing', call.name))
  if (shows.thenOpen !== null) checkOpening(context, shows.thenOpen, [call.answer])
  const { presence, ...stated } = parts
  return {
    ...stated,
    kind: 'form',
    method: call.method,
    path: call.path,
    ...titleOf(checking, call),
    with: checkParameters(context, call, [], shows.call.span, presence),
    filledFrom: shows.filledFrom === null ? null : checkFilling(context, call, shows.filledFrom, parts),
    thenOpen,
    steps: checkSteps(context, call, draft, shows.call.span),
    actions,
  }
}

function checkFilling(
  context: ScreenContext,
  form: CallFacts,
  reference: CallReferenceDraft,
  { presence }: BlockParts,
): FormBlock['filledFrom'] {
  const { checking } = context
  const call = callFacts(checking, reference)
  if (call === null) return null
  if (call.method !== 'GET') {
    return report(checking, diagnostic('N223', reference.span, 'does something', call.name))
  }
  const { answer } = call
  if (answer === null || !form.inputs.some(({ path }) => answerAt(answer, path) !== null))
    report(
      checking,
      diagnostic('N226', reference.span, call.name).withHint(
        'A value fills the input whose path it has in the answer.',
      ),
    )
  const given = checkParameters(context, call, [], reference.span, presence)
  return { method: call.method, path: call.path, with: given, span: reference.span }
}

/** Every required input is on one page; an input may be named by its last word if that is unambiguous. */
function checkSteps({ checking }: ScreenContext, call: CallFacts, draft: BlockDraft, place: Span): FormBlock['steps'] {
  if (draft.steps === null) return null
  const placed = new Map<string, Span>()
  const steps = draft.steps.map(({ title, inputs, span }) => ({
    title: title?.text ?? null,
    inputs: inputs.flatMap((written) => {
      const input = inputNamed(call, written.text)
      if (input === null) {
        const found = diagnostic('N725', written.span, written.text)
        return report(checking, found.suggesting(written.text, call.inputs.map(shortName))) ?? []
      }
      const name = input.path.join('.')
      const other = placed.get(name)
      if (other !== undefined) {
        const found = diagnostic('N008', written.span, 'on a page', written.text)
        return report(checking, found.because(other, 'It is on this page already.')) ?? []
      }
      placed.set(name, written.span)
      return [input.path]
    }),
    span,
  }))
  // A misspelt name is probably the missing one.
  const areAllKnown = draft.steps.every(({ inputs }) => inputs.every(({ text }) => inputNamed(call, text) !== null))
  for (const input of call.inputs)
    if (areAllKnown && input.isNeeded && !placed.has(input.path.join('.')))
      report(checking, diagnostic('N224', draft.steps.at(-1)?.span ?? place, shortName(input)))
  return steps
}

type InputFacts = CallFacts['inputs'][number]

function inputNamed(call: CallFacts, name: string): InputFacts | null {
  const whole = call.inputs.find(({ path }) => path.join('.') === name)
  if (whole !== undefined) return whole
  const [last, second] = call.inputs.filter(({ path }) => path.at(-1) === name)
  return last !== undefined && second === undefined ? last : null
}

function shortName({ path }: InputFacts): string {
  return path.at(-1) ?? ''
}
