// Schemas of the inputs and answers of tools: clients receive them, and each answer is validated against them.

import { POINTS } from '@ninefold/core/model/points.ts'
import { z } from 'zod'

export const FILE = z
  .string()
  .describe('The specification, such as "app.md", or one of its chapters, in the folder of the work')

const PLACE = z.object({ line: z.number(), column: z.number() })
const EXACT_PLACE = PLACE.extend({ offset: z.number() })
const PLACES = { file: z.string(), start: EXACT_PLACE, end: EXACT_PLACE }
const POINT = z.enum(POINTS)

const DIAGNOSTIC = z.object({
  number: z.string().describe('"explain" shows its page'),
  severity: z.enum(['error', 'warning', 'unknown', 'note']),
  message: z.string(),
  ...PLACES,
  related: z.array(z.object({ message: z.string(), ...PLACES })),
  hint: z.string().nullable(),
  fixes: z.array(z.object({ title: z.string(), edits: z.array(z.object({ text: z.string(), ...PLACES })) })),
})

export const CHECKED = {
  summary: z.string(),
  runs: z.boolean().describe('No diagnostic is an error'),
  diagnostics: z.array(DIAGNOSTIC),
  questions: z.array(
    z.object({
      point: POINT,
      question: z.string(),
      answer: z.enum(['stated', 'provisional', 'none', 'open']),
    }),
  ),
  fixed: z
    .array(z.object({ file: z.string(), number: z.string(), title: z.string(), start: PLACE }))
    .optional()
    .describe('Fixes that were applied'),
}

export const OPEN_QUESTIONS = {
  questions: z.array(
    z.object({
      question: z.string(),
      point: POINT.nullable(),
      standing: z.enum(['open', 'provisional', 'assumed', 'by choice']),
      file: z.string(),
      start: PLACE,
      end: PLACE,
      waiting: z.array(z.object({ why: z.string(), file: z.string(), start: PLACE, end: PLACE })),
      answers: z.array(z.string()).describe('Possible answers'),
    }),
  ),
}

export const COMPLETIONS = {
  completions: z.array(
    z.object({
      label: z.string(),
      kind: z.string(),
      detail: z.string().nullable(),
      words: z.string().nullable(),
      insert: z.string().describe('Replaces the text between start and end'),
      start: PLACE,
      end: PLACE,
    }),
  ),
  left: z.number().describe('The number of further ones; type another letter to see them'),
}

const CONCERNED = { rows: z.number().optional(), records: z.array(z.string()).optional() }

export const PLAN = {
  format: z.number(),
  file: z.string(),
  isFirst: z.boolean().describe('The database is empty'),
  differences: z.array(z.object({ point: POINT, kind: z.string(), sentence: z.string(), ...CONCERNED })),
  losses: z.array(z.object({ about: z.string(), sentence: z.string(), rows: z.number(), hint: z.string().nullable() })),
  obstacles: z.array(z.object({ sentence: z.string(), hint: z.string().nullable(), ...CONCERNED })),
  asksFor: z.array(z.string()).describe('Names of the consents that a person has to give'),
}

export const PLAYED = {
  isPassed: z.boolean(),
  examples: z.array(
    z.object({
      name: z.string(),
      isPassed: z.boolean(),
      steps: z.array(
        z.object({
          request: z.string(),
          expected: z.string(),
          came: z.string(),
          said: z.string().nullable(),
          isAsExpected: z.boolean(),
        }),
      ),
      stepsNotTried: z.number(),
    }),
  ),
}

const SIGN_IN = z.object({ identifier: z.string(), password: z.string(), roles: z.array(z.string()) })

export const STATUS = {
  file: z.string().nullable().describe('The specification that is served; null: none'),
  address: z.string().nullable(),
  signIns: z.array(SIGN_IN).describe('The sample users'),
  printed: z.string().describe('Its latest output'),
}
