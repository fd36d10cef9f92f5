// Histories of generated entities: of every field, or of some fields and lists.

import { chosen, type Random } from '../../chance.ts'
import { relationName, some } from '../made-up-parts.ts'
import type { MadeUpPart } from './made-up-field.ts'
import type { Related } from './relations.ts'

export function keptHistories(random: Random, { parent, children, hasState }: Related): MadeUpPart {
  const named = some(
    [
      'n',
      'flag',
      'k',
      'at',
      'day',
      'd',
      'owner',
      ...(parent === null ? [] : ['parent']),
      ...(hasState ? ['status', 'status'] : []),
      ...children.map(relationName),
    ],
    random,
    0.5,
  )
  const fields = [...new Set(named)].join(', ')
  return {
    fields: [],
    labels: [
      `- **History:** ${chosen(['every change', fields === '' ? 'every change' : `every change of ${fields}`], random)}`,
    ],
  }
}
