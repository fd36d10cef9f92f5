// Fuzzy matches of a picker: mistyped words → records with similar words. Runs only if no record matches exactly, with
// the rights and limits of the global search.

import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { planNearSearch } from '@ninefold/core/plan/read/fuzzy-search.ts'
import { SEARCHED_KINDS } from '@ninefold/core/model/lists/searched-fields.ts'
import { sortValue } from '@ninefold/core/rights/list-conditions.ts'
import { planner } from '../../gate/context/planner.ts'
import { trigramSupport } from '../../store/driver/trigram-extension.ts'
import type { Exchange } from '../http/exchange.ts'
import { comparableFields } from '../http/list-query.ts'
import type { Sought } from '../http/search-words.ts'
import { COMPARED_KINDS, nearest } from '../screens/fuzzy-search.ts'

const nearOptionsPlan = planner(
  'options nearly',
  (viewer, entity: Entity, by: Field, { mistyped }: Pick<Sought, 'mistyped'>, schema: string) => {
    const texts = comparableFields(viewer, entity).filter(
      ({ type, computed }) =>
        computed === null && SEARCHED_KINDS.includes(type.kind) && COMPARED_KINDS.includes(type.kind),
    )
    if (texts.length === 0) return null
    const output = optionExpression(viewer, entity.name, by.name)
    const sought = { entity, output, texts: texts.map((each) => sortValue(viewer, entity, each)) }
    return planNearSearch(viewer, [sought], mistyped, schema)
  },
)

export async function nearOptions(
  { application, caller, bindings }: Exchange,
  { entity, by, sought }: { readonly entity: Entity; readonly by: Field; readonly sought: Sought },
): Promise<OptionsData['options']> {
  const schema = await trigramSupport(application.database)
  const { variables, mistyped } = sought
  const statement =
    schema === null ? null : application.planned(nearOptionsPlan, caller, entity, by, { mistyped }, schema)
  if (statement === null) return []
  const rows = await application.database.run(statement, { ...bindings, ...sought.bindings })
  const candidates = rows.flatMap((row) => {
    const { value, label } = JSON.parse(String(row['json'])) as Partial<OptionsData['options'][number]>
    // The address identifies a candidate.
    return value === undefined || value === null
      ? []
      : [{ entity: entity.name, label: label ?? value, address: value, text: String(row['words'] ?? '') }]
  })
  const words = variables.map((name) => String(sought.bindings[name] ?? ''))
  return nearest(candidates, words).map(({ address, label }) => ({ value: address, label }))
}
