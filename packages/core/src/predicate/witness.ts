// An assignment that satisfies conditions → a sample row, as data and as a row of a table.

import type { Assignment } from './decide.ts'
import type { Membership } from './formula.ts'
import { sampleOf, type Scalar } from './value-set.ts'

/** A column and its value: null is empty, undefined any other value than the named ones. */
export interface WitnessCell {
  readonly column: string
  readonly value: Scalar | null | undefined
}

export type Witness = readonly WitnessCell[]

export function witnessOf(model: Assignment): Witness {
  return [...model.values()].map(cellOf).sort((a, b) => (a.column < b.column ? -1 : a.column > b.column ? 1 : 0))
}

function cellOf({ subject, set }: Membership): WitnessCell {
  const value = sampleOf(subject.domain, set)
  const [left, right] = subject.text.split(PAIR)
  if (left === undefined || right === undefined || typeof value !== 'string') return { column: subject.text, value }
  return { column: `${left} ${value} ${right}`, value: true }
}

/** Separates the two sides of a comparison in its key and its text; no author can write it. */
export const PAIR = ' \u2194 '

/** `| status: open | rating: empty |` */
export function printWitness(witness: Witness): string {
  return `| ${witness.map(({ column, value }) => `${column.replaceAll('|', '\\|')}: ${printValue(value)}`).join(' | ')} |`
}

function printValue(value: Scalar | null | undefined): string {
  if (value === null) return 'empty'
  if (value === undefined) return 'some other'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? '""' : String(value)
}
