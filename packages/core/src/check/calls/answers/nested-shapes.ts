// A shape that contains itself along a reference of its entity to itself → whether its answer ends, and its levels. Along
// such a reference each record stands below one other record, so an answer has each record at most once on a level.

import { mapParts, partsOf } from '../../../expression/conditions.ts'
import type { Expression } from '../../../expression/expression.ts'
import type { Shape, ShapeKey } from '../../../model/calls.ts'
import { nameOfLevel, SHAPE_LEVELS } from '../../../model/shapes/shape-levels.ts'
import type { Checking } from '../../checking.ts'

/** The list that each variable of a comprehension goes through. */
type Lists = ReadonlyMap<string, Expression>

/** Tells whether the values contain the shape once, for the records above or below the present one. */
export function isNestedOnce(checking: Checking, shape: string, values: readonly Expression[]): boolean {
  const records = values.flatMap((value) => recordsOf(shape, value, new Map()))
  return records.length === 1 && records.every(({ of, lists }) => isNextTo(checking, of, lists))
}

/** The records that are answered with the shape. */
function recordsOf(shape: string, value: Expression, lists: Lists): { of: Expression; lists: Lists }[] {
  const own = value.kind === 'shape' && value.shape === shape ? [{ of: value.of, lists }] : []
  if (value.kind !== 'comprehension')
    return [...own, ...partsOf(value).flatMap((part) => recordsOf(shape, part, lists))]
  const inside = new Map([...lists, [value.variable, value.over] as const])
  return [...recordsOf(shape, value.over, lists), ...recordsOf(shape, value.body, inside)]
}

function isNextTo(checking: Checking, record: Expression, lists: Lists): boolean {
  const over = record.kind === 'variable' ? lists.get(record.name) : undefined
  return leadsOn(checking, over === undefined ? record : listedIn(over))
}

/** The list behind `filter`, `first` and `last`. */
function listedIn(list: Expression): Expression {
  if (list.kind === 'comprehension' && list.operation === 'filter') return listedIn(list.over)
  const [of] = list.kind === 'call' && ['first', 'last'].includes(list.function) ? list.arguments : []
  return of === undefined ? list : listedIn(of)
}

function leadsOn(checking: Checking, path: Expression): boolean {
  if (path.kind !== 'field' || path.of.kind !== 'variable' || path.of.name !== 'this') return false
  const type = checking.entities.get(path.entity)?.fields.get(path.field)?.field.type
  if (type === undefined) return false
  if (type.kind === 'reference' || type.kind === 'inverse') return type.entity === path.entity
  return type.kind === 'collection' && type.via !== null && type.entity === path.entity
}

export function levelsOf(shape: Shape): readonly Shape[] {
  return Array.from({ length: SHAPE_LEVELS }, (_, index) => {
    const inner = index + 1 === SHAPE_LEVELS ? null : nameOfLevel(shape.name, index + 2)
    return {
      ...shape,
      name: nameOfLevel(shape.name, index + 1),
      keys: shape.keys.flatMap((key) => keyOfLevel(key, shape.name, inner)),
    }
  })
}

function keyOfLevel(key: ShapeKey, shape: string, inner: string | null): ShapeKey[] {
  if (recordsOf(shape, key.value, new Map()).length === 0) return [key]
  return inner === null ? [] : [{ ...key, value: renamed(key.value, shape, inner) }]
}

function renamed(value: Expression, shape: string, inner: string): Expression {
  const changed = mapParts(value, (part) => renamed(part, shape, inner))
  return changed.kind === 'shape' && changed.shape === shape ? { ...changed, shape: inner } : changed
}
