// A field's type → the type of its value in an expression.

import type { ValueType } from '../expression/expression.ts'
import type { CheckedFieldType } from './entities.ts'

/** `states`: the states of a state field, in order. */
export function valueTypeOfField(type: CheckedFieldType, states: readonly string[] = []): ValueType {
  switch (type.kind) {
    case 'whole number':
    case 'sequence':
    case 'version':
      return { kind: 'integer' }
    case 'decimal':
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
    case 'state':
      return { kind: 'choice', values: states }
    case 'reference':
      return { kind: 'record', entity: type.entity }
    case 'collection':
      return { kind: 'list', of: { kind: 'record', entity: type.entity } }
    case 'identifier':
      // A random identifier is an opaque text, whatever the database stores; a counting one is a number.
      return type.form === 'counting' ? { kind: 'integer' } : { kind: 'text' }
    default:
      return { kind: 'text' }
  }
}
