// A block of a screen as the engine answers it → the terms of the reference interpreter.

import type { Json } from '../json.ts'
import type { ScreenPage } from '../listed.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'

/** Groups of a chart have their values as JSON in a text; a call's answer has possible actions beside it. */
export function withoutRows(body: Json): Json {
  const { groups, offered: _, ...others } = body as { readonly groups?: readonly Json[]; readonly offered?: Json }
  if (groups === undefined) return others
  const compared = groups.map((group): Json => {
    const { amount, series, ...own } = group as unknown as Place & { readonly amount: string; readonly series?: Place }
    const place = { ...calledSomething(own), ...(series === undefined ? {} : { series: calledSomething(series) }) }
    return amount.startsWith('[') ? { ...place, values: JSON.parse(amount) as Json } : { ...place, amount }
  })
  return { ...others, groups: compared }
}

type Place = { readonly value: Json; readonly label?: Json }

/** A reference without a record has no name, whether or not its name is visible. */
function calledSomething({ label = null, ...place }: Place): Place {
  return label === null ? place : { ...place, label }
}

export interface SentPage {
  readonly rows: readonly SentRow[]
  readonly total: number
}

export interface SentRow {
  readonly values: Json
  readonly actions: Readonly<Record<string, { isAvailable: boolean }>>
}

/** A row says for all actions of its screen whether they are possible; labels contain the index of their list. */
export function offering({ rows, total }: SentPage, { block = 0 }: MadeUpRequest): ScreenPage {
  const labelOf = (key: string): string | null => {
    const [, word = '', place] = /^([a-z]+)-(\d+)-\d+$/.exec(key) ?? []
    return Number(place) === block ? `${word.charAt(0).toUpperCase()}${word.slice(1)} ${place}` : null
  }
  return {
    total,
    rows: rows.map(({ values, actions }) => ({
      values,
      offers: Object.fromEntries(
        Object.entries(actions).flatMap(([key, { isAvailable }]): [string, Json][] => {
          const label = labelOf(key)
          return label === null ? [] : [[label, isAvailable ? 'possible' : 'impossible']]
        }),
      ),
    })),
  }
}
