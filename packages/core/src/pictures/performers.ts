// Performer → words: `Agent`, `Owner`, `Owner of ticket`.

import type { Performer } from '../model/roles.ts'

export function performerInWords(performer: Performer): string {
  return performer.kind === 'contextual role of' ? `${performer.role} of ${performer.field}` : performer.role
}
