// Words for sharing views, mentions and computed values of forms: a part of the catalogue, in German.

import type { SharingWords } from './words-sharing.ts'

export const germanSharingWords = {
  mention: '@ erwähnt jemanden',
  people: 'Personen zum Erwähnen',
  provisional: 'Vorläufig, bis es gesendet ist',
  share: (view: string) => `${view} freigeben`,
  onlyMe: 'Nur für mich',
  with: (role: string) => `Für alle mit der Rolle ${role}`,
  isShared: (role: string) => `Freigegeben: ${role}`,
  shared: (view: string, role: string) => `${view} ist für alle mit der Rolle ${role} freigegeben.`,
  unshared: (view: string) => `${view} ist nicht mehr freigegeben.`,
} satisfies SharingWords
