// Lists of screens as files → their description in OpenAPI. The addresses are the engine's own.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import { type Operation, findOperation } from '../calls/calls.ts'
import type { OpenApiOperation } from './operations.ts'
import { builtInRefusals, refusalsOf, type OpenApiResponse } from './refusals.ts'

export const SCREENS_TAG = 'Screens'

export function hasLists({ screens }: Model): boolean {
  return screens.screens.some(({ blocks }) => blocks.some(({ kind }) => kind === 'list' || kind === 'answer'))
}

export function csvPaths(
  model: Model,
  operations: readonly Operation[],
  security: OpenApiOperation['security'],
): Record<string, Record<string, OpenApiOperation>> {
  return {
    '/_ninefold/screens/{screen}/{block}/rows.csv': {
      get: {
        operationId: 'getListAsCsv',
        summary: 'Have a list of a screen as a file',
        description:
          'All rows that the list shows to whoever asks, in UTF-8, with a line of headings. ' +
          'The query is that of the list: what is in the path of the page, filters, "q" and "sort"; ' +
          'and "shown-columns" for some of its columns, with commas between; "between-cells=semicolon" separates cells ' +
          'by semicolons and writes decimals with a comma. ' +
          'A text that a spreadsheet would take for a formula has an apostrophe before it.',
        tags: [SCREENS_TAG],
        security,
        parameters: [
          {
            name: 'screen',
            in: 'path',
            required: true,
            description: 'Its name as in addresses: my-tickets.',
            schema: { type: 'string' },
          },
          {
            name: 'block',
            in: 'path',
            required: true,
            description: 'Which of the blocks that the caller sees there, from 0.',
            schema: { type: 'integer', minimum: 0 },
          },
        ],
        responses: {
          200: { description: 'The rows.', content: { 'text/csv': { schema: { type: 'string' } } } },
          ...withCallsThatAnswer(model, operations),
        },
      },
    },
  }
}

const REFUSED: readonly BuiltInError[] = [
  'not signed in',
  'session not valid',
  'not found',
  'unknown input',
  'wrong type',
  'body not readable',
  'unexpected',
  'busy',
  'database away',
]

/** A list from a call's answer has the call's refusals. */
function withCallsThatAnswer(model: Model, operations: readonly Operation[]): Record<string, OpenApiResponse> {
  const shown = model.screens.screens.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'answer' ? [findOperation(operations, block.method, block.path)] : [])),
  )
  const ofCalls = shown.map((operation) => (operation === null ? {} : refusalsOf(model, operation)))
  return Object.assign({}, ...ofCalls, builtInRefusals(model, REFUSED)) as Record<string, OpenApiResponse>
}
