// Deletions that cascade: N304 for a cycle, or for a record that should be deleted together but blocks the deletion.

import { diagnostic } from '../diagnostic/diagnostic.ts'
import type { Field } from '../model/entities.ts'
import { reachable } from '../model/reachable.ts'
import type { Considering } from './considering.ts'

interface Pointing {
  readonly entity: string
  readonly field: Field
  readonly target: string
}

export function warnAboutDeletions(of: Considering): void {
  const pointing = of.model.entities.entities.flatMap(({ name, fields }) =>
    fields.flatMap((field): Pointing[] =>
      field.type.kind === 'reference' ? [{ entity: name, field, target: field.type.entity }] : [],
    ),
  )
  // In a tree, records are deleted with their parent, which is not a cycle of entities.
  const together = pointing.filter(
    ({ field, entity, target }) => field.onDeletion === 'deleted together' && entity !== target,
  )
  const goesWith = new Map<string, Set<string>>()
  for (const { entity, target } of together) goesWith.set(target, (goesWith.get(target) ?? new Set()).add(entity))
  warnAboutCircles(of, together, goesWith)
  warnAboutBlocked(of, pointing, goesWith)
}

function warnAboutCircles(
  of: Considering,
  together: readonly Pointing[],
  goesWith: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const told = new Set<string>()
  for (const { entity, field, target } of together) {
    if (told.has(entity) || !reachable(entity, goesWith).has(entity) || !reachable(entity, goesWith).has(target))
      continue
    for (const other of reachable(entity, goesWith)) told.add(other)
    of.found.push(
      diagnostic('N304', field.span, 'circle', target, entity, target).withHint(
        'Let one of them block deletion, or be cleared.',
      ),
    )
  }
}

/**
 * A record that is deleted with `whole`, but blocks the deletion of `target`, which is deleted with it too or is the
 * same.
 */
function warnAboutBlocked(
  of: Considering,
  pointing: readonly Pointing[],
  goesWith: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const belonging = of.model.entities.tenancy?.belonging ?? []
  for (const { entity, field, target } of pointing) {
    if (field.onDeletion !== 'blocks deletion' || entity === target) continue
    // Within a tenant, records that are deleted in one statement do not block each other.
    if (belonging.includes(entity) && belonging.includes(target)) continue
    const whole = [...goesWith.keys()].find((root) => {
      const gone = reachable(root, goesWith)
      return gone.has(entity) && (root === target || gone.has(target))
    })
    if (whole === undefined) continue
    const kept = target === whole ? `that ${whole}` : `each ${target}, which is to go too,`
    of.found.push(
      diagnostic('N304', field.span, 'kept from deletion', whole, entity, field.name, kept).withHint(
        'Write "deleted together" here too.',
      ),
    )
  }
}
