// Words of the second factor: a part of the catalogue, in German.

import type { SecondFactorWords } from './words-second-factor.ts'

export const germanSecondFactorWords = {
  title: 'Zweiter Faktor',
  note: 'Ein Code einer App auf Ihrem Telefon, zusätzlich zu Ihrer Anmeldung.',
  codeTitle: 'Geben Sie Ihren Code ein',
  codeNote: 'Öffnen Sie die App für Codes auf Ihrem Telefon, und geben Sie die sechs Ziffern ein, die sie zeigt.',
  code: 'Code',
  recoveryCode: 'Wiederherstellungscode',
  recoveryNote: 'Geben Sie einen der Codes ein, die Sie beim Einrichten aufbewahrt haben. Er ist damit verbraucht.',
  useRecoveryCode: 'Stattdessen einen Wiederherstellungscode verwenden',
  useApp: 'Stattdessen die App verwenden',
  go: 'Weiter',
  enrolTitle: 'Zweiten Faktor einrichten',
  enrolRequired: 'Ihre Rolle braucht ihn. Vorher geht nichts anderes.',
  scan: 'Lesen Sie dies mit einer App für Codes ein, etwa mit der Ihres Passwortmanagers.',
  picture: 'QR-Code für die App',
  type: 'Oder geben Sie dies in der App ein:',
  confirm: 'Geben Sie dann den Code ein, den die App zeigt:',
  begin: 'App einrichten',
  recoveryTitle: 'Bewahren Sie Ihre Wiederherstellungscodes auf',
  recoveryKeep:
    'Mit einem davon melden Sie sich an, wenn Ihr Telefon verloren ist. Jeder gilt einmal. Sie werden nur jetzt gezeigt.',
  kept: 'Ich habe sie aufbewahrt',
  none: 'Sie haben noch keinen eingerichtet.',
  app: 'App für Codes',
  required: 'Ihre Rolle braucht ihn',
  since: (when: string) => `Eingerichtet: ${when}`,
  lastUsed: (when: string) => `Zuletzt benutzt: ${when}`,
  codesLeft: (count: number) =>
    count === 1 ? 'Noch 1 Wiederherstellungscode' : `Noch ${count} Wiederherstellungscodes`,
  newCodes: 'Neue Wiederherstellungscodes',
  end: 'Ausschalten',
  ended: 'Ihr zweiter Faktor ist ausgeschaltet.',
  setUp: 'Ihr zweiter Faktor ist eingerichtet.',
  againTitle: 'Noch einmal Ihr Code',
  againNote: 'Dies braucht einen frischen Code Ihres zweiten Faktors. Was Sie eingegeben haben, bleibt.',
  cancel: 'Abbrechen',
  over: 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
} satisfies SecondFactorWords
