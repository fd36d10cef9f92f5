// Headers and cookies of an answer: the expressions that fill them, and their values in the response.

import * as build from '@ninefold/core/expression/build.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import { planAnswer } from '@ninefold/core/plan/read/lists.ts'
import { type AnswerForm, type AnswerOnTheWire, saidInHeader } from '@ninefold/core/model/wire.ts'
import { planner } from '../context/planner.ts'
import type { CallRun } from './call-run.ts'

/** The form of a body, with its headers and cookies. */
export interface AnswerBeside {
  readonly form: AnswerForm
  /** Missing: the default type of the form. */
  readonly mediaType?: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** `value` null: the cookie is deleted. `seconds` null: a session cookie, deleted when the browser closes. */
  readonly cookies: readonly {
    readonly name: string
    readonly value: string | null
    readonly seconds: number | null
  }[]
}

const besidePlan = planner('beside', (viewer, wire: AnswerOnTheWire) => planAnswer(viewer, null, valuesBeside(wire)))

export async function besideFile(run: CallRun, wire: AnswerOnTheWire): Promise<AnswerBeside> {
  const row = (await run.transaction.run(run.application.planned(besidePlan, run.caller, wire), run.bindings))[0]
  return besideOf(wire, JSON.parse(String(row?.['beside'] ?? '{}')) as Record<string, Value>)
}

/**
 * Headers and cookies as one object expression, so that values which the caller may not see are left out as in any
 * answer.
 */
export function valuesBeside({ headers, cookies }: AnswerOnTheWire): Extract<Expression, { kind: 'object' }> {
  const entries = [
    ...headers.map(({ value }, index) => ({ key: `header ${index}`, value })),
    ...cookies.flatMap(({ value, keptFor }, index) => [
      ...(value === null ? [] : [{ key: `cookie ${index}`, value }]),
      ...(keptFor === null ? [] : [{ key: `time ${index}`, value: keptFor }]),
    ]),
  ]
  return build.object(entries)
}

export function besideOf(
  { form, mediaType, headers, cookies }: AnswerOnTheWire,
  values: Readonly<Record<string, Value>>,
): AnswerBeside {
  return {
    form,
    ...(mediaType === undefined ? {} : { mediaType }),
    headers: headers.flatMap(({ name }, index) => {
      const value = values[`header ${index}`] ?? null
      return value === null ? [] : [[name, saidInHeader(name, value)] as const]
    }),
    cookies: cookies.flatMap(({ name, value, keptFor }, index): AnswerBeside['cookies'] => {
      const seconds = keptFor === null ? null : Math.floor(Number(values[`time ${index}`] ?? 0) / 1000)
      if (value === null) return [{ name, value: null, seconds: null }]
      const said = values[`cookie ${index}`] ?? null
      return said === null ? [] : [{ name, value: String(said), seconds }]
    }),
  }
}
