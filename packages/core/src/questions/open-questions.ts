// A compiled specification → what nobody has said yet, most blocking first: each question with the places that
// wait for its answer and, where the language knows them, the possible answers.
//
// A place waits when it is written and has no effect, or an effect that nobody stated, until the question is
// answered. Places are counted in the draft, so a specification with errors has its questions too.

import type { Compiled } from '../compile.ts'
import type { Draft } from '../draft/draft.ts'
import type { Point } from '../model/points.ts'
import type { Span } from '../text/source.ts'
import { possibleAnswers } from './answers.ts'
import { mentionsOf } from './mentions.ts'
import { findPlaces, type Place } from './places.ts'
import { pointQuestions } from './point-questions.ts'
import { unseenEntities } from './unseen-entities.ts'

export interface OpenQuestion {
  readonly question: string
  readonly point: Point | null
  /**
   * `open`: what waits does nothing. `provisional`: `ninefold dev` offers something in its place, production does not.
   * `assumed`: what waits runs with an answer that nobody has confirmed.
   */
  readonly standing: 'open' | 'provisional' | 'assumed'
  /** Where the answer belongs. */
  readonly span: Span
  readonly waiting: readonly Waiting[]
  /** What may be written there; empty when the language does not know. */
  readonly answers: readonly string[]
}

export interface Waiting {
  readonly span: Span
  /** What waits, as a sentence. */
  readonly why: string
}

export function openQuestions(text: string, compiled: Compiled): OpenQuestion[] {
  const asked = [...pointQuestions(compiled), ...unseenEntities(compiled.draft), ...placeQuestions(text, compiled)]
  return asked.sort(byBlocked)
}

const RANKS: Readonly<Record<OpenQuestion['standing'], number>> = { open: 0, provisional: 1, assumed: 2 }

/** By how much waits; where as much waits, what does nothing at all comes first. Then by position. */
function byBlocked(a: OpenQuestion, b: OpenQuestion): number {
  return weight(b) - weight(a) || RANKS[a.standing] - RANKS[b.standing] || a.span.start - b.span.start
}

/** What runs as assumed is not blocked: it only waits to be confirmed. */
function weight(question: OpenQuestion): number {
  return question.standing === 'assumed' ? 0 : question.waiting.length
}

/** Every `not shown` of the text that is not the answer of a point's own question. */
function placeQuestions(text: string, { draft, diagnostics }: Compiled): OpenQuestion[] {
  const answers = new Set(draft.answers.map(({ span }) => span.start))
  const spans = diagnostics.flatMap(({ number, span }) => (number === 'N007' && !answers.has(span.start) ? [span] : []))
  return findPlaces(text, spans).map((place) => ({
    question: wordsOf(place),
    point: place.point,
    standing: place.assumed === null ? 'open' : 'assumed',
    span: place.span,
    waiting: waitingFor(draft, place),
    answers: [...new Set([...(place.assumed === null ? [] : [place.assumed]), ...possibleAnswers(draft, place)])],
  }))
}

/** `condition: Type (Entity: Book)`; `Wrong password (Signing in)`. */
function wordsOf({ what, subject, part }: Place): string {
  return `${subject === null ? '' : `${subject}: `}${what}${part === null ? '' : ` (${part})`}`
}

function waitingFor(draft: Draft, place: Place): Waiting[] {
  if (place.point === 'roles' && SIGNING_IN.includes(place.what)) {
    const roles = draft.roles.roles.filter(({ gained }) => !gained.some(({ kind }) => kind === 'not signed in'))
    return roles.map(({ name }) => ({ span: name.span, why: `Nobody can sign in as "${name.text}".` }))
  }
  if (place.subject === null) return []
  const entity = place.point === 'entities' ? place.partName : null
  const isOfField = entity !== null && place.what !== 'Meaning'
  const fieldsSoCalled = draft.entities.entities.flatMap(({ fields }) =>
    fields.filter(({ name }) => name.text === place.subject),
  )
  const wanted = {
    name: place.subject,
    entity: isOfField ? entity : null,
    isUnique: !isOfField || fieldsSoCalled.length <= 1,
  }
  return mentionsOf(draft, wanted)
    .filter((span) => !overlap(span, place.line))
    .map((span) => ({ span, why: `"${place.subject}" is used here.` }))
}

const SIGNING_IN: readonly string[] = ['Users are', 'Sign in with', 'Session']

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}
