// Point 3, checked → the entity diagram: boxes with fields, and the references between them.

import type { Entity, Field } from '../model/entities.ts'
import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'
import { sizeInWords } from '../model/sizes.ts'

export interface EntityDiagram {
  readonly entities: readonly PicturedEntity[]
  readonly references: readonly PicturedReference[]
}

export interface PicturedEntity extends Stated {
  readonly name: string
  readonly partOf: string | null
  readonly fields: readonly PicturedField[]
}

export interface PicturedField extends Stated {
  readonly name: string
  readonly type: string
  /** `required`, `unique`, `hidden` …, in the words of the language. */
  readonly rules: readonly string[]
  readonly meaning: string | null
  /** A built-in field. */
  readonly isBuiltIn: boolean
}

export interface PicturedReference extends Stated {
  readonly from: string
  readonly field: string
  readonly to: string
  /** Cardinality of the reference. */
  readonly count: 'one' | 'one or none' | 'many'
  readonly isPart: boolean
}

export function entityDiagram(model: Model): EntityDiagram {
  const { entities } = model.entities
  return {
    entities: entities.map((entity) => ({
      name: entity.name,
      partOf: entity.partOf?.entity ?? null,
      fields: entity.fields.map(pictured),
      span: entity.span,
    })),
    references: entities.flatMap((entity) => entity.fields.flatMap((field) => referenceOf(entity, field) ?? [])),
  }
}

function pictured(field: Field): PicturedField {
  const { name, meaning, isBuiltIn, span } = field
  return { name, type: typeInWords(field), rules: rulesOf(field), meaning, isBuiltIn, span }
}

/** The reverse of a reference (`via`) is the same line, and is drawn once. */
function referenceOf(entity: Entity, { name, type, isRequired, span }: Field): PicturedReference | null {
  if (type.kind === 'reference') {
    const isPart = entity.partOf?.field === name
    return { from: entity.name, field: name, to: type.entity, count: isRequired ? 'one' : 'one or none', isPart, span }
  }
  if (type.kind !== 'collection' || type.via !== null || type.through !== null) return null
  return { from: entity.name, field: name, to: type.entity, count: 'many', isPart: false, span }
}

function typeInWords(field: Field): string {
  const { type } = field
  switch (type.kind) {
    case 'reference':
      return type.entity
    case 'inverse':
      return `${type.entity} via ${type.via}`
    case 'collection':
      return `list of ${type.entity}`
    case 'choice':
    case 'choices':
      return `${type.kind}: ${type.values.join(', ')}`
    case 'file':
      return `${type.media} up to ${sizeInWords(type.bytesMax)}`
    case 'money':
      return type.currency === null ? 'money' : `money in ${type.currency}`
    case 'map':
      return `map of ${typeInWords({ ...field, type: type.item })}`
    case 'period':
      return `period of ${type.of}`
    case 'whole number':
      return `whole number${range(type.min, type.max)}`
    default:
      return 'lengthMax' in type ? `${type.kind}${range(type.lengthMin, type.lengthMax)}` : type.kind
  }
}

function range(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return ` ${min} to ${max}`
  if (max !== null) return ` up to ${max}`
  return min === null ? '' : ` from ${min}`
}

function rulesOf(field: Field): string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [field.isRequired, 'required'],
    [field.unique !== null, 'unique'],
    [field.isSetOnce, 'set once'],
    [field.isSetByProduct, 'set by product'],
    [field.computed !== null, 'computed'],
    [field.isHidden, 'hidden'],
    [field.isPersonal, 'personal data'],
  ]
  return rules.flatMap(([holds, words]) => (holds ? [words] : []))
}
