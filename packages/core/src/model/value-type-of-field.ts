// A field's type → the type of its value in an expression.

import type { ValueType } from '../expression/expression.ts'
import type { CheckedFieldType } from './entities.ts'

/** `states`: the states of a state field, in order. */
export function valueTypeOfField(type: CheckedFieldType, states: readonly string[] = []): ValueType {
  switch (type.kind) {
    case 'sequence':
      return type.format === null ? { kind: 'integer' } : { kind: 'text' }
    case 'whole number':
    case 'version':
      return { kind: 'integer' }
    case 'decimal':
      return type.places === 0 ? { kind: 'decimal' } : { kind: 'decimal', places: type.places }
    case 'percent':
      return { kind: 'decimal' }
    case 'money':
      return { kind: 'money', currency: type.currency }
    case 'yes/no':
      return { kind: 'boolean' }
    case 'date':
    case 'time':
    case 'duration':
      return { kind: type.kind }
    case 'date and time':
      return { kind: 'timestamp' }
    case 'choice':
      return { kind: 'choice', values: type.values }
    case 'choices':
      return { kind: 'list', of: { kind: 'choice', values: type.values } }
    case 'period':
      return { kind: 'period', of: type.of === 'date' ? 'date' : 'timestamp' }
    case 'file':
      return type.isList ? { kind: 'list', of: { kind: 'file' } } : { kind: 'file' }
    case 'secret text':
      return { kind: 'secret' }
    case 'json':
      return { kind: 'json' }
    case 'map':
      return { kind: 'map', of: valueTypeOfField(type.item) }
    case 'inverse':
      return { kind: 'record', entity: type.entity }
    case 'state':
      return { kind: 'choice', values: states }
    case 'reference':
      return { kind: 'record', entity: type.entity }
    case 'collection':
      return { kind: 'list', of: { kind: 'record', entity: type.entity } }
    case 'identifier':
      // In expressions, a random identifier is an opaque text, whatever the database stores; a counting one is a
      // number.
      return type.form === 'counting' ? { kind: 'integer' } : { kind: 'text' }
    default:
      return { kind: 'text' }
  }
}
