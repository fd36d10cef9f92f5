// A column with another record's name (`category.name`) → the address of that record's page, if the caller may open it.

import * as build from '../../expression/build.ts'
import { isTrue, substitute } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { pathFrom } from '../../model/paths.ts'
import type { Column, RecordsBlock } from '../../model/screens.ts'
import { openedForRecord } from '../screens/opened-by-record.ts'
import type { RecordPage } from '../screens/record-pages.ts'
import { keysExpression } from './keys.ts'
import { columnKey, visibleColumns } from '../screens/screen-columns.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/** The page of a record of this entity; null: the caller may open none. */
export type PageOf = (entity: string) => RecordPage | null

/** Last path steps that name a record, in addition to its label. */
const NAMES = ['name', 'title', 'username']

interface Link extends RecordPage {
  readonly column: string
  /** From the row to the record. */
  readonly path: readonly string[]
  readonly entity: string
}

/** Address patterns by column; filled from the row's `links`. */
export function linkPatterns(
  scope: ScreenScope,
  block: RecordsBlock,
  pageOf: PageOf,
): Readonly<Record<string, string>> {
  return Object.fromEntries(linksOf(scope, block, pageOf).map(({ column, pattern }) => [column, pattern]))
}

/** Over `this`: by column, the fields in the address of the record; empty if the caller may not open its page. */
export function linksExpression(scope: ScreenScope, block: RecordsBlock, pageOf: PageOf): Expression | null {
  const { model } = scope
  const entries = linksOf(scope, block, pageOf).flatMap(({ column, path, entity, screen, fields }) => {
    const record = pathFrom(model, build.recordVariable('this', block.entity), block.entity, path)
    if (record === null) return []
    const value = substitute(keysExpression(model, entity, fields), 'this', record)
    const opened = openedForRecord(scope, screen, entity)
    return [{ key: column, value, ...(isTrue(opened) ? {} : { condition: substitute(opened, 'this', record) }) }]
  })
  return entries.length === 0 ? null : build.object(entries)
}

function linksOf(scope: ScreenScope, block: RecordsBlock, pageOf: PageOf): Link[] {
  return visibleColumns(scope, block).flatMap((column) => {
    const named = namedRecord(scope, block.entity, column)
    const page = named === null ? null : pageOf(named.entity)
    return named === null || page === null ? [] : [{ column: columnKey(column), ...named, ...page }]
  })
}

/** Null: the path does not name a record, or passes through a list. */
function namedRecord(
  { model }: ScreenScope,
  start: string,
  { path }: Column,
): { readonly path: readonly string[]; readonly entity: string } | null {
  let entity = start
  const steps: string[] = []
  for (const [index, name] of path.entries()) {
    const { type } = fieldNamed(entityNamed(model, entity), name)
    if (type.kind === 'reference') {
      steps.push(name)
      entity = type.entity
    } else return index > 0 && index === path.length - 1 && NAMES.includes(name) ? { path: steps, entity } : null
  }
  return { path: steps, entity }
}
