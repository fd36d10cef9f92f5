// The form's rules of point 5, applied to days and times: one at which no moment satisfies them cannot be selected.

import { createContext, useContext } from 'react'
import type { FormRule } from '@ninefold/core/contract/form-rules/form-rule.ts'
import { brokenFormRules, type Clock } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { Value } from '@ninefold/core/expression/expression.ts'
import { daysAfter } from '../../client/entering/typed-moment.ts'
import { formClock, instantAt } from '../../client/input/moments.ts'
import { useApp } from '../app-context.ts'

/** Rules of the enclosing form. */
export const FormRules = createContext<readonly FormRule[]>([])

export interface Excluded {
  readonly day: (day: string) => boolean
  /** `time`: `14:30`. */
  readonly time: (day: string, time: string) => boolean
}

/** Undefined: no rule excludes any moment. */
export function useExcluded(field: InputField): Excluded | undefined {
  const rules = useContext(FormRules)
  const { timeZone, caller } = useApp()
  const name = field.path.join('.')
  const own = rules.filter(({ fields }) => [...new Set(Object.values(fields))].join() === name)
  return own.length === 0 ? undefined : excludedBy(own, field, { timeZone, me: caller?.id ?? null })
}

interface Around {
  readonly timeZone: string
  /** Id of the caller; null: a guest. */
  readonly me: string | null
}

export function excludedBy(rules: readonly FormRule[], field: InputField, { timeZone, me }: Around): Excluded {
  const name = field.path.join('.')
  const isBroken = (rule: FormRule, value: Value, clock: Clock): boolean =>
    brokenFormRules([rule], { before: null, now: { [name]: value }, clock, me }).length > 0
  const isExcluded = (values: readonly Value[]): boolean => {
    const clock = formClock(timeZone)
    return values.length > 0 && rules.some((rule) => values.every((value) => isBroken(rule, value, clock)))
  }
  return {
    day: (day) => isExcluded(valuesOn(field, day, timeZone)),
    time: (day, time) => isExcluded(valuesAt(field, `${day} ${time}:00`, timeZone)),
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Rules may ask for a length, so a period is tried with several. */
const LENGTHS_MS = [MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS]
/** Each hour, because rules exclude times of day, and the last moment. */
const TIMES = [...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`), '23:59:59']

function valuesOn(field: InputField, day: string, timeZone: string): readonly Value[] {
  if (field.kind === 'date') return [day]
  if (field.kind === 'period' && field.periodOf === 'date')
    return [1, 2, 7, 30].map((days) => ({ start: day, end: daysAfter(day, days) }))
  return TIMES.flatMap((time) => valuesAt(field, `${day} ${time}`, timeZone))
}

/** The moment, or periods that begin at it. */
function valuesAt(field: InputField, local: string, timeZone: string): readonly Value[] {
  const start = instantAt(local, timeZone)
  if (start === null) return []
  return field.kind === 'period' ? LENGTHS_MS.map((length) => ({ start, end: start + length })) : [start]
}
