// Records that the text contains, in two models → added, removed and changed rows.

import type { Expression } from '../../expression/expression.ts'
import type { RecordData, RecordDataRow } from '../../model/entities.ts'
import { listed } from '../meaning.ts'
import { code, ELSEWHERE, exchanged, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function codeOrNothing(expression: Expression | null): string {
  return expression === null ? 'empty' : code(expression)
}

type Kind = 'reference data' | 'sample data'

export function dataSaid(kind: Kind, before: readonly RecordData[], after: readonly RecordData[]): Said[] {
  return partsSaid(before, after, ({ entity }) => entity, {
    gone: ({ entity }) => [['safe', `${entity} has no ${kind} any more: what was loaded stays.`]],
    made: ({ entity }) => [['safe', `${entity} has ${kind} now.`]],
    changed: (pair) => membersSaid(`The ${kind} of ${pair.now.entity}`, dataMembers(kind, pair.now), pair),
    order: ['safe', `The tables of ${kind} stand in another order.`],
  })
}

function dataMembers(kind: Kind, { entity, key }: RecordData): Members<RecordData> {
  const place = `The ${kind} of ${entity}`
  const nameOf = ({ values }: RecordDataRow): string => String(values[key] ?? '')
  return {
    entity: KEY,
    key: (_, now) => [['safe', `${place} is known by ${now}.`]],
    recognisedBy: (_, now) => [['safe', `${place} is recognised by ${listed(now)}.`]],
    rows: (old, now) =>
      partsSaid(old, now, nameOf, {
        gone: (row) => [['safe', `${place} has no "${nameOf(row)}" any more: what was loaded stays.`]],
        made: (row) => [['safe', `${place} has "${nameOf(row)}".`]],
        changed: (pair) => membersSaid(place, rowMembers(`"${nameOf(pair.now)}" in the ${kind} of ${entity}`), pair),
        order: ['safe', `${place} stands in another order.`],
      }),
  }
}

function rowMembers(place: string): Members<RecordDataRow> {
  return {
    values: (old, now) => {
      const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
        (field) => old[field] !== now[field],
      )
      return [['safe', `${place} has another ${listed(fields) || 'order of its values'}: what was loaded stays.`]]
    },
    roles: (old, now) => {
      const { gone, made } = exchanged(old, now)
      return [
        ...made.map((role): Said => ['review', `${place} gets the role ${role}.`]),
        ...gone.map((role): Said => ['review', `${place} does not get the role ${role} any more.`]),
      ]
    },
    // Positions of the values.
    cells: ELSEWHERE,
  }
}
