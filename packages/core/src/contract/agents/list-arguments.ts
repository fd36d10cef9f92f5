// Parameters of a standard list → arguments of its tool: only fields that the caller may see in some record, and
// without the explanations that each filter has in OpenAPI. A model reads all tools before it begins, so these are
// given once.

import { entityNamed } from '../../model/find.ts'
import { reachedFields } from '../../rights/roles.ts'
import type { Operation } from '../calls/calls.ts'
import { CONTAINS } from '../inputs/list-filters.ts'
import type { OpenApiParameter } from '../open-api/parameter.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

export const FILTERS_IN_WORDS = `An argument with the name of a field keeps the records that have this value. Several values have commas between, a range is 10..20, "!" before them means none of them, and "-" means empty. NAME${CONTAINS} keeps those that have the text in it.`

/** Parameters for pagination and order, which stay as they are. */
const OF_PAGE = new Set(['limit', 'after'])

export function listArguments(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  operation: Exclude<Operation, { readonly kind: 'stated' | 'transition' }>,
  parameters: readonly OpenApiParameter[],
): OpenApiParameter[] {
  const seen = reachedFields(model, caller, entityNamed(model, operation.standard.entity), 'see')
  return parameters.flatMap((parameter) => {
    const { name, in: place, schema } = parameter
    if (place !== 'query' || OF_PAGE.has(name)) return [parameter]
    if (name === 'sort') return [{ ...parameter, schema: { ...schema, enum: seenOrders(schema.enum ?? [], seen) } }]
    const field = name.endsWith(CONTAINS) ? name.slice(0, -CONTAINS.length) : name
    return seen.has(field) ? [{ name, in: place, schema }] : []
  })
}

function seenOrders(orders: readonly (string | number | null)[], seen: ReadonlySet<string>): string[] {
  return orders.map(String).filter((order) => seen.has(order.replace(/^-/, '')))
}
