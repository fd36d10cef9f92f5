// An application and one of its people → requests that their own pages, and programs that know the calls, would send:
// addresses with names of records, and lists filtered by existing values. Few of them are refused, so that most answers
// reveal something. Misplaced values are tested elsewhere.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { CONTAINS, NO_VALUE } from '@ninefold/core/contract/inputs/list-filters.ts'
import { keyedActions, screenKey } from '@ninefold/core/contract/screens/screens.ts'
import { blocksFor, mayOpen } from '@ninefold/core/contract/screens/open-screens.ts'
import type { ScreenScope } from '@ninefold/core/contract/screens/screen-scope.ts'
import { THUMBNAIL_SIZES } from '@ninefold/core/contract/wire/thumbnails.ts'
import { isFalse } from '@ninefold/core/expression/conditions.ts'
import type { DrawnBlock } from '@ninefold/core/model/lists/drawn-blocks.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, isStored } from '@ninefold/core/model/find.ts'
import type { Screen } from '@ninefold/core/model/screens.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { visibleField } from '@ninefold/core/rights/roles.ts'
import type { Choosing } from '@ninefold/server/testing/agreement/agreement-values.ts'
import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'
import type { WorldPool } from '../worlds/world-pool.ts'

interface Asking {
  readonly scope: ScreenScope
  readonly pool: WorldPool
  readonly choosing: Choosing
}

type Way = (asking: Asking) => string | null

/** Repeated entries are drawn more often. */
const WAYS: readonly Way[] = [
  ...Array.from({ length: 5 }, () => listed),
  ...Array.from({ length: 3 }, () => found),
  ...Array.from({ length: 4 }, () => answered),
  ...Array.from({ length: 9 }, () => shownBlock),
  ...Array.from({ length: 2 }, () => optionsAsked),
  ...Array.from({ length: 2 }, () => history),
  ...Array.from({ length: 2 }, () => file),
  titled,
  filledForm,
  secretText,
  ({ pool, choosing }) => `/_ninefold/search?q=${encoded(wordOf(pool, choosing))}`,
  ({ choosing }) => choosing.of(ALWAYS),
]

const ALWAYS = [
  '/_ninefold/deleted.json',
  '/_ninefold/notifications',
  '/_ninefold/notifications?take=1',
  '/_ninefold/notifications/unread',
  '/_ninefold/counts',
  '/_ninefold/app',
  '/_ninefold/views',
  '/_ninefold/openapi.json',
  '/_ninefold/why?address=/',
]

const NO_TRIES_MAX = 20

/** Read requests only. */
export function sensibleRequests(
  scope: ScreenScope,
  pool: WorldPool,
  choosing: Choosing,
  count: number,
): GeneratedRequest[] {
  const asking = { scope, pool, choosing }
  return Array.from({ length: count }, () => get(sensible(asking)))
}

function sensible(asking: Asking): string {
  for (let tries = 0; tries < NO_TRIES_MAX; tries++) {
    const path = asking.choosing.of(WAYS)(asking)
    if (path !== null) return path
  }
  return '/_ninefold/app'
}

const get = (path: string): GeneratedRequest => ({ method: 'GET', path, body: null, headers: {} })

function listed({ scope, pool, choosing }: Asking): string | null {
  const operation = some(
    choosing,
    scope.operations.filter((each) => each.kind === 'list'),
  )
  if (operation?.kind !== 'list') return null
  const entity = entityNamed(scope.model, operation.standard.entity)
  const fields = seenFields(scope, entity)
  const sort = some(
    choosing,
    fields.filter((field) => isStored(field) && !UNSORTED.includes(field.type.kind)),
  )
  return withQuery(operation.path, [
    ...filters(pool, choosing, entity, fields),
    ...(sort === null || choosing.below(2) === 0 ? [] : [['sort', `${choosing.of(['', '-'])}${sort.name}`] as const]),
    ...(choosing.below(3) === 0 ? [['limit', choosing.of(['1', '2', '5'])] as const] : []),
  ])
}

const UNSORTED = ['reference', 'period', 'map', 'json']
const UNFILTERED = ['period', 'map', 'json', 'file', 'secret text', 'collection', 'inverse', 'password']

/** Comparable fields that the person may ever see. */
function seenFields({ model, caller }: ScreenScope, entity: Entity): Field[] {
  return entity.fields.filter(
    ({ name, isHidden, type }) =>
      !isHidden && !UNFILTERED.includes(type.kind) && !isFalse(visibleField(model, caller, entity.name, name)),
  )
}

type Pair = readonly [name: string, value: string]

