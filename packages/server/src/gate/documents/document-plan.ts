// A document of one record → the statements that read it. They are planned once for the caller and once for the
// product: if both give the same, the caller sees all of it.

import { namedRecords } from '@ninefold/core/contract/inputs/named-records.ts'
import * as build from '@ninefold/core/expression/build.ts'
import { ofEverything } from '@ninefold/core/expression/conditions.ts'
import type { Expression } from '@ninefold/core/expression/expression.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Template } from '@ninefold/core/model/outside/messages.ts'
import type { Document, DocumentList } from '@ninefold/core/model/screens.ts'
import { fieldOf } from '@ninefold/core/model/paths.ts'
import { type ListPlan, planList, planRecord } from '@ninefold/core/plan/read/lists.ts'
import { placeholdersOf } from '@ninefold/core/plan/read/messages.ts'
import { planTotals } from '@ninefold/core/plan/read/totals.ts'
import { isRecordBoundAs, sortsOfPaths } from '@ninefold/core/rights/list-conditions.ts'
import type { Viewer } from '@ninefold/core/rights/readable.ts'
import { planner } from '../context/planner.ts'

/** Rows per table: this many are laid out in a few seconds. */
export const ROWS_MAX = 2000

export const documentPlan = planner('document', (viewer, document: Document) => {
  const entity = entityNamed(viewer.model, document.entity)
  const values = build.object(
    recordValues(document).map(({ key, value }) => ({ key, value: namedRecords(viewer.model, value) })),
  )
  return {
    record: planRecord(viewer, entity, [isRecordBoundAs(entity, 'record')], values),
    lists: document.blocks.flatMap((block) => (block.kind === 'list' ? [listPlan(viewer, document, block)] : [])),
  }
})

interface Keyed {
  readonly key: string
  readonly value: Expression
}

/** All values of the record itself that the document shows. */
function recordValues({ title, blocks }: Document): Keyed[] {
  return [
    ...(title === null ? [] : placeholderValues('title', title)),
    ...blocks.flatMap((block, index) => {
      if (block.kind === 'fields') return block.columns.map(({ value }, at) => ({ key: columnKey(at, index), value }))
      return block.kind === 'text' ? placeholderValues(String(index), block.text) : []
    }),
  ]
}

function placeholderValues(of: string, template: Template): Keyed[] {
  return placeholdersOf(template).map((value, at) => ({ key: placeholderKey(of, at), value }))
}

/** `of`: the title, or the number of the block. */
export function placeholderKey(of: string, at: number): string {
  return `${of} placeholder ${at}`
}

/** `block`: missing in a row of a table. */
export function columnKey(at: number, block?: number): string {
  return block === undefined ? `column ${at}` : `${block} column ${at}`
}

function listPlan(viewer: Viewer, document: Document, list: DocumentList) {
  const { model } = viewer
  const [of, entity] = [entityNamed(model, document.entity), entityNamed(model, list.entity)]
  const found: Pick<ListPlan, 'entity' | 'conditions' | 'relation'> = {
    entity,
    conditions: list.where === null ? [] : [ofEverything(list.where)],
    relation: { of, field: fieldNamed(of, list.relation), record: 'record' },
  }
  const row = build.recordVariable('this', entity.name)
  return {
    rows: planList(viewer, {
      ...found,
      order: sortsOfPaths(viewer, entity, list.sortedBy),
      output: build.object(
        list.columns.map(({ value }, at) => ({ key: columnKey(at), value: namedRecords(model, value) })),
      ),
      page: { kind: 'bounded', take: ROWS_MAX + 1, isFirst: true },
    }),
    totals:
      list.totals.length === 0
        ? null
        : planTotals(viewer, {
            ...found,
            lane: null,
            sums: list.totals.map((name) => fieldOf(model, row, entity.name, fieldNamed(entity, name))),
          }),
  }
}
