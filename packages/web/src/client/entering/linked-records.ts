// A filled form → the records that its inputs name and computed values need, with the answers for them.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { partOf, type WholeRecord } from '@ninefold/core/contract/calls/computed-values.ts'
import type { ComputedRecord, ComputedWhole, FormComputing } from '@ninefold/core/contract/wire/computed.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import { nameOf } from '../input/form-values.ts'
import { request } from '../query/request.ts'

/** Fields of some records of an entity, each found by a field's value. */
export interface LinkedRecords {
  readonly entity: string
  readonly by: string
  readonly values: readonly string[]
  readonly fields: readonly string[]
}

export function linkedIn(computing: FormComputing, fields: readonly InputField[], body: unknown): LinkedRecords[] {
  const inRows = computing.lists.flatMap((list) => {
    const rows: unknown = partOf(body, list.input)
    const objects = fields.find((field) => nameOf(field) === list.input)?.objects
    return namedIn(list, objects?.fields ?? [], Array.isArray(rows) ? rows : [])
  })
  return [...namedIn(computing, fields, [body]), ...inRows].filter(({ values }) => values.length > 0)
}

function namedIn(
  { links, inputs }: ComputedRecord,
  inputFields: readonly InputField[],
  bodies: readonly unknown[],
): LinkedRecords[] {
  return Object.entries(links).flatMap(([name, fields]) => {
    const input = inputs[name] ?? name
    const reference = inputFields.find((field) => nameOf(field) === input)?.reference
    if (reference == null) return []
    const named = bodies.map((body) => partOf(body, input)).filter((value) => value !== null && value !== undefined)
    return [{ entity: reference.entity, by: reference.by, values: [...new Set(named.map(String))].toSorted(), fields }]
  })
}

/** By `linkKey`. */
export type FoundRecords = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export function linkKey(entity: string, by: string, value: unknown): string {
  return JSON.stringify([entity, by, String(value)])
}

export function foundRecords(
  wanted: readonly LinkedRecords[],
  answers: readonly (OptionsData | undefined)[],
): FoundRecords {
  const found = wanted.flatMap(({ entity, by }, index) =>
    (answers[index]?.options ?? []).map((option) => [linkKey(entity, by, option.value), option.with ?? {}] as const),
  )
  return new Map(found)
}

/** Fields of records that a form names. */
export function linkedQuery({ entity, by, values, fields }: LinkedRecords) {
  const asked = new URLSearchParams([
    ['by', by],
    ...values.map((value) => ['value', value]),
    ...fields.map((name) => ['with', name]),
  ])
  return queryOptions({
    queryKey: ['data', 'linked', entity, by, values, fields],
    queryFn: ({ signal }) =>
      request<OptionsData>('GET', `/_ninefold/options/${encodeURIComponent(entity)}?${asked}`, { signal }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** Values of the form's address, by name. */
export type PathValues = Readonly<Record<string, string>>

/** The record that will contain the new one; null: not named yet. */
export function holdingIn(
  { entity, by, from, relation, present, items, values }: ComputedWhole,
  fields: readonly InputField[],
  body: unknown,
  keys: PathValues,
): LinkedRecords | null {
  const reference = by === null ? fields.find((field) => nameOf(field) === from)?.reference?.by : by
  const value: unknown = by === null ? partOf(body, from) : keys[from]
  if (reference === undefined || (typeof value !== 'string' && typeof value !== 'number') || value === '') return null
  const held = items.length === 0 ? [relation] : items.map((name) => `${relation}.${name}`)
  const fieldsOf = [...new Set([...present, ...values.map(({ key }) => key), ...held])]
  return { entity, by: reference, values: [String(value)], fields: fieldsOf }
}

/** Null: not loaded, or hidden from its reader. */
export function heldIn({ whole }: FormComputing, answer: OptionsData | undefined): WholeRecord | null {
  const record = answer?.options[0]?.with
  const items: unknown = record?.[whole?.relation ?? '']
  return record === undefined || !Array.isArray(items) ? null : { record, items: items as WholeRecord['items'] }
}
