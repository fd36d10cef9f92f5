// Draft → model and diagnostics: names, types and catalogue first, then the nine points. What follows from the whole
// is told by `consequences/`, once its parts are right.

import { hasErrors, inOrder, type Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Draft } from '../draft/draft.ts'
import { everyStep } from '../model/steps/every-step.ts'
import type { Model } from '../model/model.ts'
import type { AnsweredQuestion, Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'
import { checkCalls } from './calls/calls.ts'
import { checkServices } from './calls/services/services.ts'
import { standardCallsOf } from './calls/standard-calls.ts'
import { knownCalls } from './names/call-names.ts'
import { catalogueOf, type GrowingCatalogue } from './catalogue.ts'
import type { Checking } from './checking.ts'
import { computedFields } from './entities/computed-fields.ts'
import { typeConstants, typeLookups, type ChoicesByName } from './limits/constants.ts'
import { checkEntities } from './entities/entities.ts'
import { refuseMeetingNames } from './entities/meeting-names.ts'
import { contextualConditions } from './roles/contextual-conditions.ts'
import { declareNames } from './entities/declarations.ts'
import { entityFacts } from './entities/entity-facts.ts'
import type { EntityFacts } from './entities/facts.ts'
import { refuseChangesOfGrowing } from './entities/only-grows.ts'
import { checkErrors } from './errors.ts'
import { refuseGrownExpressions } from './expressions/grown-expressions.ts'
import { withoutFollowUps } from './names/half-renamed.ts'
import { refuseRulesThatNobodyKeeps } from './held-rules.ts'
import { checkLimits } from './limits/limits.ts'
import { namesOf, type Names } from './names/names.ts'
import type { NamesIndex } from './names/occurrences.ts'
import { checkPurpose } from './purpose.ts'
import { answerQuestions, contradictedAnswers } from './provisional/questions.ts'
import { repeatedAmounts } from './limits/repeated-amounts.ts'
import { checkRoles } from './roles/roles.ts'
import { checkScreens } from './screens/screens.ts'
import { statedCurrency } from './limits/settings.ts'
import { recordNameOf } from './states/record-name.ts'
import { checkStates } from './states/states.ts'
import { refuseTooMany } from './too-many.ts'
import { checkValidation } from './validation/validation.ts'

export interface CheckedSpecification {
  /** Null when reading or checking has found an error. */
  readonly model: Model | null
  readonly questions: readonly AnsweredQuestion[]
  /** Where names stand and what they mean, whatever errors there are. */
  readonly names: NamesIndex
  readonly checking: Checking
  /** Of checking alone; those of reading are the reader's to show. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Every point has its check. They run in the order of `checkPoints`, where later ones build on earlier ones. */
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
} satisfies { readonly [P in Point]: (checking: Checking) => Model[P] }

/** What reading knows beside the draft: its findings, and the words of lines that have no effect yet. */
export interface ReadingResult {
  readonly diagnostics?: readonly Diagnostic[]
  readonly text?: string
  /** The day on which it is checked; missing: what is over by now is not told. */
  readonly today?: string
}

export function checkSpecification(draft: Draft, reading: ReadingResult = {}): CheckedSpecification {
  const checking = prepare(draft, reading)
  const questions = answerQuestions(draft)
  const points = checkPoints(checking)
  const names = checking.names.recorder.index({
    catalogue: checking.catalogue,
    calls: knownCalls(checking),
    recordNameOf,
  })
  // What is no expression is told so, and no more of it.
  const unreadable = checking.found.flatMap(({ number, span }) => (number === 'N060' ? [span] : []))
  const found = [
    ...checking.found.filter((one) => !isToldByReading(one, reading)),
    ...contradictedAnswers(draft),
    ...refuseTooMany(draft),
    ...certainAbsences(checking, reading),
    ...repeatedAmounts(
      reading.text ?? '',
      draft.headings.limits,
      [...dataCells(draft), ...unreadable],
      checking.constants,
    ),
  ]
  if (hasErrors(found) || hasErrors(reading.diagnostics ?? []))
    return {
      model: null,
      questions,
      names,
      checking,
      diagnostics: inOrder(withoutFollowUps(found, reading.text ?? '', checking, names)),
    }
  const model = { name: draft.name?.text ?? '', questions, ...points }
  const grown = [...refuseGrownExpressions(model), ...refuseMeetingNames(model)]
  const refused = hasErrors(grown) ? grown : refuseRulesThatNobodyKeeps(model)
  if (hasErrors(refused))
    return { model: null, questions, names, checking, diagnostics: inOrder([...found, ...refused]) }
  return { model, questions, names, checking, diagnostics: inOrder(found) }
}

/** A cell of a table of records holds a value, and nothing that has one. */
function dataCells({ entities: { referenceData, sampleData } }: Draft): Span[] {
  return [...referenceData, ...sampleData].flatMap(({ rows }) => rows.flat().map(({ span }) => span))
}

function prepare(draft: Draft, { text = '', diagnostics = [], today }: ReadingResult): Checking {
  const found: Diagnostic[] = []
  const names = namesOf(draft, text, found)
  const constants = typeConstants(draft.limits.constants, found)
  const users = draft.roles.signIn?.usersAre?.text
  const resolving = {
    names,
    constants: new Map(constants.map((constant) => [constant.name, constant])),
    users: users !== undefined && names.entities.has(users) ? users : null,
    currency: statedCurrency(draft.limits),
    found,
    isReportedAsError: (place: Span) =>
      diagnostics.some(
        ({ severity, span }) => severity === 'error' && span.start < place.end && place.start < span.end,
      ),
  }
  const entities = entityFacts(draft.entities, resolving)
  const lookups = typeLookups([...names.lookups.values()], choicesByName(names, entities), found)
  const { recorder } = names
  const catalogue: GrowingCatalogue = {
    ...catalogueOf(names, entities, constants, lookups),
    contextualRoles: contextualConditions(names, () => ({ draft, names, catalogue })),
    listener: recorder,
  }
  declareNames({ draft, entities, catalogue, constants, lookups, recorder })
  const computed = computedFields({ draft, names, entities, catalogue, found })
  const standardCalls = standardCallsOf(draft, names, entities)
  const used = {
    raised: new Map(),
    shapesUsed: new Set<string>(),
    documentsUsed: new Set<string>(),
    messagesSent: new Set<string>(),
    servicesAsked: new Set<string>(),
    absences: [],
  }
  return {
    draft,
    names,
    entities,
    catalogue,
    computed,
    constants,
    lookups,
    standardCalls,
    found,
    ...used,
    checked: {},
    today: today ?? null,
  }
}

/** What steps use, and may use where a step is not shown: fields, inputs, messages, shapes, codes. */
const USED_BY_STEPS: readonly string[] = ['N238', 'N305', 'N707', 'N717', 'N726', 'N803']

function hasOpenSteps({ calls: { calls, schedules } }: Draft): boolean {
  return [...calls, ...schedules].some(({ steps }) =>
    everyStep(steps).some(({ action }) => action.kind === 'not shown'),
  )
}

/** Absences that no misspelt word explains. A fix says which name was probably meant. */
function certainAbsences(checking: Checking, reading: ReadingResult): Diagnostic[] {
  const isUsedByOpenSteps = hasOpenSteps(checking.draft) ? USED_BY_STEPS : []
  const errors = [...checking.found, ...(reading.diagnostics ?? [])].filter(({ severity }) => severity === 'error')
  const meant = new Set(errors.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ text }) => text))))
  const unread = unreadLines(reading)
  return checking.absences.flatMap(({ name, diagnostic }) =>
    isUsedByOpenSteps.includes(diagnostic.number) || meant.has(name) || unread.some((line) => line.includes(name))
      ? []
      : [diagnostic],
  )
}

