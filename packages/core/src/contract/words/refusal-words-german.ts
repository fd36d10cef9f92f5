// The supplied wording of built-in errors, in German.

import type { BuiltInError } from '../../model/errors.ts'

export const GERMAN_REFUSALS: Readonly<Record<BuiltInError, string>> = {
  'not signed in': 'Bitte melden Sie sich zuerst an.',
  'second factor needed': 'Bitte geben Sie zuerst einen Code Ihres zweiten Faktors ein.',
  'session not valid': 'Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.',
  'signature not valid': 'Diese Anfrage ist nicht so unterschrieben, wie es nötig ist.',
  forbidden: 'Das dürfen Sie nicht.',
  'not found': 'Hier ist nichts, oder es ist nicht für Sie bestimmt.',
  blank: 'Bitte füllen Sie dies aus.',
  'wrong type': 'Das ist kein Wert, der hier passt.',
  'unknown input': 'Etwas dieses Namens wird hier nicht erwartet.',
  'too short': 'Bitte verwenden Sie mindestens {limit} Zeichen.',
  'too long': 'Bitte verwenden Sie höchstens {limit} Zeichen.',
  'too small': 'Bitte wählen Sie mindestens {limit}.',
  'too big': 'Bitte wählen Sie höchstens {limit}.',
  pattern: 'Das hat nicht die richtige Form.',
  'end before start': 'Das Ende muss nach dem Anfang liegen.',
  'common password': 'Dieses Passwort gehört zu denen, die zuerst geraten werden. Bitte wählen Sie ein anderes.',
  taken: 'Das ist schon vergeben.',
  'in use': 'Etwas anderes braucht dies noch, deshalb kann es nicht gelöscht werden.',
  stale: 'Inzwischen hat jemand anderes dies geändert. Bitte sehen Sie es sich noch einmal an.',
  'version missing': 'Bitte sagen Sie im Kopf If-Match, welche Fassung Sie gesehen haben.',
  'wrong state': 'Das ist jetzt nicht möglich.',
  'too many': 'Das war zu oft. Bitte warten Sie ein wenig.',
  'body not readable': 'Die Anfrage konnte nicht gelesen werden.',
  'body too large': 'Die Anfrage ist zu groß.',
  'media type not supported': 'Diese Art von Inhalt wird hier nicht gelesen.',
  'not acceptable': 'Hier wird nur {types} geantwortet.',
  'request not readable': 'Diese Anfrage kann nicht gelesen werden.',
  'method not allowed': 'Diese Adresse ist nur für {methods} da.',
  busy: 'Viele haben dasselbe zugleich geändert. Bitte versuchen Sie es noch einmal.',
  'database away':
    'Die Datenbank antwortet gerade nicht. Wenn Sie etwas geändert haben, sehen Sie bitte nach, ob es geschehen ist.',
  unexpected: 'Bei uns ist etwas schiefgegangen. Es wurde nichts geändert.',
  'not shown': 'Die Spezifikation sagt nicht, was hier geschieht.',
}
