// Times that a rule over records excludes, for the pickers of a form.

import { useContext } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { TakenData } from '@ninefold/core/contract/wire/actions.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { daysAfter } from '../../client/entering/typed-moment.ts'
import { nameOf } from '../../client/input/form-values.ts'
import { instantAt } from '../../client/input/moments.ts'
import { takenQuery } from '../../client/query/queries.ts'
import { useApp } from '../app-context.ts'
import { FormAround, knownValue } from './form-around.ts'

/** Address of taken times, once the group is selected. Null: no rule excludes times, or the group is unknown. */
export function useTakenAddress(field: InputField): string | null {
  const form = useContext(FormAround)
  const asked = form?.taken.find(({ input }) => input === nameOf(field))
  if (form === null || asked === undefined || form.list !== undefined) return null
  const group = Object.entries(asked.same).map(([name, source]) => [name, knownValue(form, source)] as const)
  const record = asked.record === undefined ? null : knownValue(form, asked.record)
  if (group.some(([, known]) => known === null) && asked.record === undefined) return null
  if (asked.record !== undefined && record === null) return null
  const parameters = group.flatMap(([name, known]) => (known === null ? [] : [[`${name}${known.end}`, known.value]]))
  const changed = record === null ? [] : [[`record${record.end === '' ? '.id' : record.end}`, record.value]]
  return `${asked.address}?${new URLSearchParams([...parameters, ...changed]).toString()}`
}

const NOTHING: TakenData['taken'] = []

/** The end is exclusive. */
function useTaken(address: string | null, from: string, until: string): TakenData['taken'] {
  const { data } = useQuery({ ...takenQuery(address ?? '', from, until), enabled: address !== null })
  return data?.taken ?? NOTHING
}

/** On one day, as instants. */
export function useTakenOnDay(address: string | null, day: string): readonly { start: number; end: number }[] {
  return useTaken(address, day, daysAfter(day, 1)).map(({ start, end }) => ({
    start: Date.parse(start),
    end: Date.parse(end),
  }))
}

/** Tells whether no part of the hour is free. */
export function useTakenHours(address: string | null, day: string): (time: string) => boolean {
  const { timeZone } = useApp()
  const taken = useTakenOnDay(address, day)
  return (time) => {
    const at = instantAt(`${day} ${time.slice(0, 5)}:00`, timeZone)
    return at !== null && taken.some(({ start, end }) => start <= at && at < end)
  }
}

/** Range of a calendar of days, from the selected day or today. */
const DAYS_AHEAD = 366

/** Days on which no period of days can begin. */
export function useTakenDays(address: string | null, around: string): ((day: string) => boolean) | undefined {
  const taken = useTaken(address, daysAfter(around, -DAYS_BEFORE), daysAfter(around, DAYS_AHEAD))
  return taken.length === 0 ? undefined : (day) => taken.some(({ start, end }) => start <= day && day < end)
}

const DAYS_BEFORE = 31
