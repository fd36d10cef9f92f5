// The labels of the form's thirteen questions: the long ones of the form, and the short ones that authors use.

import { QUESTION } from '../grammar/labels.ts'
import { QUESTIONS, type Point, type QuestionLabel } from '../model/points.ts'
import { spanOf } from '../outline/phrase.ts'
import type { KnownLabel, KnownLabels, LabelReader } from './expected.ts'
import { readProse } from './prose.ts'
import { opennessOf, shown, type Reading } from './reading.ts'

const SHORT: Readonly<Record<string, QuestionLabel>> = {
  Screens: 'Screens and what a user can do on each',
  Routes: 'Product routes and route parameters',
  Entities: 'Entities and fields',
  States: 'States and transitions',
  Rules: 'Validation rules',
  Roles: 'Roles and permissions',
  'Product calls': 'Product calls (method, path shape, payload shape)',
  Calls: 'Product calls (method, path shape, payload shape)',
  Responses: 'Responses and what the product does with them',
  Errors: 'Error catalogue',
  'Error messages': 'Product-specific error messages',
  Constants: 'Business constants and limits',
  'Constants and limits': 'Business constants and limits',
}

/**
 * Readers for the labels of a point's questions. Any other text than an openness is prose, because the tables below
 * answer.
 */
export function questionLabels(point: Point, reading: Reading): KnownLabels {
  const ofPoint = QUESTIONS.filter((question) => question.point === point).map((question) => question.label)
  const labels: Record<string, KnownLabel> = {}
  const answerOf = (question: QuestionLabel): KnownLabel => ({
    ...QUESTION,
    read: (value) => readAnswer(question, value, reading),
  })
  for (const question of ofPoint) labels[question] = answerOf(question)
  for (const [label, question] of Object.entries(SHORT)) {
    if (ofPoint.includes(question)) labels[label] = answerOf(question)
  }
  return labels
}

/** Records an openness as the answer; other text is left to the prose reader. */
export function readAnswer(question: QuestionLabel, value: Parameters<LabelReader>[0], reading: Reading): void {
  if (!takeOpenness(question, value, reading)) readProse(value, reading)
}

/** True if the value is one of the four kinds of openness, which is then recorded. */
export function takeOpenness(question: QuestionLabel, value: Parameters<LabelReader>[0], reading: Reading): boolean {
  const openness = opennessOf(value)
  if (openness === null) return false
  reading.answers.push({ question, openness, span: spanOf(value) })
  shown(value, `"${question}"`, reading)
  return true
}
