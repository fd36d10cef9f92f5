// Key values of a record as texts in addresses.

import * as build from '../../expression/build.ts'
import type { Expression } from '../../expression/expression.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { fieldOf } from '../../model/paths.ts'

const TEXT = { kind: 'text' } as const

/** The given fields of a record as texts in addresses; over `this`. */
export function keysExpression(model: Model, entityName: string, fields: readonly string[]): Expression {
  return build.object(keysOfRecord(model, entityName, fields))
}

export interface KeyedValue {
  readonly key: string
  readonly value: Expression
}

/** The same, field by field. */
export function keysOfRecord(model: Model, entityName: string, fields: readonly string[]): KeyedValue[] {
  const entity = entityNamed(model, entityName)
  const record = build.recordVariable('this', entityName)
  return fields.map((name) => ({
    key: name,
    value: asText(fieldOf(model, record, entityName, fieldNamed(entity, name))),
  }))
}

export function asText(value: Expression): Expression {
  if (value.type.kind === 'text' || value.type.kind === 'choice') return value
  return build.call('string', [value], TEXT)
}