/** A curly quote that reading has refused makes an expression that cannot be read: it is told once. */
function isToldByReading({ number, span }: Diagnostic, { diagnostics = [] }: ReadingResult): boolean {
  return (
    number === 'N060' &&
    diagnostics.some((told) => told.severity === 'error' && told.span.start < span.end && span.start < told.span.end)
  )
}

/** Lines that reading could not understand: what they name may be used by them. */
function unreadLines({ text = '', diagnostics = [] }: ReadingResult): string[] {
  return diagnostics.flatMap(({ number, severity, span }) => {
    if (severity !== 'error') return []
    // What looks like a table and is none is unread to its end.
    const end = text.indexOf(number === 'N018' ? '\n\n' : '\n', span.end)
    return [text.slice(text.lastIndexOf('\n', span.start - 1) + 1, end === -1 ? text.length : end)]
  })
}

function choicesByName(names: Names, entities: ReadonlyMap<string, EntityFacts>): ChoicesByName {
  const choices = new Map<string, (readonly string[])[]>()
  const add = (name: string, ...values: readonly (readonly string[])[]): void => {
    choices.set(name, [...(choices.get(name) ?? []), ...values])
  }
  for (const { fields, absent } of entities.values()) {
    for (const { field } of fields.values()) if (field.type.kind === 'choice') add(field.name, field.type.values)
    for (const name of absent.keys()) add(name)
  }
  for (const { field, states } of names.machines.values())
    add(
      field.text,
      states.map(({ name }) => name.text),
    )
  return choices
}

/** Entities and roles come first, because calls and screens ask for them; errors last but for those. */
function checkPoints(checking: Checking): Pick<Model, Point> {
  const entities = (checking.checked.entities = CHECKS.entities(checking))
  const roles = (checking.checked.roles = CHECKS.roles(checking))
  checking.checked.services = checkServices(checking)
  const states = (checking.checked.states = CHECKS.states(checking))
  const validation = CHECKS.validation(checking)
  const calls = (checking.checked.calls = CHECKS.calls(checking))
  refuseChangesOfGrowing(checking, entities, calls)
  const limits = CHECKS.limits(checking)
  const screens = CHECKS.screens(checking)
  const purpose = CHECKS.purpose(checking)
  // Every point that raises a code has been checked by now.
  const errors = CHECKS.errors(checking)
  return { purpose, screens, entities, states, validation, roles, calls, errors, limits }
}
