// `GET /_ninefold/search?q=`: searches everything that the caller may see, by one statement through the same gate as
// every list.

import { FOUND_AT_ONCE, type Found, type FoundRecord, findablePages } from '@ninefold/core/contract/screens/search.ts'
import { optionExpression } from '@ninefold/core/contract/screens/screen-rows.ts'
import { planSearch } from '@ninefold/core/plan/read/full-text-search.ts'
import type { Statement } from '@ninefold/core/plan/sql/sql.ts'
import type { Field } from '@ninefold/core/model/entities.ts'
import { SEARCHED_KINDS } from '@ninefold/core/model/lists/searched-fields.ts'
import { matchesWords, nearness, sortExpression } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { refused } from '../../gate/context/refusal.ts'
import type { Exchange } from '../http/exchange.ts'
import { comparableFields, refuseOtherParameters } from '../http/list-query.ts'
import { type IndexedWords, indexedWords, servedIn, soughtIn, type Sought } from '../http/search-words.ts'
import { trigramSupport } from '../../store/driver/trigram-extension.ts'
import { COMPARED_KINDS, nearest, nearStatement, type SearchedPage } from './fuzzy-search.ts'
import { planner } from '../../gate/context/planner.ts'

const LENGTH_MAX = 200

interface Search {
  readonly searched: readonly SearchedPage[]
  /** Null: no entity is searchable. */
  readonly statement: Statement | null
}

type Operations = Exchange['application']['operations']

/** The searched fields of each page that the caller may open. */
function searchedPages(viewer: Viewer, operations: Operations): SearchedPage[] {
  const pages = findablePages({ model: viewer.model, caller: viewer.caller, operations })
  return pages.flatMap((page) => {
    const { entity } = page
    const fields = comparableFields(viewer, entity).filter(
      ({ name, type, computed }) =>
        computed === null && (SEARCHED_KINDS.includes(type.kind) || isSearchedInList(viewer, entity.name, name)),
    )
    return fields.length === 0 ? [] : [{ page, fields }]
  })
}

const searchPlan = planner(
  'search everything',
  (
    viewer,
    { variables, near }: Pick<Sought, 'variables' | 'near'>,
    operations: Operations,
    indexed: IndexedWords | null,
  ): Search => {
    const searched = searchedPages(viewer, operations)
    const sought = searched.map(({ page: { entity, field }, fields }) => ({
      entity,
      condition: matchesWords(viewer, entity, fields, variables),
      sought: servedIn(viewer.model, indexed, { entity, fields }),
      order: [nearness(viewer, entity.label, near), sortExpression(viewer, entity.label)],
      output: optionExpression(
        viewer,
        entity.name,
        field,
        fields.filter(isShown).map(({ name }) => name),
      ),
    }))
    return { searched, statement: sought.length === 0 ? null : planSearch(viewer, sought, FOUND_AT_ONCE) }
  },
)

const nearPlan = planner(
  'search everything nearly',
  (viewer, sought: Pick<Sought, 'mistyped'>, operations: Operations, schema: string): Statement | null =>
    nearStatement(viewer, searchedPages(viewer, operations), sought, schema),
)

export async function searchEverything(exchange: Exchange): Promise<string> {
  const { application, caller, query, bindings } = exchange
  refuseOtherParameters(query, ['q'])
  const sought = query['q'] ?? ''
  if (typeof sought !== 'string' || sought.includes('\u0000') || sought.length > LENGTH_MAX)
    throw refused('wrong type', 'q')
  const words = soughtIn(sought)
  if (words.variables.length === 0) return JSON.stringify({ groups: [] } satisfies Found)
  const { searched, statement } = application.planned(
    searchPlan,
    caller,
    { variables: words.variables, near: words.near },
    application.operations,
    await indexedWords(application, words),
  )
  if (statement === null) return JSON.stringify({ groups: [] } satisfies Found)
  const rows = await application.database.run(statement, { ...bindings, ...words.bindings })
  const groups = searched.flatMap(({ page: { entity, path, parameter } }) => {
    const found = rows.filter((row) => row['entity'] === entity.name)
    const records = found.flatMap((row) => addressed(String(row['json']), path, parameter, words))
    const total = Number(found[0]?.['total'] ?? 0)
    return records.length === 0 ? [] : [{ entity: entity.name, total, records }]
  })
  const isEnough = groups.reduce((sum, { total }) => sum + total, 0) >= FOUND_AT_ONCE
  return JSON.stringify({
    groups,
    ...(isEnough ? {} : await nearly(exchange, words, searched, groups)),
  } satisfies Found)
}

/** Records with similar words that the exact search has not found. */
async function nearly(
  { application, caller, bindings }: Exchange,
  words: Sought,
  searched: readonly SearchedPage[],
  groups: Found['groups'],
): Promise<Pick<Found, 'near' | 'isExactOnly'>> {
  const schema = await trigramSupport(application.database)
  if (schema === null) return { isExactOnly: true }
  const { variables, mistyped } = words
  const statement = application.planned(nearPlan, caller, { mistyped }, application.operations, schema)
  if (statement === null) return {}
  const rows = await application.database.run(statement, { ...bindings, ...words.bindings })
  const known = new Set(groups.flatMap(({ records }) => records.map(({ address }) => address)))
  const candidates = searched.flatMap(({ page: { entity, path, parameter } }) =>
    rows
      .filter((row) => row['entity'] === entity.name)
      .flatMap((row) => {
        const found = addressed(String(row['json']), path, parameter, words)
        return found.map((each) => ({ ...each, entity: entity.name, text: String(row['words'] ?? '') }))
      }),
  )
  const near = nearest(
    candidates.filter(({ address }) => !known.has(address)),
    variables.map((name) => String(words.bindings[name] ?? '')),
  )
  return near.length === 0 ? {} : { near }
}

/** A field that a list searches is also part of the global search. */
function isSearchedInList({ model }: Viewer, entity: string, field: string): boolean {
  return model.screens.screens.some(({ blocks }) =>
    blocks.some((block) => block.kind === 'list' && block.entity === entity && block.searchIn.includes(field)),
  )
}

/** Long texts would not fit beside a label. */
function isShown({ type }: Field): boolean {
  return COMPARED_KINDS.includes(type.kind)
}

interface FoundOption {
  readonly value?: string
  readonly label?: string
  readonly with?: Readonly<Record<string, unknown>>
}

/** A record with a hidden key has no address; one without a visible label is called by its key. */
function addressed(json: string, path: string, parameter: string, sought: Sought): FoundRecord[] {
  const { value, label = value, with: texts = {} } = JSON.parse(json) as FoundOption
  if (value === undefined || value === null || label === undefined) return []
  const detail = detailOf(label, Object.values(texts), sought)
  return [
    {
      label,
      address: path.replace(`:${parameter}`, encodeURIComponent(value)),
      ...(detail === undefined ? {} : { detail }),
    },
  ]
}

function detailOf(label: string, texts: readonly unknown[], { variables, bindings }: Sought): string | undefined {
  const words = variables.map((name) => folded(String(bindings[name] ?? '')))
  const has = (text: string): boolean => words.some((word) => folded(text).includes(word))
  if (has(label)) return undefined
  return texts.find((text): text is string => typeof text === 'string' && has(text))
}

/** As the search compares letters: without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
