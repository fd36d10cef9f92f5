// What a screen shows and offers somebody (reference/2-screens): the rows of a block, with the values that they may see
// and the names of what they can do to each. Charts, calendars, search and filters are not covered yet.

import { entityNamed } from '../model/find.ts'
import type { Performer } from '../model/roles.ts'
import type { Action, Block, CountBlock, ListBlock, RecordsBlock, Screen } from '../model/screens.ts'
import { evaluate, holds, isShown, type Surroundings, valueOfField, withNames } from './evaluate.ts'
import { NotCovered } from './not-covered.ts'
import { refusedAs } from './refusal.ts'
import { eyesOf, isPerformer, mayEver, permissionsFor, surroundingsOf } from './rights.ts'
import { sortRecords } from './sorting.ts'
import type { Answer } from './steps.ts'
import { type Datum, recordsOf, type Reference } from './store.ts'
import { inJson } from './values.ts'
import type { Writing } from './write.ts'

export interface ScreenRequest {
  readonly screen: string
  /** The place among those blocks that this caller is shown. */
  readonly place: number
  /** Of the screen's address, by name. */
  readonly parameters: Readonly<Record<string, Datum>>
}

interface Looking extends Surroundings {
  readonly writing: Writing
  readonly screen: Screen
  readonly parameters: ScreenRequest['parameters']
}

const COUNTED_MAX = 10_000

/** A screen that is not for somebody is not there. */
export function screenAnswer(writing: Writing, { screen: name, place, parameters }: ScreenRequest): Answer {
  const { model, store, caller, names } = writing
  const scope = surroundingsOf(model, store, caller, names)
  const looking = { ...scope, eyes: eyesOf(caller, scope), writing, parameters }
  const screen = model.screens.screens.find((each) => each.name === name)
  const block = screen === undefined ? undefined : blocksOf(looking, screen)[place]
  if (screen === undefined || !isFor(looking, screen)) throw refusedAs(caller.me === null ? 'not signed in' : 'not found')
  const at: Looking = { ...looking, screen }
  const record = recordOf(at)
  if (record === null && screen.who?.some(({ kind }) => kind !== 'role') === true) throw refusedAs('not found')
  if (block === undefined) throw refusedAs('not found')
  if (block.kind === 'answer' || block.kind === 'form') throw new NotCovered('answers and forms on screens')
  if (block.kind === 'record') {
    if (record === null) throw refusedAs('not found')
    return { status: 200, body: rowOf(at, block, record) }
  }
  const records = recordsIn(at, block, record)
  if (block.kind === 'count') return { status: 200, body: { count: records.length } }
  if (block.pageSize !== null || !['table', 'cards'].includes(block.form.kind)) throw new NotCovered('forms of lists')
  const rows = records.map((each) => rowOf(at, block, each))
  return { status: 200, body: { ordered: rows, total: Math.min(records.length, COUNTED_MAX) } }
}

function blocksOf(scope: Surroundings, { blocks }: Screen): readonly Block[] {
  return blocks.filter(({ forRoles }) => forRoles === null || forRoles.some((each) => isEver(scope, each)))
}

/** Its people, as far as they may ever see records of what it shows first. */
function isFor(scope: Surroundings, screen: Screen): boolean {
  const [first] = blocksOf(scope, screen)
  const isOneOf = screen.who === null || screen.who.some((each) => isEver(scope, each))
  if (!isOneOf || first === undefined) return isOneOf
  return first.kind === 'answer' || first.kind === 'form' || mayEver(first.entity, 'see', scope)
}

/** Could the caller have the role, for some record? */
function isEver({ model, roles }: Surroundings, { kind, role, ...performer }: Performer): boolean {
  if (kind === 'role') return roles.has(role)
  return model.roles.contextualRoles.some(
    ({ name, entity, mustHave }) =>
      name === role && 'entity' in performer && entity === performer.entity && roles.has(mustHave),
  )
}

