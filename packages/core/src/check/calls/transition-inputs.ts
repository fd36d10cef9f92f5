// `do take back on loan with note = …` → the inputs that a step passes to a transition. A transition takes the inputs
// that `### Transition: …` lists, and none without such a part.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { SetDraft } from '../../draft/calls.ts'
import type { ProcedureDraft } from '../../draft/states.ts'
import type { Expression, Scope, ScopeVariable } from '../../expression/expression.ts'
import { convertTo, typeInWords } from '../../expression/value-types.ts'
import type { FieldSet } from '../../model/calls.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import { requireValue } from '../expressions/expressions.ts'
import { NameRecorder } from '../names/occurrences.ts'
import { checkInputs, inputVariables } from './inputs.ts'
import { asKept, sentAsMap } from './sets.ts'
import type { StepContext } from './step-context.ts'

export function checkTransitionInputs(
  stepping: StepContext,
  entity: string,
  transition: Written,
  drafts: readonly SetDraft[],
  scope: Scope,
): FieldSet[] {
  const { checking } = stepping
  const procedure = procedureOf(checking, entity, transition.text)
  const taken = inputsOf(checking, procedure)
  const handed = new Set<string>()
  const sets = drafts.flatMap((draft) => {
    const name = draft.kind === 'set' ? draft.field : (draft.as ?? draft.input)
    handed.add(name.text)
    const variable = taken.get(name.text)
    if (variable === undefined) {
      const found = diagnostic('N725', name.span, name.text, `"${transition.text}"`)
      report(checking, found.suggesting(name.text, taken.keys()))
      return []
    }
    return handedInput(stepping, draft, name.text, variable, scope) ?? []
  })
  refuseMissingInputs(checking, procedure, transition, handed)
  return sets
}

/** N422: no caller provides the inputs that the transition needs. */
export function refuseMissingInputs(
  checking: Checking,
  procedure: ProcedureDraft | null,
  transition: Written,
  handed: ReadonlySet<string>,
): void {
  const missing = procedure?.inputs.find(({ path, isNeeded }) => isNeeded && !handed.has(path.text))
  if (missing !== undefined)
    report(
      checking,
      diagnostic('N422', transition.span, transition.text, missing.path.text).because(
        missing.path.span,
        'It is needed here.',
      ),
    )
}

export function procedureOf(checking: Checking, entity: string, transition: string): ProcedureDraft | null {
  return (
    checking.draft.states.procedures.find(
      (draft) => draft.entity.text === entity && draft.transition.text === transition,
    ) ?? null
  )
}

/** Types of the inputs by name; their mistakes are reported where they are declared. */
function inputsOf(checking: StepChecking, procedure: ProcedureDraft | null): Map<string, ScopeVariable> {
  if (procedure === null) return new Map()
  const silent = { ...checking, found: [], names: { ...checking.names, recorder: new NameRecorder() } }
  const inputs = checkInputs(silent, procedure.inputs)
  return new Map(
    [...inputVariables(silent, procedure.inputs, inputs)].map(([name, variable]) => [
      name.replace(/^input\./, ''),
      variable,
    ]),
  )
}

function handedInput(
  { checking, declaredInputs, absentInputs }: StepContext,
  draft: SetDraft,
  name: string,
  { type, isOptional }: ScopeVariable,
  scope: Scope,
): FieldSet | null {
  if (draft.kind === 'set') {
    const value = requireValue(checking, draft.value, asKept(scope), type, !isOptional)
    return value === null ? null : { kind: 'set', field: name, value }
  }
  const { text, span } = draft.input
  if (!declaredInputs.has(text))
    return report(checking, diagnostic('N725', span, text).suggesting(text, declaredInputs))
  const variable = scope.variables.get(`input.${text}`)
  if (absentInputs.has(text) || variable === undefined) return null
  const value: Expression = { kind: 'variable', name: `input.${text}`, ...variable, span }
  if (convertTo(value, type) !== null)
    return { kind: 'given', field: name, input: text.split('.'), ...sentAsMap(variable.type, type) }
  const is = typeInWords(variable.type)
  return report(checking, diagnostic('N054', span, 'other type of a value', name, typeInWords(type), text, is))
}
