// Words for people at a record: a part of the catalogue, in German.

import type { PresenceWords } from './words-presence.ts'

export const germanPresenceWords = {
  here: 'Auch hier',
  more: (count: number) => `und ${count} weitere`,
} satisfies PresenceWords
