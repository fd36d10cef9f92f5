// Draft → model and diagnostics: names, types and catalogue first, then the nine points. Checks of the whole are in
// `consequences/`, and need a model without errors.

import { hasErrors, inOrder, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import { everyStep } from '../model/steps/every-step.ts'
import type { Model } from '../model/model.ts'
import type { AnsweredQuestion, Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'
import { checkCalls } from './calls/calls.ts'
import { checkServices } from './calls/services/services.ts'
import { knownCalls } from './names/call-names.ts'
import type { Checking, CheckedDraft, PointResults, TypedDraft } from './checking.ts'
import { checkEntities } from './entities/entities.ts'
import { refuseMeetingNames } from './entities/meeting-names.ts'
import { refuseChangesOfGrowing } from './entities/only-grows.ts'
import { checkErrors } from './errors.ts'
import { refuseGrownExpressions } from './expressions/grown-expressions.ts'
import { withoutFollowUps } from './names/half-renamed.ts'
import { refuseUnenforceableRules } from './enforceable-rules.ts'
import { checkLimits } from './limits/limits.ts'
import type { NamesIndex } from './names/occurrences.ts'
import { after, beforePoints, type Outcome, type Phase } from './phases.ts'
import { checkPurpose } from './purpose.ts'
import { answerQuestions, contradictedAnswers } from './provisional/questions.ts'
import { repeatedAmounts } from './limits/repeated-amounts.ts'
import { unfilledConstants } from './limits/unfilled-constants.ts'
import { checkRoles } from './roles/roles.ts'
import { checkScreens } from './screens/screens.ts'
import { recordNameOf } from './states/record-name.ts'
import { checkStates } from './states/states.ts'
import { inTenants } from './tenants/tenant-model.ts'
import { refuseRecordsOfAll } from './tenants/tenant-rows.ts'
import { refuseOversized } from './size-limits.ts'
import { checkValidation } from './validation/validation.ts'
import { type ReadingResult, typedDraftOf } from './typed-draft.ts'

export interface CheckedSpecification {
  /** Null if reading or checking has found an error. */
  readonly model: Model | null
  readonly questions: readonly AnsweredQuestion[]
  /** Positions and meanings of names, whatever errors there are. */
  readonly names: NamesIndex
  readonly checked: CheckedDraft
  /** Of checking only, without those of the reader. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The check of every point. `checkPoints` defines their order; the type of each names the results that it needs. */
export const CHECKS = {
  purpose: checkPurpose,
  screens: checkScreens,
  entities: checkEntities,
  states: checkStates,
  validation: checkValidation,
  roles: checkRoles,
  calls: checkCalls,
  errors: checkErrors,
  limits: checkLimits,
} satisfies { readonly [P in Point]: (checking: Checking<keyof PointResults>) => Model[P] }

export function checkSpecification(draft: Draft, reading: ReadingResult = {}): CheckedSpecification {
  const last = checkPoints(typedDraftOf(draft, reading))
  const checked = { ...last.typed, raised: last.uses.raised, diagnostics: last.diagnostics }
  const questions = answerQuestions(draft)
  const names = checked.names.recorder.index({
    catalogue: checked.catalogue,
    calls: knownCalls(checked),
    recordNameOf,
  })
  // An invalid expression is reported as such, without further diagnostics.
  const unreadable = last.diagnostics.flatMap(({ number, span }) => (number === 'N060' ? [span] : []))
  const found = [
    ...last.diagnostics.filter((one) => !isToldByReading(one, reading)),
    ...contradictedAnswers(draft),
    ...refuseOversized(draft),
    ...certainAbsences(last, reading),
    ...repeatedAmounts(
      reading.text ?? '',
      draft.rangesOfLimits,
      [...dataCells(draft), ...reasonsOfTransitions(draft), ...unreadable],
      checked.constants,
    ),
  ]
  if (hasErrors(found) || hasErrors(reading.diagnostics ?? []))
    return {
      model: null,
      questions,
      names,
      checked,
      diagnostics: inOrder(withoutFollowUps(found, reading.text ?? '', checked, names)),
    }
  const stated = { name: draft.name?.text ?? '', questions, ...pointsOf(last.checked) }
  const model = inTenants(stated)
  const grown = [...refuseRecordsOfAll(stated), ...refuseGrownExpressions(model), ...refuseMeetingNames(model)]
  const refused = hasErrors(grown) ? grown : refuseUnenforceableRules(model)
  if (hasErrors(refused))
    return { model: null, questions, names, checked, diagnostics: inOrder([...found, ...refused]) }
  const apart = [...dataCells(draft), ...translationCells(draft)]
  const unfilled = unfilledConstants(reading.text ?? '', names, apart, checked.constants)
  return { model, questions, names, checked, diagnostics: inOrder([...found, ...unfilled]) }
}

function pointsOf({ purpose, screens, entities, states, validation, roles, calls, errors, limits }: PointResults) {
  return { purpose, screens, entities, states, validation, roles, calls, errors, limits }
}

/** A cell of a table of records contains a value, and no nested construct. */
function dataCells({ entities: { referenceData, sampleData } }: Draft): Span[] {
  return [...referenceData, ...sampleData].flatMap(({ rows }) => rows.flat().map(({ span }) => span))
}

/** N924 compares their placeholders with those of the words that they translate. */
function translationCells({ limits: { translations } }: Draft): Span[] {
  return translations.flatMap(({ entries }) => entries.flatMap((each) => [each.words.span, each.translation.span]))
}

/** Words that are shown as they are. */
function reasonsOfTransitions({ states: { machines } }: Draft): Span[] {
  return machines.flatMap(({ transitions }) => transitions.flatMap(({ ifNot }) => (ifNot === null ? [] : [ifNot.span])))
}

/** Warnings about names that steps may use; they are dropped where a step is not shown. */
const USED_BY_STEPS: readonly string[] = ['N238', 'N305', 'N707', 'N717', 'N726', 'N803']

function hasOpenSteps({ calls: { calls, schedules } }: Draft): boolean {
  return [...calls, ...schedules].some(({ steps }) =>
    everyStep(steps).some(({ action }) => action.kind === 'not shown'),
  )
}

/** Warnings about absences that no misspelt word explains. A fix shows which name was probably meant. */
function certainAbsences(last: Phase<unknown>, reading: ReadingResult): Diagnostic[] {
  const isUsedByOpenSteps = hasOpenSteps(last.typed.draft) ? USED_BY_STEPS : []
  const errors = [...last.diagnostics, ...(reading.diagnostics ?? [])].filter(({ severity }) => severity === 'error')
  const meant = new Set(errors.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ text }) => text))))
  const unread = unreadLines(reading)
  // An expression with a mistake may use the name, too.
  const mistaken = unreadLines({ ...reading, diagnostics: errors })
  return last.absences.flatMap(({ name, diagnostic }) =>
    isUsedByOpenSteps.includes(diagnostic.number) ||
    meant.has(name) ||
    unread.some((line) => line.includes(name)) ||
    mistaken.some((line) => isWordOf(line, name))
      ? []
      : [diagnostic],
  )
}

