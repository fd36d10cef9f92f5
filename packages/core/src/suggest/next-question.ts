// Open questions → the best order for asking a person. The most blocking one comes first, but after the questions that
// its answer depends on: rights need entities, and screens offer the transitions of point 4.

import type { Compiled } from '../compile.ts'
import { QUESTIONS, type AnsweredQuestion, type QuestionLabel } from '../model/points.ts'
import { openQuestions } from '../questions/open-questions.ts'

/** Questions of one stage depend on those before, and not on each other. */
const STAGES: Readonly<Record<QuestionLabel, number>> = {
  Purpose: 0,
  'Entities and fields': 1,
  'Intended users': 2,
  'Roles and permissions': 3,
  'States and transitions': 4,
  'Screens and what a user can do on each': 5,
  'Product routes and route parameters': 6,
  'Product calls (method, path shape, payload shape)': 7,
  'Responses and what the product does with them': 7,
  'Validation rules': 7,
  'Error catalogue': 8,
  'Product-specific error messages': 9,
  'Business constants and limits': 9,
}

export function questionsInOrder(compiled: Compiled): QuestionLabel[] {
  const ranked = openQuestions(compiled).map(({ question }) => question)
  const rank = (label: QuestionLabel): number => ranked.findIndex((question) => question.startsWith(label))
  return QUESTIONS.map(({ label }) => label)
    .filter((label) => isUnanswered(compiled.questions, label))
    .sort((a, b) => STAGES[a] - STAGES[b] || rank(a) - rank(b))
}

/** A provisional part counts as unanswered. */
function isUnanswered(questions: readonly AnsweredQuestion[], label: QuestionLabel): boolean {
  const answer = questions.find(({ question }) => question === label)?.answer
  return answer === 'open' || answer === 'provisional'
}
