// German words for a missing network or a missing part of the program.

import type { ConnectionWords } from './words-connection.ts'

export const germanConnectionWords = {
  offlineSince: (time: string) => `Offline, Stand ${time}`,
  offlineBanner: (time: string) => `Sie sind offline. Sie sehen den Stand von ${time}. Ihre Eingaben bleiben erhalten.`,
  offlineTitle: 'Sie sind offline',
  offline: 'Dies wurde vorher nicht geladen. Es erscheint, sobald Sie wieder online sind.',
  held: 'Sie sind offline. Es wird gesendet, sobald Sie wieder online sind, wenn diese Seite offen bleibt.',
  notSent: 'Sie sind offline, deshalb wurde nichts gespeichert. Versuchen Sie es wieder, sobald Sie online sind.',
  missingTitle: 'Dieser Teil wurde nicht geladen',
  missing: 'Der Server hat nicht geantwortet. Der Rest der Seite funktioniert weiterhin.',
  notLost: 'Ihre Eingaben bleiben erhalten. Versuchen Sie es erneut, oder gehen Sie auf eine andere Seite.',
  missingOffline: 'Sie sind offline. Der Teil wird geladen, sobald Sie wieder online sind.',
} satisfies ConnectionWords
