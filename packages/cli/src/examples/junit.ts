// Results of examples → JUnit XML for build servers: a suite for each example, a case for each step.

import type { Example } from '@ninefold/core/model/calls.ts'
import type { StepOutcome } from './run-example.ts'

export interface PlayedExample {
  readonly example: Example
  readonly outcomes: readonly StepOutcome[]
  readonly milliseconds: number
}

export function isPassed({ example, outcomes }: PlayedExample): boolean {
  return outcomes.length === example.steps.length && outcomes.every(({ isAsExpected }) => isAsExpected)
}

export function junitOf(name: string, played: readonly PlayedExample[]): string {
  const suites = played.map(suiteOf).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(name)}">\n${suites}</testsuites>\n`
}

function suiteOf({ example, outcomes, milliseconds }: PlayedExample): string {
  const left = example.steps.length - outcomes.length
  const failures = outcomes.filter(({ isAsExpected }) => !isAsExpected).length
  const cases = [
    ...outcomes.map((outcome) => caseOf(example, outcome)),
    ...example.steps
      .slice(outcomes.length)
      .map(({ method, call }) => opened(example, `${method} ${call}`, '<skipped/>')),
  ].join('')
  const seconds = (milliseconds / 1000).toFixed(3)
  return `  <testsuite name="${escaped(example.name)}" tests="${example.steps.length}" failures="${failures}" skipped="${left}" time="${seconds}">\n${cases}  </testsuite>\n`
}

function caseOf(example: Example, { request, expected, came, said, isAsExpected }: StepOutcome): string {
  if (isAsExpected) return opened(example, request, '')
  const message = `expected ${expected}, came ${came}`
  return opened(example, request, `<failure message="${escaped(message)}">${escaped(said ?? '')}</failure>`)
}

function opened(example: Example, name: string, inside: string): string {
  return `    <testcase classname="${escaped(example.name)}" name="${escaped(name)}">${inside}</testcase>\n`
}

function escaped(text: string): string {
  // XML cannot represent the other control characters.
  const allowed = [...text].filter((character) => character >= ' ' || character === '\n' || character === '\t').join('')
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
