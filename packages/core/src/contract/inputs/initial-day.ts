// An input whose default is reckoned from today → the day that a new form begins with.

import { compileExpression } from '../../expression/evaluate/evaluate.ts'
import { UTC } from '../../expression/evaluate/time-zone.ts'
import type { InputField } from '../wire/inputs.ts'

/** `today`: in the application's time zone. Null: it begins with no day. */
export function initialDayOn({ initialDay }: Pick<InputField, 'initialDay'>, today: string): string | null {
  if (initialDay === undefined) return null
  const variables = new Map([['today', today]])
  const day = compileExpression(initialDay)({ variables, roles: new Set(), timeZone: UTC })
  return typeof day === 'string' ? day : null
}