/** At most two filters. */
function filters(pool: WorldPool, choosing: Choosing, entity: Entity, fields: readonly Field[]): Pair[] {
  const chosen = [some(choosing, fields), some(choosing, fields)].slice(0, choosing.below(3))
  return [...new Set(chosen)].flatMap((field): Pair[] => {
    if (field === null) return []
    const values = pool.values[`${entity.name}.${field.name}`] ?? []
    const value = some(choosing, values)
    if (value === null) return []
    if (!field.isRequired && !isText(field) && choosing.below(8) === 0) return [[field.name, NO_VALUE]]
    if (isText(field) && choosing.below(2) === 0)
      return [[field.name + CONTAINS, value.slice(0, 1 + choosing.below(4))]]
    return [[field.name, value]]
  })
}

function isText({ type }: Field): boolean {
  return ['text', 'long text', 'formatted text', 'email', 'slug'].includes(type.kind)
}

/** A record by the key that its call uses. */
function found({ scope, pool, choosing }: Asking): string | null {
  const operation = some(
    choosing,
    scope.operations.filter((each) => each.kind === 'get'),
  )
  return operation === null ? null : addressed(operation, pool, choosing)
}

function answered({ scope, pool, choosing }: Asking): string | null {
  const operation = some(
    choosing,
    scope.operations.filter((each) => each.kind === 'stated' && each.method === 'GET'),
  )
  const path = operation === null ? null : addressed(operation, pool, choosing)
  if (operation?.kind !== 'stated' || path === null) return null
  const { queries } = operation.call
  // Some parameters mean nothing without the others.
  const asked = choosing.below(2) === 0 ? queries : queries.filter(() => choosing.below(3) === 0)
  return withQuery(
    path,
    asked.map(({ name, type }): Pair => [name, valueFor(pool, choosing, type, name)]),
  )
}

function addressed(operation: Operation, pool: WorldPool, choosing: Choosing): string | null {
  const parts = operation.path.split('/').map((part) => {
    if (!part.startsWith(':')) return part
    const name = part.slice(1)
    const key = some(choosing, pool.found[foundBy(operation, name)] ?? pool.keys)
    return key === null ? null : encoded(key)
  })
  return parts.includes(null) ? null : parts.join('/')
}

function foundBy(operation: Operation, parameter: string): string {
  if (operation.kind === 'transition') return `${operation.entity}.${parameter}`
  if (operation.kind !== 'stated') return `${operation.standard.entity}.${parameter}`
  const stated = operation.call.pathParameters.find(({ name }) => name === parameter)
  return stated?.finds == null ? parameter : `${stated.finds.entity}.${stated.finds.field}`
}

function valueFor(pool: WorldPool, choosing: Choosing, type: Field['type'], name: string): string {
  const isEnd = name === 'until' || name === 'to'
  switch (type.kind) {
    case 'choice':
      return choosing.of(type.values)
    case 'whole number':
      return choosing.of(['0', '1', '5', '20'])
    case 'yes/no':
      return choosing.of(['true', 'false'])
    case 'date':
      return isEnd ? '2031-12-01' : choosing.of(['2020-01-31', '2026-01-31'])
    case 'date and time':
      return isEnd ? '2031-12-30T12:00:00Z' : choosing.of(['2020-01-31T00:00:00Z', '2026-11-30T12:00:00Z'])
    default:
      return wordOf(pool, choosing)
  }
}

function wordOf(pool: WorldPool, choosing: Choosing): string {
  const text = choosing.of(pool.texts)
  const word = choosing.of(text.split(/[^\p{L}\p{N}]+/u))
  return choosing.below(2) === 0 ? word : word.slice(0, 3)
}

function screenFor({ scope, choosing }: Asking): Screen | null {
  const { screens } = scope.model.screens
  const open = screens.filter((screen) => mayOpen(scope, screen))
  return some(choosing, choosing.below(12) === 0 ? screens : open)
}

/** The place of the screen: the parameters of its address. Null: no such place. */
function placeOf({ scope, pool, choosing }: Asking, screen: Screen): Pair[] | null {
  const route = scope.model.screens.routes.find((each) => each.screen === screen.name)
  const pairs = (route?.parameters ?? []).map(({ name, entity, field }): Pair | null => {
    const key = some(choosing, pool.found[`${entity}.${field}`] ?? [])
    return key === null ? null : [name, key]
  })
  const found = pairs.filter((pair) => pair !== null)
  return found.length < pairs.length ? null : found
}

function shownBlock(asking: Asking): string | null {
  const { scope, choosing } = asking
  const screen = screenFor(asking)
  const blocks = screen === null ? [] : blocksFor(scope, screen)
  const block = some(choosing, blocks)
  const place = screen === null ? null : placeOf(asking, screen)
  if (screen === null || place === null || block === null || block.kind === 'form' || block.kind === 'text') return null
  const isFile = choosing.below(5) === 0 && isList(block)
  const path = `/_ninefold/screens/${screenKey(screen)}/${blocks.indexOf(block)}${isFile ? '/rows.csv' : ''}`
  const narrowed = block.kind === 'list' ? narrowing(asking, block, isFile) : []
  return withQuery(path, [...place, ...narrowed])
}

