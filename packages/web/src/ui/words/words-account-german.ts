// Words of the account page: a part of the catalogue, in German.

import type { AccountWords } from './words-account.ts'

export const germanAccountWords = {
  nobody: 'Melden Sie sich an, um Ihr Konto zu sehen.',
  roles: 'Ihre Rollen',
  look: 'Aussehen und Sprache',
  toMessages: 'Ihre Mitteilungen öffnen',
  unread: (count: number) => (count === 0 ? 'Nichts ungelesen' : `${count} ungelesen`),
  password: 'Passwort',
  presentPassword: 'Jetziges Passwort',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Ihr Passwort ist geändert.',
  sessions: 'Wo Sie angemeldet sind',
  sessionsNote: 'Kennen Sie etwas davon nicht, melden Sie es ab und ändern Sie Ihr Passwort.',
  unknownBrowser: 'Ein Programm, das nicht sagt, welches',
  browserOn: (browser: string, system: string | null) => (system === null ? browser : `${browser} unter ${system}`),
  thisOne: 'Hier',
  lastUsed: (when: string) => `Zuletzt benutzt: ${when}`,
  signedInAt: (when: string) => `Angemeldet: ${when}`,
  end: 'Abmelden',
  endOne: (name: string) => `Abmelden: ${name}`,
  sessionEnded: (name: string) => `${name} ist abgemeldet.`,
  endOthers: 'Überall sonst abmelden',
  othersEnded: 'Sie sind jetzt nur noch hier angemeldet.',
} satisfies AccountWords
