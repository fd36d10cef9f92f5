// `ninefold questions FILE`: prints the unanswered questions, most urgent first.

import { compile } from '@ninefold/core/compile.ts'
import { openQuestions } from '@ninefold/core/questions/open-questions.ts'
import type { OpenQuestion } from '@ninefold/core/questions/open-question.ts'
import { excerptAt, placeAt, type Places, placesOf } from '@ninefold/core/text/chapters.ts'
import type { Source, Span } from '@ninefold/core/text/source.ts'
import { readNamedSpecification } from '../specification-of.ts'
import { type Colours, coloursFor, counted } from '../terminal/terminal.ts'

export interface QuestionsOptions {
  readonly format: 'text' | 'json'
}

export async function questions(file: string, { format }: QuestionsOptions): Promise<void> {
  const source = await readNamedSpecification(file)
  const asked = openQuestions(compile(source.text))
  process.stdout.write(format === 'json' ? asJson(source, asked) : asText(source, asked, coloursFor(process.stdout)))
}

const STANDINGS: Readonly<Record<OpenQuestion['standing'], string>> = {
  open: 'open',
  provisional: 'provisional: only `ninefold dev` offers something',
  assumed: 'assumed: it runs, and nobody has confirmed it',
  'by choice': 'by choice: each answer is right, and it runs as the first',
}

function asText(source: Source, asked: readonly OpenQuestion[], colours: Colours): string {
  const { file } = source
  if (asked.length === 0) return `${file}: nothing is open.\n`
  const places = placesOf(source)
  const parts = asked.map(({ question, standing, span, waiting, answers }, index) => {
    const place = `   ${colours.faint(placeIn(places, span))}  ${standing === 'open' ? STANDINGS.open : colours.faint(STANDINGS[standing])}\n`
    const waitingLines = waiting.map(
      (each) =>
        `     ${colours.faint(placeIn(places, each.span))}  ${each.why}\n${excerpt(places, each.span, colours)}`,
    )
    const blocked =
      waiting.length === 0
        ? ''
        : `   ${counted(waiting.length, 'place waits', 'places wait')} for it:\n${waitingLines.join('')}`
    const possible = answers.length === 0 ? '' : `   Possible: ${answers.join(' · ')}\n`
    return `${index + 1}. ${colours.strong(question)}\n${place}${blocked}${possible}`
  })
  return `${parts.join('\n')}\n${colours.strong(`${file}: ${counted(asked.length, 'open question')}.`)}\n`
}

function placeIn(places: Places, span: Span): string {
  const { file, line, column } = placeAt(places, span.start)
  return `${file}:${line}:${column}`
}

const EXCERPT_MAX = 100

/** Shows the line that the question is about. A heading adds nothing to the sentence and is left out. */
function excerpt(places: Places, span: Span, colours: Colours): string {
  const { before, marked, after } = excerptAt(places, span)
  const text = `${before}${marked}${after}`.trim()
  if (text.startsWith('#')) return ''
  return `       ${colours.faint(text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text)}\n`
}

/** The keys are a public interface, like those of `ninefold check --format json`. */
export function asJson(source: Source, asked: readonly OpenQuestion[]): string {
  const places = placesOf(source)
  const rangeOf = (span: Span) => {
    const { file, offset: _, ...start } = placeAt(places, span.start)
    const { file: __, offset: ___, ...end } = placeAt(places, span.end)
    return { file, start, end }
  }
  const value = asked.map(({ question, point, standing, span, waiting, answers }) => ({
    question,
    point,
    standing,
    ...rangeOf(span),
    waiting: waiting.map((each) => ({ why: each.why, ...rangeOf(each.span) })),
    answers,
  }))
  return `${JSON.stringify({ questions: value }, null, 2)}\n`
}
