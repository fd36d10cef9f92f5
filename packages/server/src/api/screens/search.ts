// `GET /_ninefold/search?q=`: what somebody seeks, among everything that they may see. One statement through the same gate
// as every list.

import { FOUND_AT_ONCE, type Found, recordPages, type RecordPage } from '@ninefold/core/contract/screens/search.ts'
import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { planSearch, type SoughtEntity } from '@ninefold/core/plan/read/search.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import { matchesWords, nearness, sortExpression } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { comparableFields, refuseOtherParameters } from '../http/list-query.ts'
import { soughtIn, type Sought } from '../http/sought-words.ts'
import { planner } from '../../gate/context/planner.ts'

const SEARCHED_KINDS = ['text', 'email', 'sequence', 'random code']
const LENGTH_MAX = 200

interface Search {
  readonly pages: readonly RecordPage[]
  /** Null: there is nothing to search in. */
  readonly statement: Statement | null
}

const searchPlan = planner(
  'search everything',
  (
    viewer,
    { variables, near }: Pick<Sought, 'variables' | 'near'>,
    operations: Exchange['application']['operations'],
  ): Search => {
    const all = recordPages({ model: viewer.model, caller: viewer.caller, operations }).flatMap(
      (page): { page: RecordPage; sought: SoughtEntity }[] => {
        const { entity } = page
        const fields = comparableFields(viewer, entity).filter(
          ({ name, type, computed }) =>
            computed === null && (SEARCHED_KINDS.includes(type.kind) || isSearchedInList(viewer, entity.name, name)),
        )
        if (fields.length === 0) return []
        const sought = {
          entity,
          condition: matchesWords(viewer, entity, fields, variables),
          order: [nearness(viewer, entity.label, near), sortExpression(viewer, entity.label)],
          output: optionExpression(viewer, entity.name, page.field),
        }
        return [{ page, sought }]
      },
    )
    return {
      pages: all.map(({ page }) => page),
      statement:
        all.length === 0
          ? null
          : planSearch(
              viewer,
              all.map(({ sought }) => sought),
              FOUND_AT_ONCE,
            ),
    }
  },
)

export async function searchEverything(exchange: Exchange): Promise<string> {
  const { application, caller, query, bindings } = exchange
  refuseOtherParameters(query, ['q'])
  const sought = query['q'] ?? ''
  if (typeof sought !== 'string' || sought.includes('\u0000') || sought.length > LENGTH_MAX)
    throw refused('wrong type', 'q')
  const words = soughtIn(sought)
  const { pages, statement } = application.planned(
    searchPlan,
    caller,
    { variables: words.variables, near: words.near },
    application.operations,
  )
  if (words.variables.length === 0 || statement === null) return JSON.stringify({ groups: [] } satisfies Found)
  const rows = await application.database.run(statement, { ...bindings, ...words.bindings })
  const groups = pages.flatMap(({ entity, path, parameter }) => {
    const found = rows.filter((row) => row['entity'] === entity.name)
    const records = found.flatMap((row) => addressed(String(row['json']), path, parameter))
    const total = Number(found[0]?.['total'] ?? 0)
    return records.length === 0 ? [] : [{ entity: entity.name, total, records }]
  })
  return JSON.stringify({ groups } satisfies Found)
}

/** A list says that its field is searched: then so it is wherever somebody searches. */
function isSearchedInList({ model }: Viewer, entity: string, field: string): boolean {
  return model.screens.screens.some(({ blocks }) =>
    blocks.some((block) => block.kind === 'list' && block.entity === entity && block.searchIn.includes(field)),
  )
}

/** A record whose key may not be seen has no address; one without a visible label is called by its key. */
function addressed(json: string, path: string, parameter: string): Found['groups'][number]['records'] {
  const { value, label } = JSON.parse(json) as { readonly value?: string; readonly label?: string }
  if (value === undefined || value === null) return []
  return [{ label: label ?? value, address: path.replace(`:${parameter}`, encodeURIComponent(value)) }]
}