/** The record that the screen's address names. Null: there is none, or none for this caller. */
function recordOf(at: Looking): Reference | null {
  const block = at.screen.blocks.find(({ kind }) => kind === 'record')
  if (block?.kind !== 'record') return null
  const found = recordsOf(at.store, block.entity)
    .map(({ entity, id }) => ({ entity, id }))
    .find(
      (each) =>
        isSeen(at, each, block.field) && valueOfField(each, block.field, at) === (at.parameters[block.parameter] ?? null),
    )
  if (found === undefined) return null
  const everything = { ...at, eyes: null }
  return at.screen.who === null || at.screen.who.some((each) => isPerformer(each, found, everything)) ? found : null
}

function isSeen({ eyes }: Surroundings, record: Reference, field: string): boolean {
  return eyes === null || (eyes.sees(record) && eyes.seesField(record, field))
}

function recordsIn(at: Looking, block: ListBlock | CountBlock, parent: Reference | null): Reference[] {
  const { relation, where, entity } = block
  if (relation !== null && parent === null) throw refusedAs('not found')
  const all =
    relation === null || parent === null
      ? recordsOf(at.store, entity).map(({ id }) => ({ entity, id }))
      : (valueOfField(parent, relation.field, at) as readonly Reference[])
  const everything = { ...at, eyes: null }
  const found = all.filter(
    (each) =>
      (at.eyes === null || at.eyes.sees(each)) &&
      (relation === null || parent === null || isSeen(at, parent, relation.field)) &&
      holds(where, withNames(everything, { this: each })),
  )
  if (block.kind === 'list') sortRecords(at, found, entity, block.sortedBy)
  return found
}

/** A column whose value may not be seen is left out. */
function rowOf(at: Looking, block: RecordsBlock, record: Reference): Datum {
  const about = withNames(at, { this: record })
  const columns = block.columns.filter(({ value }) => isShown(value, about))
  return {
    values: Object.fromEntries(
      columns.map(({ path, value }) => [path.join('.'), inJson(value.type, evaluate(value, about))]),
    ),
    can: block.actions.filter((action) => isOffered(at, record, action)).map(({ label }) => label),
  }
}

/** As something that can be done now: a state or a condition that forbids it makes it none. */
function isOffered(at: Looking, record: Reference, action: Action): boolean {
  const everything = { ...at, eyes: null }
  if (action.kind === 'transition') {
    const machine = at.model.states.machines.find(
      ({ entity, transitions }) =>
        entity === record.entity && transitions.some(({ name }) => name === action.transition),
    )
    const state = machine === undefined ? null : valueOfField(record, machine.field, everything)
    return (machine?.transitions ?? []).some(
      ({ name, who, from, guard }) =>
        name === action.transition &&
        who.some((performer) => isPerformer(performer, record, everything)) &&
        forbidsNothing(at, record, machine?.field ?? '', from.includes(String(state))) &&
        (guard === null || !isShown(guard, withNames(at, { this: record })) || holdsFor(everything, record, guard)),
    )
  }
  const standard = at.model.calls.standard.find(
    ({ path, foundBy }) => action.kind === 'call' && action.path === `${path}/:${foundBy}`,
  )
  if (action.kind !== 'call' || standard === undefined) throw new NotCovered('offers of other calls')
  const does = action.method === 'DELETE' ? 'delete' : 'change'
  return (
    mayEver(entityNamed(at.model, record.entity).name, does, everything) &&
    permissionsFor(record, does, everything).length > 0
  )
}

function holdsFor(everything: Surroundings, record: Reference, guard: Parameters<typeof holds>[0]): boolean {
  return holds(guard, withNames(everything, { this: record }))
}

/** What the caller does not see is no obstacle: nobody finds it out by looking. */
function forbidsNothing(at: Looking, record: Reference, field: string, isRight: boolean): boolean {
  return isRight || !isSeen(at, record, field)
}

