// Words of documents that users agree to: a part of the catalogue, in German.

import type { TermsText } from './words-terms.ts'

export const germanTermsWords: TermsText = {
  title: 'Bevor es weitergeht',
  note: (app) => `${app} bittet um Ihre Zustimmung. Sie sind angemeldet, alles andere wartet darauf.`,
  agree: (name) => `Ich habe gelesen und stimme zu: ${name}`,
  read: (name) => `${name} lesen`,
  version: (version) => `Version ${version}`,
  missing: 'Bitte stimmen Sie zu, oder melden Sie sich ab.',
  go: 'Zustimmen und weiter',
  agreements: 'Zustimmungen',
  agreementsNote: 'Dokumente, denen Sie zugestimmt haben. Nach einer neuen Version werden Sie wieder gefragt.',
  agreedAt: (when) => `Zugestimmt ${when}`,
}
