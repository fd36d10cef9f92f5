// The form's rules of point 5, applied to days: a day on which no moment satisfies them cannot be selected.

import { createContext, useContext } from 'react'
import type { FormRule } from '@ninefold/core/contract/wire/actions.ts'
import { brokenFormRules } from '@ninefold/core/contract/calls/broken-form-rules.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { daysAfter } from '../../client/entering/typed-moment.ts'
import { instantAt, wallClock } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'

/** Rules of the enclosing form. */
export const FormRules = createContext<readonly FormRule[]>([])

/** Undefined: no rule excludes any day. */
export function useExcludedDays(field: InputField): ((day: string) => boolean) | undefined {
  const rules = useContext(FormRules)
  const { timeZone } = useApp()
  const name = field.path.join('.')
  const own = rules.filter(({ fields }) => fields.length === 1 && fields[0] === name)
  return own.length === 0 ? undefined : (day) => isExcluded(own, field, day, timeZone)
}

export function isExcluded(rules: readonly FormRule[], field: InputField, day: string, timeZone: string): boolean {
  const name = field.path.join('.')
  const now = Date.now()
  const clock = { now, today: wallClock(now, timeZone).slice(0, 10) }
  const onDay = valuesOn(field, day, timeZone)
  return rules.some((rule) =>
    onDay.every((value) => brokenFormRules([rule], null, { [name]: value }, clock).length > 0),
  )
}

/** The first and last value on the day. */
function valuesOn(field: InputField, day: string, timeZone: string): readonly Value[] {
  const [first, last] = [instantAt(`${day} 00:00:00`, timeZone), instantAt(`${day} 23:59:59`, timeZone)]
  if (field.kind === 'date') return [day]
  if (field.kind === 'period' && field.periodOf === 'date') return [{ start: day, end: daysAfter(day, 1) }]
  if (first === null || last === null) return []
  if (field.kind === 'period') return [first, last].map((start) => ({ start, end: start + 60_000 }))
  return [first, last]
}
