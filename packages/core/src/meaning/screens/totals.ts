// The totals of a list → sums over all matches, or per column of a board (reference/2-screens, Screens).

import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { ListBlock } from '../../model/screens.ts'
import type { Surroundings } from '../evaluate.ts'
import { refusedInputs } from '../refusals/refusal.ts'
import { mayEverSee } from '../rights.ts'
import { seenValue } from '../standard-calls/lists.ts'
import type { Datum, Reference } from '../store.ts'
import { decimal, decimalText } from '../values/numbers.ts'
import { inJson } from '../values/values.ts'
import { fieldValue, groupedBy } from './charts.ts'
import { plain } from './forms.ts'

/** A record whose position on a board is hidden belongs to those without one. */
export function totalsOf(scope: Surroundings, block: ListBlock, records: readonly Reference[]): Datum {
  const names = block.totals.filter((name) => mayEverSee(block.entity, name, scope))
  if (names.length === 0) throw refusedInputs(['totals'])
  const entity = entityNamed(scope.model, block.entity)
  const lane = block.form.kind === 'board' ? fieldNamed(entity, block.form.by[0] ?? '') : null
  const laneOf = (record: Reference): Datum => {
    if (lane === null) return null
    return plain(inJson(fieldValue(scope, entity, lane).type, seenValue(scope, entity, lane, record) ?? null))
  }
  return {
    lanes: groupedBy(records, laneOf).map(([value, own]) => ({
      value,
      count: own.length,
      sums: Object.fromEntries(names.map((name) => [name, sumOf(scope, block.entity, name, own)])),
    })),
  }
}

/** Null: no such number is visible. */
function sumOf(scope: Surroundings, name: string, measured: string, records: readonly Reference[]): Datum {
  const entity = entityNamed(scope.model, name)
  const values = records.flatMap((record) => seenValue(scope, entity, fieldNamed(entity, measured), record) ?? [])
  if (values.length === 0) return null
  return decimalText(values.reduce((sum, value) => sum.plus(decimal(value)), decimal(0)))
}
