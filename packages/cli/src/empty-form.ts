// The empty form: nine points, thirteen questions, nothing answered.

import { POINT_HEADINGS, POINTS, QUESTIONS } from '@ninefold/core/model/points.ts'

export function emptyForm(title: string): string {
  const points = POINTS.map((point) => {
    const { number, title: heading } = POINT_HEADINGS[point]
    const questions = QUESTIONS.filter((question) => question.point === point).map(
      ({ label }) => `**${label}:** not shown\n`,
    )
    return `## ${number}. ${heading}\n\n${questions.join('\n')}`
  })
  return [`# ${title}\n`, '**Ninefold:** 1\n', ...points].join('\n')
}
