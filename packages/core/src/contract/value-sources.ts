// A reference to a record (a path parameter, a place in an address) → the source of its value on a screen: the row, the
// page's address, or none.

import { entityNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import type { AnswerBlock, Screen } from '../model/screens.ts'

/** The value of this field of one record. */
export interface Finding {
  readonly entity: string
  readonly field: string
}

/** The source of rows: an entity's records, or a call's answer. Null: no row. */
export type RowSource =
  | { readonly kind: 'records'; readonly entity: string }
  | { readonly kind: 'answer'; readonly block: AnswerBlock }
  | null

export type Source = { readonly from: 'row' | 'address'; readonly key: string }

/** A value of the row takes precedence over one of the address. Null: there is none. */
export function sourceOf(
  model: Model,
  screen: Screen,
  rows: RowSource,
  name: string,
  finds: Finding | null,
): Source | null {
  const key = keyInRow(rows, name, finds)
  if (key !== null) return { from: 'row', key }
  const parameter = parameterOf(model, screen, name, finds)
  return parameter === null ? null : { from: 'address', key: parameter }
}

function keyInRow(rows: RowSource, name: string, finds: Finding | null): string | null {
  if (rows === null) return null
  if (rows.kind === 'records') return finds !== null && finds.entity === rows.entity ? finds.field : null
  const { holds } = rows.block
  const exact = holds.find(
    ({ field }) => finds !== null && field?.entity === finds.entity && field.field === finds.field,
  )
  const like = holds.find(({ path, field }) => field === null && path.at(-1) === (finds?.field ?? name))
  return (exact ?? like)?.path.join('.') ?? null
}

/** A parameter in every address of the screen. */
function parameterOf(model: Model, screen: Screen, name: string, finds: Finding | null): string | null {
  const routes = model.screens.routes.filter((route) => route.screen === screen.name)
  const found = routes[0]?.parameters.find((parameter) =>
    finds === null ? parameter.name === name : parameter.entity === finds.entity && parameter.field === finds.field,
  )
  const isInAll =
    found !== undefined &&
    routes.every(({ parameters }) => parameters.some((parameter) => parameter.name === found.name))
  return isInAll ? found.name : null
}

/** The one field of an entity that points to such a record. Null: there is none, or there are several. */
export function referenceTo(model: Model, from: string, to: string): string | null {
  const [found, ...others] = entityNamed(model, from).fields.filter(
    ({ type, isHidden }) => type.kind === 'reference' && type.entity === to && !isHidden,
  )
  return found === undefined || others.length > 0 ? null : found.name
}

/** Null: the screen is reached without a reference of the row, or there is no single one to its record. */
export function referenceToScreen(model: Model, from: Screen, entity: string, target: string): string | null {
  const parameters = model.screens.routes.find(({ screen }) => screen === target)?.parameters ?? []
  const missing = parameters.find(
    (parameter) => sourceOf(model, from, { kind: 'records', entity }, parameter.name, parameter) === null,
  )
  return missing === undefined ? null : referenceTo(model, entity, missing.entity)
}

/**
 * The address of a screen as a pattern over available values: `/profile/:author.username`, also through a reference of a
 * record, and `:path.slug` for values of the page's own address. A missing value keeps the name of its field, because an
 * answer may contain it.
 */
export function openingPattern(
  model: Model,
  from: Screen,
  rows: RowSource,
  target: string,
): { readonly pattern: string; readonly isOfRow: boolean } | null {
  const route = model.screens.routes.find(({ screen }) => screen === target)
  if (route === undefined) return null
  const sources = route.parameters.map((parameter) => ({
    parameter,
    source: sourceOf(model, from, rows, parameter.name, parameter) ?? throughReference(model, rows, parameter),
  }))
  const segments = route.path.split('/').map((segment) => {
    const used = sources.find(({ parameter }) => segment === `:${parameter.name}`)
    if (used === undefined) return segment
    const { source, parameter } = used
    if (source === null) return `:${parameter.field}`
    return source.from === 'row' ? `:${source.key}` : `:path.${source.key}`
  })
  return { pattern: segments.join('/'), isOfRow: sources.some(({ source }) => source?.from === 'row') }
}

/** A part of an address pattern: `:museum.id`. A value of the page's own address is `:path.slug`. */
export function isThroughReference(part: string): boolean {
  return /^:(?!path\.)[^.]+\./.test(part)
}

function throughReference(model: Model, rows: RowSource, { entity, field }: Finding): Source | null {
  const reference = rows?.kind === 'records' ? referenceTo(model, rows.entity, entity) : null
  return reference === null ? null : { from: 'row', key: `${reference}.${field}` }
}
