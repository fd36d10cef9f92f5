// Words for sharing views, mentions and computed values of forms: a part of the catalogue, in German.

import type { SharingWords } from './words-sharing.ts'

export const germanSharingWords = {
  mention: '@ erwähnt jemanden',
  people: 'Personen zum Erwähnen',
  provisional: 'Vorläufig, bis es gesendet ist',
  moreOf: (view: string) => `Mehr zur Ansicht ${view}`,
  rename: 'Umbenennen',
  renameOf: (view: string) => `${view} umbenennen`,
  set: 'Jetzige Einstellung speichern',
  openFirst: 'Öffnet zuerst',
  opensFirst: (view: string) => `Die Liste öffnet ab jetzt mit „${view}“.`,
  opensNoMore: (view: string) => `Die Liste öffnet nicht mehr mit „${view}“.`,
  copy: 'Link kopieren',
  drop: 'Löschen',
  share: 'Sichtbar für',
  onlyMe: 'Nur für mich',
  with: (role: string) => `Für alle mit der Rolle ${role}`,
  isShared: (role: string) => `Freigegeben: ${role}`,
  shared: (view: string, role: string) => `${view} ist für alle mit der Rolle ${role} freigegeben.`,
  unshared: (view: string) => `${view} ist nicht mehr freigegeben.`,
} satisfies SharingWords
