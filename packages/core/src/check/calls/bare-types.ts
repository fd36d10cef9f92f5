// The type of an input or query parameter that is not like a field → the checked type.

import type { InputLikeDraft } from '../../draft/input-like.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Checking } from '../checking.ts'
import { distinctChoices, resolveSharedChoice } from '../entities/choices.ts'
import { resolveBound, resolveMapValue } from '../entities/field-types.ts'

/** Null: an unknown name, already reported. */
export function checkBareType(
  checking: Checking,
  { type }: Extract<InputLikeDraft, { kind: 'type' }>,
): CheckedFieldType | null {
  const bounds = {
    constants: new Map(checking.constants.map((constant) => [constant.name, constant])),
    names: checking.names,
    found: checking.found,
  }
  switch (type.kind) {
    case 'whole number':
      return { kind: type.kind, min: resolveBound(type.min, bounds), max: resolveBound(type.max, bounds) }
    case 'choice':
    case 'choices':
      return { kind: type.kind, values: distinctChoices(type.values, checking.found) }
    case 'shared choice':
      return resolveSharedChoice(type, checking)
    case 'file': {
      const bytesMax = resolveBound(type.bytesMax, bounds)
      return bytesMax === null ? null : { ...type, bytesMax, countMax: resolveBound(type.countMax, bounds) }
    }
    case 'json':
      return { kind: 'json' }
    case 'map':
      return { ...type, item: resolveMapValue(type.item, bounds) }
    case 'reference':
    case 'collection':
    case 'inverse':
    case 'sequence':
    case 'slug':
    case 'random code':
    case 'rank':
    case 'state':
      throw new Error(`Defect: reading has let an input be like a "${type.kind}".`)
    default:
      if (!('lengthMin' in type)) return type
      return {
        kind: type.kind,
        lengthMin: resolveBound(type.lengthMin, bounds),
        lengthMax: resolveBound(type.lengthMax, bounds),
      }
  }
}
