// Words of passkeys: a part of the catalogue, in German.

import type { PasskeyWords } from './words-passkeys.ts'

export const germanPasskeyWords: PasskeyWords = {
  signIn: 'Mit einem Passkey anmelden',
  title: 'Passkeys',
  note: 'Melden Sie sich mit Fingerabdruck, Gesicht oder dem Code Ihres Geräts an, ohne Passwort.',
  none: 'Sie haben keinen Passkey.',
  make: 'Passkey erstellen',
  made: 'Ihr Passkey ist erstellt. Sie können sich ab jetzt mit ihm anmelden.',
  madeIn: (place) => `Erstellt in ${place}`,
  unknownPlace: 'Ein Passkey',
  createdAt: (when) => `Erstellt ${when}`,
  neverUsed: 'Nie benutzt',
  lastUsed: (when) => `Zuletzt benutzt ${when}`,
  remove: 'Entfernen',
  removeOne: (name) => `Entfernen: ${name}`,
  removed: 'Der Passkey ist hier entfernt. Löschen Sie ihn auch auf Ihrem Gerät.',
  exists: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
  notHere: 'In diesem Browser oder unter dieser Adresse sind Passkeys nicht möglich.',
}
