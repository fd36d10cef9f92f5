// An input whose default depends on the present day → the initial day of a new form.

import { compileExpression } from '../../expression/evaluate/evaluate.ts'
import { UTC } from '../../expression/evaluate/time-zone.ts'
import type { InputField } from '../wire/inputs.ts'

/** `today`: in the application's time zone. Null: no initial day. */
export function initialDayOn({ initialDay }: Pick<InputField, 'initialDay'>, today: string): string | null {
  if (initialDay === undefined) return null
  const variables = new Map([['today', today]])
  const day = compileExpression(initialDay)({ variables, roles: new Set(), timeZone: UTC })
  return typeof day === 'string' ? day : null
}
