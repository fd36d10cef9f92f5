// Performers → their names; and between two models, added and removed performers.

import type { Performer } from '../../model/roles.ts'
import { listed } from '../meaning.ts'
import { exchanged, type Said } from './sentences.ts'

export function nameOf(performer: Performer): string {
  return performer.kind === 'contextual role of' ? `${performer.role} of ${performer.field}` : performer.role
}

/** Null: everybody who may see the data. */
export function performersSaid(
  old: readonly Performer[] | null,
  now: readonly Performer[] | null,
  does: string,
): Said[] {
  if (old === null || now === null)
    return [
      [
        'review',
        now === null
          ? `Every role that may see the data may ${does}, and not only ${listed((old ?? []).map(nameOf))}.`
          : `Only ${listed(now.map(nameOf))} may ${does}, and no longer every role that may see the data.`,
      ],
    ]
  const { made, gone } = exchanged(old.map(nameOf), now.map(nameOf))
  if (made.length + gone.length === 0) return [['safe', `Those who may ${does} are named in another order.`]]
  return [
    ...(made.length === 0 ? [] : [['review', `${listed(made)} may now ${does}.`] as const]),
    ...(gone.length === 0 ? [] : [['review', `${listed(gone)} may no longer ${does}.`] as const]),
  ]
}