function isWordOf(line: string, name: string): boolean {
  const at = line.indexOf(name)
  return at >= 0 && !/\w/.test(`${line[at - 1] ?? ''}${line[at + name.length] ?? ''}`)
}

/** A curly quote that the reader has refused also makes the expression invalid; reported once. */
function isToldByReading({ number, span }: Diagnostic, { diagnostics = [] }: ReadingResult): boolean {
  return (
    number === 'N060' &&
    diagnostics.some((told) => told.severity === 'error' && told.span.start < span.end && span.start < told.span.end)
  )
}

/** Lines that the reader could not parse, whose names may count as used. */
function unreadLines({ text = '', diagnostics = [] }: ReadingResult): string[] {
  return diagnostics.flatMap(({ number, severity, span }) => {
    if (severity !== 'error') return []
    // Lines that resemble a table are unread to their end.
    const end = text.indexOf(number === 'N018' ? '\n\n' : '\n', span.end)
    return [text.slice(text.lastIndexOf('\n', span.start - 1) + 1, end === -1 ? text.length : end)]
  })
}

/**
 * The order of the phases: calls and screens need entities and roles, limits and screens need calls, and errors come
 * last, because every point that raises a code is checked by then.
 */
function checkPoints(typed: Outcome<TypedDraft>) {
  const entities = after(beforePoints(typed.result, typed.diagnostics), 'entities', CHECKS.entities)
  const roles = after(entities, 'roles', CHECKS.roles)
  const services = after(roles, 'services', checkServices)
  const states = after(services, 'states', CHECKS.states)
  const validation = after(states, 'validation', CHECKS.validation)
  const calls = after(validation, 'calls', CHECKS.calls)
  const growing = after(calls, 'growing', refuseChangesOfGrowing)
  const limits = after(growing, 'limits', CHECKS.limits)
  const screens = after(limits, 'screens', CHECKS.screens)
  const purpose = after(screens, 'purpose', CHECKS.purpose)
  return after(purpose, 'errors', CHECKS.errors)
}
