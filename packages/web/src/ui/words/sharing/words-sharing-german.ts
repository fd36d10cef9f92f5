// Words for sharing views and for mentions: a part of the catalogue, in German.

import type { SharingWords } from './words-sharing.ts'

export const germanSharingWords = {
  mention: '@ sagt jemandem Bescheid',
  people: 'Wem gesagt wird',
  share: (view: string) => `${view} teilen`,
  onlyMe: 'Nur für mich',
  with: (role: string) => `Für alle mit der Rolle ${role}`,
  isShared: (role: string) => `Geteilt: ${role}`,
  shared: (view: string, role: string) => `${view} ist für alle mit der Rolle ${role} da.`,
  unshared: (view: string) => `${view} ist nur für Sie.`,
} satisfies SharingWords
