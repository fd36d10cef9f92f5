// A compiled specification → its open questions, most blocking first: each with the places that wait for its answer
// and, if the language knows them, possible answers.
//
// A place waits if it has no effect, or an unstated one, until the question is answered. Places are counted in the
// draft, so a specification with errors has open questions too.

import type { Compiled } from '../compile.ts'
import type { Draft } from '../draft/draft.ts'
import type { Span } from '../text/source.ts'
import { possibleAnswers } from './answers.ts'
import { mentionsOf, type Wanted } from './mentions.ts'
import { findPlaces, type Place } from './places.ts'
import type { OpenQuestion, Waiting } from './open-question.ts'
import { pointQuestions } from './point-questions.ts'
import { unseenEntities } from './unseen-entities.ts'

export function openQuestions(compiled: Compiled): OpenQuestion[] {
  const asked = [...pointQuestions(compiled), ...unseenEntities(compiled.draft), ...placeQuestions(compiled)]
  return asked.sort(byBlocked)
}

const RANKS: Readonly<Record<OpenQuestion['standing'], number>> = {
  open: 0,
  provisional: 1,
  assumed: 2,
  'by choice': 3,
}

/** By the number of blocked parts; parts without any effect first. Then by position. */
function byBlocked(a: OpenQuestion, b: OpenQuestion): number {
  return weight(b) - weight(a) || RANKS[a.standing] - RANKS[b.standing] || a.span.start - b.span.start
}

/** A part that runs as assumed is not blocked, and only needs confirmation. An open choice blocks nothing. */
function weight(question: OpenQuestion): number {
  return question.standing === 'assumed' || question.standing === 'by choice' ? 0 : question.waiting.length
}

/** Every `not shown` that does not answer a point's own question, and every `any of`. */
function placeQuestions({ draft, diagnostics, sections }: Compiled): OpenQuestion[] {
  const answers = new Set(draft.answers.map(({ span }) => span.start))
  const asked = diagnostics.filter(
    ({ number, span }) => number === 'N020' || number === 'N623' || (number === 'N007' && !answers.has(span.start)),
  )
  const places = findPlaces(
    sections,
    asked.map(({ span }) => span),
  )
  return places.map((place, index) => ({
    question: asked[index]?.number === 'N623' ? 'How users sign in (Signing in)' : wordsOf(place),
    point: asked[index]?.number === 'N623' ? 'roles' : place.point,
    standing: standingOf(place),
    span: place.span,
    waiting: asked[index]?.number === 'N623' ? signersIn(draft) : waitingFor(draft, place),
    answers: [...new Set([...answersAt(place), ...(place.options.length > 0 ? [] : possibleAnswers(draft, place))])],
  }))
}

function standingOf({ assumed, options }: Place): OpenQuestion['standing'] {
  if (options.length > 0) return 'by choice'
  return assumed === null ? 'open' : 'assumed'
}

function answersAt({ assumed, options }: Place): readonly string[] {
  return assumed === null ? options : [assumed]
}

/** `condition: Type (Entity: Book)`; `Wrong password (Signing in)`. */
function wordsOf({ what, subject, part }: Place): string {
  return `${subject === null ? '' : `${subject}: `}${what}${part === null ? '' : ` (${part})`}`
}

function waitingFor(draft: Draft, place: Place): Waiting[] {
  if (place.point === 'roles' && SIGNING_IN.includes(place.what)) return signersIn(draft)
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
  return withWhatFollows(draft, wanted, place.line)
}

function signersIn(draft: Draft): Waiting[] {
  const roles = draft.roles.roles.filter(({ gained }) => !gained.some(({ kind }) => kind === 'not signed in'))
  return roles.map(({ name }) => ({ span: name.span, why: `Nobody can sign in as "${name.text}".` }))
}

/** Uses of a name, and of fields computed from it, which wait as well. Each place once. */
function withWhatFollows(draft: Draft, first: Wanted, line: Span): Waiting[] {
  const waiting = new Map<number, Waiting>()
  const wanted = [first]
  const known = new Set([`${first.entity} ${first.name}`])
  const fields = draft.entities.entities.flatMap(({ name, fields: own }) =>
    own.map((field) => ({ field, entity: name })),
  )
  for (const one of wanted) {
    for (const span of mentionsOf(draft, one)) {
      if (overlap(span, line) || waiting.has(span.start)) continue
      const why = one === first ? 'is used here.' : `is used here, which needs "${first.name}".`
      waiting.set(span.start, { span, why: `"${one.name}" ${why}` })
      const computed = fields.find(({ field }) =>
        field.rules.some((rule) => rule.kind === 'computed' && overlap(rule.expression.span, span)),
      )
      if (computed === undefined) continue
      const { field, entity } = computed
      const isUnique = fields.filter((other) => other.field.name.text === field.name.text).length <= 1
      const next = { name: field.name.text, entity: entity.text, isUnique }
      if (!known.has(`${next.entity} ${next.name}`)) wanted.push(next)
      known.add(`${next.entity} ${next.name}`)
    }
  }
  return [...waiting.values()].sort((a, b) => a.span.start - b.span.start)
}

const SIGNING_IN: readonly string[] = ['Users are', 'Sign in with', 'Session']

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}
