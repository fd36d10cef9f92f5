// A call → the record that it creates or changes from its inputs, with the records that it creates from lists of
// objects.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import type { Call, FieldSet, Step, StepAction } from '../../model/calls.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { changeInputs, creationInputs, type Operation } from './calls.ts'

export interface CreatedRecord {
  readonly entity: Entity
  readonly isNew: boolean
  /** The input of each field, in the call or in an object of the list. */
  readonly inputOf: ReadonlyMap<string, string>
  /** Fields that the call sets. */
  readonly sets: ReadonlyMap<string, Expression>
  /** Records created from a list of objects, by the field of this record that contains them. */
  readonly lists: ReadonlyMap<string, ListedRecord>
  /** The record exists, and this field will contain a new one. */
  readonly among?: { readonly relation: string; readonly made: CreatedRecord }
}

/** `list`: the name of the input. */
export type ListedRecord = CreatedRecord & { readonly list: string }

/** An existing record that will contain the new one. */
export interface HoldingRecord {
  readonly entity: Entity
  readonly relation: string
  /** The field by which a path parameter identifies it; null: an input names it. */
  readonly by: string | null
  /** The path parameter, or the input. */
  readonly from: string
}

/** Records that may contain the new one, if the operation changes nothing else in them. */
export function holdersOf(model: Model, operation: Operation, made: CreatedRecord): HoldingRecord[] {
  if (!made.isNew) return []
  const call = operation.kind === 'stated' ? operation.call : null
  const steps = call === null ? [] : everyStep(call.steps)
  return made.entity.fields.flatMap(({ name, type }): HoldingRecord[] => {
    if (type.kind !== 'reference') return []
    const entity = entityNamed(model, type.entity)
    const holds = entity.fields.find(
      (each) => each.type.kind === 'collection' && each.type.entity === made.entity.name && each.type.via === name,
    )
    if (holds === undefined || isTouched(steps, entity, made.entity)) return []
    const input = made.inputOf.get(name)
    const found = input === undefined ? foundByPath(call, made.sets.get(name), entity) : { by: null, from: input }
    return found === null ? [] : [{ entity, relation: holds.name, ...found }]
  })
}

export function foundByPath(
  call: Call | null,
  value: Expression | undefined,
  { name: entity }: Entity,
): Pick<HoldingRecord, 'by' | 'from'> | null {
  if (call === null || value?.kind !== 'variable') return null
  const finds = call.steps.filter(
    ({ action }) => action.kind === 'find' && action.source.kind === 'entity' && action.source.entity === entity,
  )
  const isNamed = finds.length === 1 && finds.every(({ action }) => action.kind === 'find' && action.as === value.name)
  const parameters = call.pathParameters.filter((parameter) => parameter.finds?.entity === entity)
  const [parameter] = parameters
  if (!isNamed || parameters.length !== 1 || parameter?.finds == null) return null
  return { by: parameter.finds.field, from: parameter.name }
}

/** A step changes the containing record, or creates a second record. */
function isTouched(steps: readonly Step[], holding: Entity, made: Entity): boolean {
  const creations = steps.filter(({ action }) => action.kind === 'create' && action.entity === made.name)
  return (
    creations.length > 1 ||
    steps.some(({ action }) => 'record' in action && 'entity' in action && action.entity === holding.name)
  )
}

type Creation = Extract<StepAction, { kind: 'create' }>
type Loop = Extract<StepAction, { kind: 'for each' }>

/** Null: its steps determine more than its inputs. */
export function recordMadeBy(model: Model, operation: Operation): CreatedRecord | null {
  const written = recordWrittenBy(model, operation)
  return written === null || operation.kind !== 'stated' ? written : withLists(model, operation.call, written)
}

/** The record as the operation writes it at first; later steps may change it. Null: not each request writes one. */
function recordWrittenBy(model: Model, operation: Operation): CreatedRecord | null {
  if (operation.kind === 'create' || operation.kind === 'change') {
    const entity = entityNamed(model, operation.standard.entity)
    const every = new Set(entity.fields.map(({ name }) => name))
    const isNew = operation.kind === 'create'
    const inputs = isNew ? creationInputs(entity, every) : changeInputs(model, entity, every)
    const names = inputs.map(({ path }) => path.join('.'))
    return { entity, isNew, inputOf: new Map(names.map((name) => [name, name])), sets: new Map(), lists: new Map() }
  }
  const creation = operation.kind === 'stated' ? onlyCreation(operation.call) : null
  if (creation === null) return null
  return {
    entity: entityNamed(model, creation.entity),
    isNew: true,
    ...givenIn(creation.sets, null),
    lists: new Map(),
  }
}

function onlyCreation({ steps }: Call): Creation | null {
  const own = steps.filter(({ action }) => action.kind === 'create')
  const [step] = own
  return own.length === 1 && step?.when === null && step.action.kind === 'create' ? step.action : null
}

