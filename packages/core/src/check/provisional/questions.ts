// Draft → the status of each of the thirteen questions.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Draft, Openness } from '../../draft/draft.ts'
import type { Span } from '../../text/source.ts'
import { QUESTIONS, type Answer, type AnsweredQuestion, type QuestionLabel } from '../../model/points.ts'

/** Tells whether constructs of the text answer it. */
const STATED: Readonly<Record<QuestionLabel, (draft: Draft) => boolean>> = {
  Purpose: ({ purpose }) => purpose.purpose !== null,
  'Intended users': ({ purpose }) => purpose.users.length > 0,
  'Screens and what a user can do on each': ({ screens }) => screens.screens.length > 0,
  'Product routes and route parameters': ({ screens }) => screens.routes.length > 0,
  'Entities and fields': ({ entities }) => entities.entities.length > 0,
  'States and transitions': ({ states }) => states.machines.length > 0,
  'Validation rules': ({ validation }) => validation.rules.length > 0,
  'Roles and permissions': ({ roles }) => roles.roles.length + roles.permissions.length > 0 || roles.signIn !== null,
  'Product calls (method, path shape, payload shape)': ({ calls }) => calls.standard.length + calls.calls.length > 0,
  'Responses and what the product does with them': ({ calls }) =>
    calls.standard.length + calls.shapes.length > 0 ||
    calls.calls.some(({ steps }) => steps.some(({ action }) => action.kind === 'respond')),
  'Error catalogue': ({ errors }) => errors.catalogue.length > 0,
  'Product-specific error messages': ({ errors }) =>
    [...errors.catalogue, ...errors.builtIn].some(({ message }) => message.parts.length > 0),
  'Business constants and limits': ({ limits }) =>
    limits.constants.length +
      limits.lookups.length +
      limits.decisionTables.length +
      limits.limits.length +
      limits.settings.length >
    0,
}

/** Questions for which `ninefold dev` provides something as soon as there is an entity. */
const OFFERED: ReadonlySet<QuestionLabel> = new Set<QuestionLabel>([
  'Screens and what a user can do on each',
  'Product routes and route parameters',
  'Roles and permissions',
  'Product calls (method, path shape, payload shape)',
  'Responses and what the product does with them',
  'Error catalogue',
])

export function answerQuestions(draft: Draft): AnsweredQuestion[] {
  return QUESTIONS.map(({ point, label }) => ({ point, question: label, answer: answerOf(draft, label) }))
}

function answerOf(draft: Draft, question: QuestionLabel): Answer {
  if (STATED[question](draft)) return 'stated'
  const openness = draft.answers.find((answer) => answer.question === question)?.openness
  switch (openness?.kind) {
    case 'none':
    case 'out of scope':
      return 'none'
    case 'any of':
      return 'stated'
    default:
      break
  }
  if (openness !== undefined && openness.assumed !== null) return 'provisional'
  return OFFERED.has(question) && isOffered(draft, question) ? 'provisional' : 'open'
}

/** A raised code without a statement still answers something. */
function raisesCodes({ validation, calls }: Draft): boolean {
  return validation.rules.length > 0 || calls.calls.some(({ steps }) => steps.some(({ orFail }) => orFail !== null))
}

/** Provisional screens answer both questions of point 2, and provisional calls both of point 7. */
function isOffered(draft: Draft, question: QuestionLabel): boolean {
  if (question === 'Error catalogue') return raisesCodes(draft)
  if (draft.entities.entities.length === 0) return false
  const { screens, calls } = draft
  if (question === 'Screens and what a user can do on each' || question === 'Product routes and route parameters') {
    return screens.screens.length + screens.routes.length === 0
  }
  return question === 'Roles and permissions' || calls.standard.length + calls.calls.length === 0
}

/** The first construct that answers a question; missing where constructs of another question also answer it. */
const FIRST_STATED: Partial<Readonly<Record<QuestionLabel, (draft: Draft) => Span | undefined>>> = {
  'Intended users': ({ purpose }) => purpose.users[0]?.span,
  'Screens and what a user can do on each': ({ screens }) => screens.screens[0]?.name.span,
  'Product routes and route parameters': ({ screens }) => screens.routes[0]?.path.span,
  'Entities and fields': ({ entities }) => entities.entities[0]?.name.span,
  'States and transitions': ({ states }) => states.machines[0]?.entity.span,
  'Validation rules': ({ validation }) => (validation.rules[0] ?? validation.rulesOverRecords[0])?.span,
  'Roles and permissions': ({ roles }) => (roles.roles[0]?.name ?? roles.permissions[0])?.span,
  'Product calls (method, path shape, payload shape)': ({ calls }) =>
    (calls.standard[0]?.path ?? calls.calls[0]?.path)?.span,
  'Error catalogue': ({ errors }) => errors.catalogue[0]?.code.span,
  'Business constants and limits': ({ limits }) =>
    (
      limits.constants[0]?.name ??
      limits.lookups[0] ??
      limits.decisionTables[0] ??
      limits.limits[0] ??
      limits.settings[0]?.name
    )?.span,
}

/** N022: an answer such as "nothing" or "not stated" next to constructs that contradict it. */
export function contradictedAnswers(draft: Draft): Diagnostic[] {
  const told = new Set<number>()
  return draft.answers.flatMap(({ question, openness, span }) => {
    const stated = isNothingSaid(openness) ? FIRST_STATED[question]?.(draft) : undefined
    // Free words below a heading answer several questions, and are reported once.
    if (stated === undefined || told.has(span.start)) return []
    told.add(span.start)
    return diagnostic('N022', span, question, openness.kind).because(stated, 'It is stated here.')
  })
}

/** An assumed value, or the first of several options, may be the stated one. */
function isNothingSaid(openness: Openness): boolean {
  return openness.kind !== 'any of' && (openness.kind !== 'not shown' || openness.assumed === null)
}
