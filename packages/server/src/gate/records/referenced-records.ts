// Records that a caller refers to in fields of another record. A hidden record is refused like a missing one; otherwise
// trying ids would reveal which exist.

import type { Value } from '@ninefold/core/expression/expression.ts'
import { isTrue } from '@ninefold/core/expression/conditions.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { isDeferredReference } from '@ninefold/core/plan/schema/tables.ts'
import { planVisibleAmong } from '@ninefold/core/plan/read/finds.ts'
import { visibleRecords } from '@ninefold/core/rights/roles.ts'
import type { Row } from '../../store/driver/rows.ts'
import { isRecord } from '../../store/driver/statement.ts'
import type { Application } from '../context/application.ts'
import { inputRefusal, Refusal, type RefusalItem } from '../context/refusal.ts'
import type { Work } from '../context/work.ts'
import { planner } from '../context/planner.ts'

/**
 * Null: the caller may see all records, so the foreign key alone finds missing ones. A deferred foreign key would find
 * them after the rules and the rights, whose refusals come later.
 */
const visibleAmong = planner('visible among', (viewer, entity: Entity, field: Field, of: Entity) =>
  isTrue(visibleRecords(viewer.model, viewer.caller, of.name)) && !isDeferredReference(viewer.model, entity, field)
    ? null
    : planVisibleAmong(viewer, of, 'ids'),
)

const thereAmong = planner('there among', (viewer, of: Entity) => planVisibleAmong(viewer, of, 'ids'))

export async function refuseUnseenRecords(
  work: Work,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
): Promise<void> {
  const { application, caller, bindings, transaction } = work
  const unseen = await unseenAmong(application, entity, given, async (of, ids, field) => {
    const statement = application.planned(visibleAmong, caller, entity, field, of)
    return statement === null ? 'all' : transaction.run(statement, { ...bindings, ids })
  })
  if (unseen.length === 0) return
  // Adds the records that the foreign keys would have found missing.
  throw new Refusal(await missingAmong(work, entity, given))
}

/** Work that only reads: within the transaction of a write, or after its rollback. */
export type Asking = Pick<Work, 'application' | 'caller' | 'bindings'> & {
  readonly transaction: Pick<Work['transaction'], 'run'>
}

/** The records that do not exist or are hidden from the caller. */
export function missingAmong(
  { application, caller, bindings, transaction }: Asking,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
): Promise<RefusalItem[]> {
  return unseenAmong(application, entity, given, (of, ids) =>
    transaction.run(application.planned(thereAmong, caller, of), { ...bindings, ids }),
  )
}

type Ids = readonly (string | number)[]

/** `seen`: the rows of visible records; `all` if the caller sees every record. */
async function unseenAmong(
  { model }: Application,
  entity: Entity,
  given: Readonly<Record<string, Value>>,
  seen: (of: Entity, ids: Ids, field: Field) => Promise<readonly Row[] | 'all'>,
): Promise<RefusalItem[]> {
  const unseen: RefusalItem[] = []
  for (const [name, value] of Object.entries(given)) {
    const field = fieldNamed(entity, name)
    const { type } = field
    if (type.kind !== 'reference' && type.kind !== 'collection') continue
    const ids = idsOf(value)
    if (ids.length === 0) continue
    const rows = await seen(entityNamed(model, type.entity), ids, field)
    if (rows === 'all') continue
    const found = new Set(rows.map((row) => String(row['id'])))
    if (!ids.every((id) => found.has(String(id).toLowerCase()))) unseen.push(inputRefusal('not found', name))
  }
  return unseen
}

function idsOf(value: Value): (string | number)[] {
  if (value === null || value === undefined) return []
  const items = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return items.flatMap((item) => {
    const id = isRecord(item) ? item.id : item
    return typeof id === 'string' || typeof id === 'number' ? [id] : []
  })
}
