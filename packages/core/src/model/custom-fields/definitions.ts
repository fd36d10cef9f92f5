// Fields of the type `values of DealField`: an object whose keys are defined by records of the entity DealField, the
// definitions. An organisation that adds such a record has a field of its own.

import type { Entity, Field } from '../entities.ts'
import { ownValue } from '../find.ts'
import type { Model } from '../model.ts'

/** The types that a definition may state, in the words of the language. */
export const DEFINED_TYPES = [
  'text',
  'long text',
  'whole number',
  'decimal',
  'date',
  'yes/no',
  'choice',
  'url',
  'email',
] as const

export type DefinedType = (typeof DEFINED_TYPES)[number]

/** The fields of a definition, in the order in which it is read. The last three may be missing in the text. */
export const DEFINITION_FIELDS = ['name', 'key', 'type', 'choices', 'needed', 'archived'] as const

export interface Definition {
  readonly key: string
  readonly name: string
  readonly type: DefinedType
  readonly choices: readonly string[]
  readonly isNeeded: boolean
}

/** The values of an object that definitions describe. */
export type CustomFieldValues = Readonly<Record<string, unknown>>

export type CustomFieldHolder = Field & { readonly type: { readonly kind: 'json'; readonly definedBy: string } }

export function holdsCustomFields(field: Pick<Field, 'type'>): field is CustomFieldHolder {
  return field.type.kind === 'json' && field.type.definedBy !== undefined
}

export function customFieldHolders(entity: Entity): CustomFieldHolder[] {
  return entity.fields.filter(holdsCustomFields)
}

const definitionEntitiesOf = new WeakMap<Model, ReadonlySet<string>>()

/** The entities whose records are definitions. Every request for a screen asks, so each model is searched once. */
export function definitionEntities(model: Model): ReadonlySet<string> {
  const found =
    definitionEntitiesOf.get(model) ??
    new Set(model.entities.entities.flatMap(customFieldHolders).map(({ type }) => type.definedBy))
  definitionEntitiesOf.set(model, found)
  return found
}

/** A record of the defining entity → a definition. Null: it is archived, or its type is of another version of the text. */
export function definitionOf(record: Readonly<Record<string, unknown>>): Definition | null {
  const [name, key, type] = ['name', 'key', 'type'].map((field) => String(ownValue(record, field) ?? ''))
  const known = DEFINED_TYPES.find((each) => each === type)
  if (known === undefined || !key || !name || ownValue(record, 'archived') === true) return null
  const lines = String(ownValue(record, 'choices') ?? '').split(/\r\n|[\r\n]/u)
  const choices = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
  return { key, name, type: known, choices, isNeeded: ownValue(record, 'needed') === true }
}

/**
 * The stored values with the sent ones: a merge patch (RFC 7396) of one level. Null, or a text of spaces, removes its
 * key. Null: nothing is left.
 */
export function mergedValues(
  stored: CustomFieldValues | null,
  sent: CustomFieldValues | null,
): CustomFieldValues | null {
  if (sent === null) return null
  const isEmpty = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '')
  const kept = Object.entries(stored ?? {}).filter(([key]) => !Object.hasOwn(sent, key))
  const given = Object.entries(sent).filter(([, value]) => !isEmpty(value))
  const all = [...kept, ...given]
  return all.length === 0 ? null : Object.fromEntries(all)
}

/**
 * A patch with whole values → a patch of their keys: a key of `before` that is gone is removed. Its fields are those
 * that hold custom fields.
 */
export function withRemovedKeys(
  fields: readonly CustomFieldHolder[],
  before: CustomFieldValues,
  patch: CustomFieldValues,
): CustomFieldValues {
  const isObject = (value: unknown): value is CustomFieldValues =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const changed = fields.flatMap(({ name }) => {
    const [old, now] = [ownValue(before, name), ownValue(patch, name)]
    if (!isObject(old) || !isObject(now)) return []
    const removed = Object.keys(old).map((key) => [key, null] as const)
    return [[name, { ...Object.fromEntries(removed), ...now }] as const]
  })
  return { ...patch, ...Object.fromEntries(changed) }
}
