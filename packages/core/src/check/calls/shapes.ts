// Draft shapes → checked shapes, with `everything in X` expanded.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Ending, ShapeDraft } from '../../draft/calls.ts'
import { visit } from '../../expression/conditions.ts'
import type { Expression, Scope } from '../../expression/expression.ts'
import { entryOf } from '../../expression/omitted-keys.ts'
import type { Shape, ShapeKey } from '../../model/calls.ts'
import { report, reportAbsence, type Checking } from '../checking.ts'
import { reachable } from '../../model/reachable.ts'
import { optionalExpression } from '../expressions/expressions.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { resolveEntity } from '../names/resolve.ts'
import { lastDay } from './former-addresses.ts'
import { isNestedOnce, levelsOf } from './answers/nested-shapes.ts'
import { ADDRESS_VARIABLE, presenceOfReaders, recordScope, sessionVariables } from '../names/scopes.ts'
import type { Written } from '../../text/source.ts'

/** As written; former names of keys are added when the whole shape is known. */
interface OwnKey {
  readonly key: string
  readonly value: Expression
  readonly condition?: Expression
  readonly isStated?: true
  readonly was: (Written & Ending) | null
}

type Keys = readonly OwnKey[]

export function checkShapes(checking: Checking): Shape[] {
  const own = new Map<string, Keys>()
  for (const draft of checking.names.shapes.values()) own.set(draft.name.text, ownKeys(checking, draft))
  const nested = nestedShapes(checking, own)
  refuseCircles(checking, own, nested)
  return [...checking.names.shapes.values()].flatMap((draft) => {
    if (!checking.entities.has(draft.entity.text)) return []
    const shape = {
      name: draft.name.text,
      entity: draft.entity.text,
      keys: withFormerKeys(checking, draft, everyKey(checking, draft, own, new Set())),
      span: draft.name.span,
    }
    return nested.has(shape.name) ? levelsOf(shape) : [shape]
  })
}

function nestedShapes(checking: Checking, own: ReadonlyMap<string, Keys>): ReadonlySet<string> {
  const shapes = [...own].map(([name, keys]) => ({ name, values: keys.map(({ value }) => value) }))
  return new Set(shapes.flatMap(({ name, values }) => (isNestedOnce(checking, name, values) ? [name] : [])))
}

function ownKeys(checking: Checking, draft: ShapeDraft): Keys {
  const entity = resolveEntity(checking, draft.entity)
  if (entity === null) return []
  const scope: Scope = { ...shapeScope(checking, entity.name), isKeyValue: true }
  const unique = new Map<string, Declared>()
  return draft.keys.flatMap((key) => {
    if (key.kind === 'everything in') {
      checkInclusion(checking, draft, key.shape)
      return []
    }
    if (reportSecond(key.key, 'a key of this shape', unique, checking.found)) return []
    const value = optionalExpression(checking, key.value, scope, null)
    return value === null || value === 'absent' ? [] : [{ ...entryOf(key.key.text, value), was: key.was }]
  })
}

/** The token of the caller's own session can be answered if programs carry it themselves. */
function shapeScope(checking: Checking, entity: string): Scope {
  return recordScope(checking, entity, presenceOfReaders(checking), [...sessionVariables(checking), ADDRESS_VARIABLE])
}

function checkInclusion(checking: Checking, draft: ShapeDraft, written: { text: string; span: Shape['span'] }): void {
  const included = checking.names.shapes.get(written.text)
  if (included === undefined) {
    report(
      checking,
      diagnostic('N722', written.span, written.text).suggesting(written.text, checking.names.shapes.keys()),
    )
  } else {
    checking.names.recorder.use('shape', written)
    checking.shapesUsed.add(written.text)
    if (included.entity.text !== draft.entity.text)
      report(checking, diagnostic('N709', written.span, written.text, included.entity.text, draft.entity.text))
  }
}

/** A later key replaces an included one of the same name. */
function everyKey(
  checking: Checking,
  draft: ShapeDraft,
  own: ReadonlyMap<string, Keys>,
  above: ReadonlySet<string>,
): Keys {
  const keys = new Map<string, OwnKey>()
  const mine = new Map((own.get(draft.name.text) ?? []).map((each) => [each.key, each]))
  for (const key of draft.keys) {
    if (key.kind === 'key') {
      const found = mine.get(key.key.text)
      if (found !== undefined) keys.set(key.key.text, found)
      continue
    }
    const included = checking.names.shapes.get(key.shape.text)
    if (included === undefined || included === draft || above.has(key.shape.text)) continue
    for (const each of everyKey(checking, included, own, new Set([...above, draft.name.text]))) keys.set(each.key, each)
  }
  return [...keys.values()]
}

/** A renamed key is answered under both names; a name that is still in use cannot be a former name. */
function withFormerKeys(checking: Checking, { keys: rows }: ShapeDraft, keys: Keys): ShapeKey[] {
  const taken = new Set(keys.map(({ key }) => key))
  return keys.flatMap(({ was, ...entry }): ShapeKey[] => {
    const { key } = entry
    if (was === null) return [entry]
    // A mistake in another shape is reported there, and this shape's own key of that name replaces it.
    const isOwn = rows.some((row) => row.kind === 'key' && row.was === was)
    if (!taken.has(was.text)) {
      taken.add(was.text)
      const until = lastDay(isOwn ? checking : { ...checking, found: [] }, was, `"${was.text}"`, '')
      return [entry, { ...entry, key: was.text, formerOf: key, ...(until === null ? {} : { until }) }]
    }
    if (isOwn) report(checking, diagnostic('N330', was.span, 'still a key', was.text))
    return [entry]
  })
}

/** A shape that contains itself, by inclusion or by a value, would be infinite, unless it is nested by levels. */
function refuseCircles(checking: Checking, own: ReadonlyMap<string, Keys>, nested: ReadonlySet<string>): void {
  const next = new Map<string, Set<string>>()
  for (const draft of checking.names.shapes.values()) {
    const inside = new Set(draft.keys.flatMap((key) => (key.kind === 'everything in' ? [key.shape.text] : [])))
    for (const { value } of own.get(draft.name.text) ?? [])
      for (const shape of shapesIn(value)) if (shape !== draft.name.text || !nested.has(shape)) inside.add(shape)
    next.set(draft.name.text, inside)
  }
  for (const draft of checking.names.shapes.values()) {
    for (const inside of next.get(draft.name.text) ?? [])
      if (inside !== draft.name.text) checking.shapesUsed.add(inside)
    if (reachable(draft.name.text, next).has(draft.name.text))
      report(checking, diagnostic('N727', draft.name.span, draft.name.text))
  }
}

export function shapesIn(expression: Expression): Set<string> {
  const shapes = new Set<string>()
  visit(expression, (part) => {
    if (part.kind === 'shape') shapes.add(part.shape)
  })
  return shapes
}

export function warnAboutUnusedShapes(checking: Checking): void {
  for (const draft of checking.names.shapes.values()) {
    if (!checking.shapesUsed.has(draft.name.text))
      reportAbsence(checking, draft.name.text, diagnostic('N726', draft.name.span, draft.name.text))
  }
}