function isList(block: DrawnBlock): boolean {
  return (block.kind === 'list' && block.form.kind !== 'chart') || (block.kind === 'answer' && block.isList)
}

function narrowing(
  { scope, pool, choosing }: Asking,
  block: Extract<DrawnBlock, { kind: 'list' }>,
  isFile: boolean,
): Pair[] {
  const entity = entityNamed(scope.model, block.entity)
  const fields = seenFields(scope, entity)
  const sorts = fields.filter(
    (field) => isStored(field) && block.columns.some(({ path }) => path.length === 1 && path[0] === field.name),
  )
  const sort = some(choosing, sorts)
  const isScrolled = block.form.kind === 'table' || block.form.kind === 'cards'
  return [
    ...filters(
      pool,
      choosing,
      entity,
      fields.filter(({ name }) => block.filters.includes(name)),
    ),
    ...(block.searchIn.length > 0 && choosing.below(3) === 0 ? [['q', wordOf(pool, choosing)] as const] : []),
    ...(sort !== null && choosing.below(3) === 0 ? [['sort', choosing.of(['', '-']) + sort.name] as const] : []),
    ...(!isFile && isScrolled && choosing.below(4) === 0 ? [['after', ''] as const] : []),
    ...(!isFile && block.pageSize !== null && choosing.below(4) === 0
      ? [['page', choosing.of(['1', '2'])] as const]
      : []),
  ]
}

function titled(asking: Asking): string | null {
  const screen = screenFor(asking)
  const place = screen === null ? null : placeOf(asking, screen)
  if (screen === null || place === null) return null
  return withQuery(`/_ninefold/screens/${screenKey(screen)}/titles`, place)
}

function filledForm(asking: Asking): string | null {
  const { scope, pool, choosing } = asking
  const screen = screenFor(asking)
  if (screen === null) return null
  const changes = keyedActions(scope, screen).flatMap(({ key, action, form }) => {
    if (form !== null && form.filledFrom !== null) return [{ key, place: placeOf(asking, screen) ?? [] }]
    const call = action.kind === 'call' ? action : null
    const operation = scope.operations.find(({ method, path }) => method === call?.method && path === call.path)
    if (operation?.kind !== 'change') return []
    const { entity, foundBy: name } = operation.standard
    const value = some(choosing, pool.found[`${entity}.${name}`] ?? [])
    return value === null ? [] : [{ key, place: [[name, value] as const] }]
  })
  const chosen = some(choosing, changes)
  return chosen === null ? null : withQuery(`/_ninefold/forms/${screenKey(screen)}/${chosen.key}`, chosen.place)
}

function optionsAsked({ scope, pool, choosing }: Asking): string | null {
  const entity = some(choosing, scope.model.entities.entities)
  if (entity === null) return null
  const names = entity.fields.filter(
    (field) => isStored(field) && !field.isHidden && (field.name === 'id' || field.unique !== null),
  )
  const by = choosing.below(4) === 0 ? some(choosing, entity.fields) : some(choosing, names)
  const sought: Pair[] = choosing.below(3) === 0 ? [['q', wordOf(pool, choosing)]] : []
  return withQuery(`/_ninefold/options/${encoded(entity.name)}`, [['by', by?.name ?? 'id'], ...sought])
}

function history({ scope, pool, choosing }: Asking): string | null {
  const entity = some(
    choosing,
    scope.model.entities.entities.filter((each) => each.history !== null),
  )
  const id = entity === null ? null : some(choosing, pool.found[`${entity.name}.id`] ?? [])
  return entity === null || id === null ? null : `/_ninefold/history/${addressPart(entity.name)}/${encoded(id)}`
}

function file({ pool, choosing }: Asking): string | null {
  const id = some(choosing, pool.files)
  return id === null ? null : `/_ninefold/files/${id}${choosing.of(['', ...THUMBNAIL_SIZES.map((size) => `/${size}`)])}`
}

function secretText({ scope, pool, choosing }: Asking): string | null {
  const secrets = scope.model.entities.entities.flatMap((entity) =>
    entity.fields.filter(({ type }) => type.kind === 'secret text').map((field) => ({ entity, field })),
  )
  const secret = some(choosing, secrets)
  const id = secret === null ? null : some(choosing, pool.found[`${secret.entity.name}.id`] ?? [])
  if (secret === null || id === null) return null
  return `/_ninefold/secrets/${addressPart(secret.entity.name)}/${encoded(id)}/${secret.field.name}`
}

function some<T>(choosing: Choosing, options: readonly T[]): T | null {
  return options.length === 0 ? null : choosing.of(options)
}

function withQuery(path: string, pairs: readonly Pair[]): string {
  const query = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return query === '' ? path : `${path}?${query}`
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