function withLists(model: Model, call: Call, written: CreatedRecord): CreatedRecord | null {
  const creation = onlyCreation(call)
  if (creation === null) return null
  const loops = call.steps.flatMap(({ when, action }) =>
    action.kind === 'for each' ? [{ loop: action, isAlways: when === null && action.where === null }] : [],
  )
  const lists = loops.flatMap(({ loop, isAlways }) => listMadeBy(model, creation, loop, isAlways))
  const entities = [creation.entity, ...lists.map(({ made }) => made.entity.name)]
  if (isMovedLater(call.steps, new Set(entities))) return null
  const single = lists.filter((each) => isSingle(each, lists))
  return {
    ...changedLater(written, call.steps),
    lists: new Map(single.map(({ relation, made }) => [relation, changedLater(made, call.steps)])),
  }
}

interface MadeList {
  readonly relation: string
  readonly made: ListedRecord
}

/** Records of one entity from two lists cannot be told apart. */
function isSingle({ made }: MadeList, all: readonly MadeList[]): boolean {
  return all.filter((other) => other.made.entity.name === made.entity.name).length === 1
}

/** A step after the creation changes which records there are, or in which list. */
function isMovedLater(steps: readonly Step[], entities: ReadonlySet<string>): boolean {
  return everyStep(steps).some(({ action }) => {
    if (!('entity' in action) || !entities.has(action.entity)) return false
    if (action.kind === 'do' || action.kind === 'delete') return true
    return writtenLater(action).some((set) => set.kind === 'given' || set.value.type.kind === 'record')
  })
}

/** Fields that a later step writes are not determined by inputs. */
function changedLater<Made extends CreatedRecord>(made: Made, steps: readonly Step[]): Made {
  const fields = everyStep(steps).flatMap(({ action }) =>
    'entity' in action && action.entity === made.entity.name ? writtenLater(action).map(({ field }) => field) : [],
  )
  const isLeft = ([field]: readonly [string, unknown]): boolean => !fields.includes(field)
  return {
    ...made,
    inputOf: new Map([...made.inputOf].filter(isLeft)),
    sets: new Map([...made.sets, ...fields.map((field) => [field, UNKNOWN] as const)]),
  }
}

function writtenLater(action: StepAction): readonly FieldSet[] {
  if (action.kind === 'change') return action.sets
  return action.kind === 'set' ? [{ kind: 'set', field: action.field, value: action.to }] : []
}

/** `for each line in input.lines: create Line with order = order, given line.quantity` */
function listMadeBy(model: Model, creation: Creation, { as, source, steps }: Loop, isAlways: boolean): MadeList[] {
  if (source.kind !== 'values' || source.list.kind !== 'variable' || !source.list.name.startsWith('input.')) return []
  const list = source.list.name.slice('input.'.length)
  const creations = steps.filter(({ action }) => action.kind === 'create')
  return creations.flatMap(({ when, action }) => {
    if (action.kind !== 'create') return []
    const relation = relationBetween(model, creation, action)
    if (relation === null) return []
    // If only some objects create a record, the server decides.
    if (!isAlways || when !== null || creations.length > 1) return []
    const entity = entityNamed(model, action.entity)
    return [{ relation, made: { entity, isNew: true, ...givenIn(action.sets, as), lists: new Map(), list } }]
  })
}

/** The field of the containing record that holds records with a reference to it. */
function relationBetween(model: Model, { entity, as }: Creation, part: Creation): string | null {
  const via = part.sets.find((set) => set.kind === 'set' && set.value.kind === 'variable' && set.value.name === as)
  const found = entityNamed(model, entity).fields.find(
    ({ type }) => type.kind === 'collection' && type.entity === part.entity && type.via === via?.field,
  )
  return via === undefined || part.entity === entity ? null : (found?.name ?? null)
}

/** A placeholder for a value that the server determines. */
const UNKNOWN = build.variable('', { kind: 'unknown' })

/** `item`: the name of the object; null: the inputs of the call itself. */
function givenIn(sets: readonly FieldSet[], item: string | null): Pick<CreatedRecord, 'inputOf' | 'sets'> {
  const inputOf = new Map<string, string>()
  const others = new Map<string, Expression>()
  for (const set of sets) {
    const input = inputIn(set, item)
    if (input !== null) inputOf.set(set.field, input)
    else if (set.kind === 'set') others.set(set.field, set.value)
    else others.set(set.field, UNKNOWN)
  }
  return { inputOf, sets: others }
}

function inputIn(set: FieldSet, item: string | null): string | null {
  if (set.kind === 'given') return (set.of ?? null) === item ? set.input.join('.') : null
  const { value } = set
  if (item !== null || value.kind !== 'variable' || !value.name.startsWith('input.')) return null
  return value.name.slice('input.'.length)
}
