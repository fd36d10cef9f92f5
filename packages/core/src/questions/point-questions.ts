// The unanswered ones of the form's thirteen questions → the parts of the text that wait for each. Questions depend on
// each other: rights need entities.

import type { Compiled } from '../compile.ts'
import type { Draft } from '../draft/draft.ts'
import { POINT_HEADINGS, QUESTIONS, type Answer, type QuestionLabel } from '../model/points.ts'
import type { Span, Written } from '../text/source.ts'
import type { OpenQuestion, Waiting } from './open-question.ts'
import { writtenAs } from './written-as.ts'
import { withArticle } from '../text/article.ts'

const ENTITIES = 'Entities and fields'
const SCREENS = 'Screens and what a user can do on each'
const CALLS = 'Product calls (method, path shape, payload shape)'

/** Questions that have to be answered before. */
const NEEDS: Readonly<Record<QuestionLabel, readonly QuestionLabel[]>> = {
  Purpose: [],
  'Intended users': [],
  [SCREENS]: [ENTITIES],
  'Product routes and route parameters': [SCREENS, ENTITIES],
  [ENTITIES]: [],
  'States and transitions': [ENTITIES],
  'Validation rules': [ENTITIES],
  'Roles and permissions': ['Intended users', ENTITIES],
  [CALLS]: [ENTITIES],
  'Responses and what the product does with them': [CALLS, ENTITIES],
  'Error catalogue': ['Validation rules', CALLS],
  'Product-specific error messages': ['Error catalogue'],
  'Business constants and limits': [],
}

const wait = (written: readonly Written[], why: (name: string) => string): Waiting[] =>
  written.map(({ text, span }) => ({ span, why: why(text) }))

/** Parts without an effect, or without a stated one, until the question is answered. */
const WAITING: Readonly<Record<QuestionLabel, (draft: Draft) => Waiting[]>> = {
  Purpose: () => [],
  'Intended users': ({ roles }) =>
    wait(
      roles.roles.map(({ name }) => name),
      (name) => `Nobody is said to be ${withArticle(`"${name}"`)}.`,
    ),
  [SCREENS]: ({ entities, calls }) => [
    ...wait(
      entities.entities.map(({ name }) => name),
      (name) => `No screen is stated for ${name}.`,
    ),
    ...wait(
      calls.calls.map(({ path }) => path),
      (path) => `No screen uses a call to ${path}.`,
    ),
  ],
  'Product routes and route parameters': ({ screens }) =>
    wait(
      screens.screens.map(({ name }) => name),
      (name) => `No address leads to "${name}".`,
    ),
  [ENTITIES]: (draft) => wait(writtenAs(draft, ['entity', 'usersAre']), (name) => `There is no ${name}.`),
  'States and transitions': ({ entities }) =>
    wait(
      entities.entities.flatMap(({ fields }) =>
        fields.flatMap(({ name, type }) => (type?.kind === 'state' ? [name] : [])),
      ),
      (name) => `"${name}" has no states.`,
    ),
  'Validation rules': ({ errors, ...draft }) => {
    const raised = new Set(writtenAs(draft, ['otherwise', 'orFail']).map(({ text }) => text))
    return wait(
      errors.catalogue.flatMap(({ code }) => (raised.has(code.text) ? [] : [code])),
      (code) => `Nothing raises ${code}.`,
    )
  },
  'Roles and permissions': (draft) => [
    ...wait(
      draft.entities.entities.map(({ name }) => name),
      (name) => `Nobody is permitted anything with ${name}.`,
    ),
    ...wait(writtenAs(draft, ['who']), (name) => `There is no role "${name}".`),
  ],
  [CALLS]: (draft) => [
    ...wait(
      draft.entities.entities.map(({ name }) => name),
      (name) => `No call is stated for ${name}.`,
    ),
    ...wait(
      draft.screens.screens.flatMap((screen) => writtenAs(screen, ['path'])).filter(({ text }) => text.startsWith('/')),
      (path) => `There is no call to ${path}.`,
    ),
  ],
  'Responses and what the product does with them': ({ calls }) =>
    wait(
      calls.calls.flatMap(({ path, steps }) => (steps.some(({ action }) => action.kind === 'respond') ? [] : [path])),
      (path) => `A call to ${path} does not answer.`,
    ),
  'Error catalogue': (draft) =>
    wait(writtenAs(draft, ['otherwise', 'orFail']), (code) => `${code} has no status and no message.`),
  'Product-specific error messages': ({ errors }) =>
    wait(
      errors.catalogue.flatMap(({ code, message }) => (message.parts.length === 0 ? [code] : [])),
      (code) => `${code} has no message.`,
    ),
  'Business constants and limits': (draft) =>
    wait(
      writtenAs(draft, [
        'perPage',
        'atMost',
        'bound',
        'min',
        'max',
        'lengthMin',
        'lengthMax',
        'length',
        'window',
        'attempts',
      ]).filter(({ text }) => /^[A-Za-z]\w*$/.test(text)),
      (name) => `There is no constant "${name}".`,
    ),
}

const STANDINGS: Readonly<Partial<Record<Answer, OpenQuestion['standing']>>> = {
  open: 'open',
  provisional: 'provisional',
}

export function pointQuestions({ draft, questions }: Compiled): OpenQuestion[] {
  const unstated = questions.filter(({ answer }) => STANDINGS[answer] !== undefined)
  const spans = new Map(
    unstated.map(({ question, point }) => [question, placeOf(draft, question, draft.headings[point])]),
  )
  return unstated.map(({ question, point, answer }) => {
    const openness = draft.answers.find((each) => each.question === question)?.openness
    const assumed = openness?.kind === 'not shown' ? openness.assumed : null
    const questionsThatWait = QUESTIONS.flatMap(({ label }): Waiting[] => {
      const span = spans.get(label)
      return span !== undefined && NEEDS[label].includes(question)
        ? [{ span, why: `"${label}" cannot be answered before.` }]
        : []
    })
    return {
      question: `${question} (point ${POINT_HEADINGS[point].number})`,
      point,
      standing: assumed === null ? (STANDINGS[answer] ?? 'open') : 'assumed',
      span: spans.get(question) ?? { start: 0, end: 0 },
      waiting: [...WAITING[question](draft), ...questionsThatWait],
      answers: assumed === null ? [] : [assumed.text],
    }
  })
}

/** The position where it is left open, else the heading for its answer, else the title. */
function placeOf(draft: Draft, question: QuestionLabel, heading: Span | undefined): Span {
  return (
    draft.answers.find((each) => each.question === question)?.span ??
    heading ??
    draft.name?.span ?? { start: 0, end: 0 }
  )
}
