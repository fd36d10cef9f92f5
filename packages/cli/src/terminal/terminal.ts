// Terminal output: colours if supported, diagnostics, questions, and counts as text.

import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import type { Severity } from '@ninefold/core/diagnostic/severity.ts'
import { type Style, PLAIN } from '@ninefold/core/diagnostic/print-terminal.ts'
import { type Answer, type AnsweredQuestion, POINT_HEADINGS, POINTS } from '@ninefold/core/model/points.ts'
import picocolors from 'picocolors'

export interface Colours extends Style {
  readonly good: (words: string) => string
  readonly answer: (answer: Answer, words: string) => string
}

const WITHOUT: Colours = { ...PLAIN, good: (words) => words, answer: (_, words) => words }

/** Colours for output to `stream`. Respects NO_COLOR and FORCE_COLOR. */
export function coloursFor(stream: { readonly isTTY?: boolean }): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0'
  const isOn = (NO_COLOR ?? '') === '' && (isForced || (stream.isTTY === true && TERM !== 'dumb'))
  if (!isOn) return WITHOUT
  const { bold, cyan, dim, green, magenta, red, yellow } = picocolors.createColors(true)
  const severities: Readonly<Record<Severity, (words: string) => string>> = {
    error: red,
    warning: yellow,
    unknown: magenta,
    note: cyan,
  }
  const answers: Readonly<Record<Answer, (words: string) => string>> = {
    stated: green,
    provisional: yellow,
    none: dim,
    open: magenta,
  }
  return {
    severity: (severity, words) => bold(severities[severity](words)),
    strong: bold,
    faint: dim,
    good: green,
    answer: (answer, words) => answers[answer](words),
  }
}

/** The thirteen questions under their points, each with its state. */
export function questionLines(questions: readonly AnsweredQuestion[], colours: Colours): string {
  const width = Math.max(...questions.map(({ answer }) => answer.length))
  return POINTS.map((point) => {
    const { number, title } = POINT_HEADINGS[point]
    const asked = questions.filter((question) => question.point === point)
    const lines = asked.map(
      ({ answer, question }) => `   ${colours.answer(answer, answer.padEnd(width))}  ${question}\n`,
    )
    return `${colours.strong(`${number}. ${title}`)}\n${lines.join('')}`
  }).join('')
}

/** `2 errors, 1 warning; 12 of 13 questions answered, 1 open.` */
export function summaryOf(diagnostics: readonly Diagnostic[], questions: readonly AnsweredQuestion[]): string {
  return `${countedDiagnostics(diagnostics)}; ${countedQuestions(questions)}.`
}

function countedDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity): number => diagnostics.filter((found) => found.severity === severity).length
  const parts = [
    count('error') === 0 ? 'No errors' : counted(count('error'), 'error'),
    ...(count('warning') === 0 ? [] : [counted(count('warning'), 'warning')]),
    ...(count('unknown') === 0 ? [] : [`${count('unknown')} not shown`]),
  ]
  return parts.join(', ')
}

const UNANSWERED: readonly Answer[] = ['provisional', 'open']

/** `13 of 13 questions answered`, `11 of 13 questions answered, 1 provisional, 1 open`. Zero is reported too. */
export function countedQuestions(questions: readonly AnsweredQuestion[]): string {
  const count = (answer: Answer): number => questions.filter((question) => question.answer === answer).length
  const left = UNANSWERED.flatMap((answer) => (count(answer) === 0 ? [] : [`${count(answer)} ${answer}`]))
  const answered = count('stated') + count('none')
  return [`${answered} of ${counted(questions.length, 'question')} answered`, ...left].join(', ')
}

export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`
}

/** A path as an argument of a command that people copy into a shell. */
export function asArgument(path: string): string {
  return /^[\p{L}\p{N}./\\:@%+,=_~-]+$/u.test(path) ? path : `"${path.replaceAll(/["$`]/g, String.raw`\$&`)}"`
}
