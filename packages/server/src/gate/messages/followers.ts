// Written records → notifications of their followers, stored in the same transaction. They contain no text: the
// reader's own rights decide what they say when they are read.

import type { Entity } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { followedLists, planFollowersInList, planOwnFollowers, planWhole } from '@ninefold/core/plan/read/followers.ts'
import type { Row } from '../../store/driver/rows.ts'
import { keepFollowed, type Happening, type OfRecord } from '../../store/tables/notifications.ts'
import { THE_CLOCK } from '../context/caller.ts'
import { planner } from '../context/planner.ts'
import type { Work } from '../context/work.ts'

const ownFollowersPlan = planner('own followers', planOwnFollowers)
const followersInListPlan = planner('followers in a list', planFollowersInList)
const wholePlan = planner('followed whole', planWhole)

export interface Done {
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly caller: string | null
  readonly isStep: boolean
}

type Place = Pick<Work, 'application' | 'bindings' | 'transaction'>

/** Tells whether created records or transitions of this entity notify anybody. */
export function isFollowed(model: Model, entity: string): boolean {
  return entityNamed(model, entity).followers !== null || wholesOf(model, entity).length > 0
}

/** Keeps the order of the writes. */
export async function tellFollowers(place: Place, done: readonly Done[]): Promise<void> {
  const { model } = place.application
  for (const { entity, record, action, caller: by, isStep } of done) {
    const known = model.entities.entities.find(({ name }) => name === entity)
    if (known === undefined) continue
    if (isStep && known.followers !== null)
      await tell(place, known, { entity, record }, { by, step: action, part: null })
    if (action !== 'create' || isStep) continue
    for (const { whole, via } of wholesOf(model, entity)) {
      const id = await wholeOf(place, known, via, record)
      const part = { entity, record }
      if (id !== null) await tell(place, whole, { entity: whole.name, record: id }, { by, step: null, part })
    }
  }
}

interface Whole {
  readonly whole: Entity
  /** The field of the part that refers to the whole. */
  readonly via: string
}

/** Entities that name a list of these records among their followers. */
function wholesOf({ entities: { entities } }: Model, part: string): readonly Whole[] {
  return entities.flatMap((whole) =>
    followedLists(whole).flatMap((list) => {
      const { type } = fieldNamed(whole, list)
      return type.kind === 'collection' && type.entity === part && type.via !== null ? [{ whole, via: type.via }] : []
    }),
  )
}

async function wholeOf(place: Place, part: Entity, via: string, record: string): Promise<string | null> {
  const { application, bindings, transaction } = place
  const rows = await transaction.run(application.planned(wholePlan, THE_CLOCK, part, via), { ...bindings, key: record })
  const [id] = rows.flatMap((row) => idsIn(row))
  return id ?? null
}

async function tell(place: Place, entity: Entity, of: OfRecord, happening: Happening): Promise<void> {
  const named = await namedFollowers(place, entity, of.record)
  await keepFollowed(place.transaction, of, happening, named, Number(place.bindings['now']))
}

/** Users whom the record names, read without rights. */
export async function namedFollowers(place: Place, entity: Entity, id: string): Promise<readonly string[]> {
  const { application, bindings, transaction } = place
  const bound = { ...bindings, key: id, record: id }
  const own = application.planned(ownFollowersPlan, THE_CLOCK, entity)
  const inLists = followedLists(entity).map((list) => application.planned(followersInListPlan, THE_CLOCK, entity, list))
  const found = new Set<string>()
  for (const statement of own === null ? inLists : [own, ...inLists])
    for (const row of await transaction.run(statement, bound)) for (const user of idsIn(row)) found.add(user)
  return [...found]
}

function idsIn(row: Row): string[] {
  if (row['json'] === null) return []
  const values = Object.values(JSON.parse(String(row['json'])) as Record<string, unknown>)
  return values.flat().flatMap((value) => (value === null || value === undefined ? [] : [String(value)]))
}
