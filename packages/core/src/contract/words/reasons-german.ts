// Reasons of refusals in German.

import type { TranslatedReasons } from './reasons.ts'

export const GERMAN_REASONS: TranslatedReasons = {
  'as the text says': (words) => words,

  'only in states': (states) => `Nur möglich im Zustand ${quoted(states)}.`,
  'only in states with one before': (states) =>
    `Nur möglich im Zustand ${quoted(states)}, wenn es einen Zustand davor gibt.`,
  'only when': (condition) => `Nur möglich unter dieser Bedingung: ${condition.de}.`,
  'not as it is': () => 'Für diesen Datensatz ist das jetzt nicht möglich.',
  'locked in state': (state) => `Das kann nicht geändert werden, solange es „${state}“ ist.`,
  'already running': () => 'Die Aktion läuft schon.',
  'quota reached': () => 'Die höchste erlaubte Anzahl ist erreicht.',
  'changed specification': () =>
    'Die Spezifikation hat sich seit dem Löschen geändert, deshalb lässt es sich nicht zurückholen.',
  'no such thing': () => 'So etwas gibt es nicht, oder es ist nicht für Sie bestimmt.',

  'no picture': () => 'Bitte wählen Sie ein Bild: PNG, JPEG, GIF, WebP oder AVIF.',
  'file too large': (limit) => `Eine Datei darf höchstens so groß sein: ${limit}.`,
  'unused files': () =>
    'Viele Dateien wurden hochgeladen und nicht verwendet. Bitte versuchen Sie es später noch einmal.',
  'hidden part of document': () => 'Das Dokument enthält Angaben, die nicht für Sie bestimmt sind.',
  'too many rows in document': () => 'Das Dokument hat zu viele Zeilen.',

  'wrong password': (identifier) => `${identifier} und Passwort gehören nicht zusammen.`,
  'wrong present password': () => 'Das ist nicht Ihr jetziges Passwort.',
  'no password of guests': () => 'Nach Punkt 6 wählt ein Gast kein Passwort.',
  'link used': () => 'Dieser Link ist verbraucht oder abgelaufen. Bitte lassen Sie sich einen neuen schicken.',
  'invitation used': () => 'Diese Einladung ist verbraucht oder abgelaufen. Bitte lassen Sie sich eine neue schicken.',
  'sign-in took too long': () => 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
  'wrong code': () => 'Dieser Code stimmt nicht oder ist schon verbraucht.',
  'second factor exists': () => 'Es gibt schon einen zweiten Faktor. Bitte schalten Sie ihn zuerst aus.',
  'second factor not begun': () => 'Es wird kein zweiter Faktor eingerichtet. Bitte beginnen Sie von vorn.',
  'second factor missing': () =>
    'Nur in einer Sitzung mit zweitem Faktor möglich. Richten Sie ihn auf Ihrer Kontoseite ein.',
  'second factor required': () => 'Ihre Rolle braucht einen zweiten Faktor, deshalb bleibt er.',
  'second factor without session': () =>
    'Ein zweiter Faktor wird eingerichtet und gezeigt, solange Sie angemeldet sind.',
  'terms not agreed': () =>
    'Nur möglich, wenn Sie den Bedingungen zugestimmt haben. Melden Sie sich auf der Anmeldeseite an, und stimmen Sie zu.',
  'terms without session': () => 'Stimmen Sie den Bedingungen zu, während Sie angemeldet sind.',
  'terms changed': () => 'Die Bedingungen haben sich geändert. Bitte lesen Sie sie noch einmal, und stimmen Sie zu.',
  'account suspended': () => 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber der Anwendung.',
  'own suspension': () => 'Sie können sich nicht selbst sperren.',
  'role given by others': () =>
    'Diese Person hat eine Rolle, die Sie nicht nehmen dürfen. Deshalb geht das bei ihr nicht.',
  'no member': () => 'Diese Person ist hier kein Mitglied und kann diese Rolle deshalb nicht haben.',
  'already a member': () => 'Sie sind dort schon Mitglied.',
  'invitation of another': () => 'Diese Einladung ist für ein anderes Konto.',
  'sign in again': () => 'Ihre Anmeldung ist eine Weile her. Bitte melden Sie sich ab und wieder an.',
  'too many invitations': (most) =>
    `${most} Ihrer Einladungen sind offen, und mehr sind nicht möglich. Bitte beenden Sie eine davon.`,
  'session too old': () =>
    'Sie haben sich vor längerer Zeit angemeldet. Bitte melden Sie sich ab und wieder an, und richten Sie ihn dann ein.',
  'second factor on a page': () =>
    'Bitte melden Sie sich auf der Anmeldeseite an: Sie fragt nach Ihrem zweiten Faktor.',
  'only way to sign in': () =>
    'Nur so können Sie sich anmelden. Bitte legen Sie zuerst ein Passwort fest, oder verknüpfen Sie einen anderen Anbieter.',
  'link without session': () => 'Konten werden nur verknüpft, solange Sie angemeldet sind.',
  'no public address': () => 'Die Spezifikation sagt nicht, an welche öffentliche Adresse Links zurückführen.',
  'unknown passkey': () => 'Dieser Passkey gehört zu keinem Konto hier. Melden Sie sich auf andere Weise an.',
  'passkey not made': () => 'Der Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal.',
  'passkey without session': () => 'Ein Passkey wird in einer Sitzung erstellt.',
  'too many passkeys': (most) => `Sie haben ${most} Passkeys, mehr sind nicht möglich. Entfernen Sie einen davon.`,

  'key makes keys': () => 'Mit einem API-Schlüssel können keine anderen erstellt oder beendet werden.',
  'key changes address': () =>
    'Mit einem API-Schlüssel wird keine Adresse einer Anmeldung geändert. Bitte melden Sie sich dafür an.',
  'key changes password': () => 'Mit einem API-Schlüssel wird kein Passwort geändert. Bitte melden Sie sich dafür an.',
  'key begins session': () => 'Mit einem API-Schlüssel beginnt keine Sitzung.',
  'key outside calls': () => 'Ein API-Schlüssel ist für die Aufrufe der Anwendung. Bitte melden Sie sich hierfür an.',
  'key only reads': () => 'Dieser API-Schlüssel liest nur. Bitte erstellen Sie einen, der auch schreiben darf.',
  'too many keys': (most) => `Sie haben ${most} Schlüssel, und mehr sind nicht möglich. Bitte beenden Sie einen davon.`,
  'name of key': (most) => `Ein Schlüssel hat einen Namen von 1 bis ${most} Zeichen.`,
  'roles of key': () => 'Ein Schlüssel hat mindestens eine Ihrer Rollen.',
  'role not for key': (role) => `Die Rolle „${role}“ können Sie einem Schlüssel nicht geben.`,
  'days of key': (most) => `Ein Schlüssel gilt 1 bis ${most} Tage.`,
  'reading of key': () => 'Geben Sie an, ob der Schlüssel nur liest: true oder false.',
  'no such app': () => 'Unter dieser client_id ist keine App registriert. Beginnen Sie in der App von vorn.',
  'other redirect address': () => 'Die App hat die Adresse nicht registriert, zu der dies zurückführt.',
  'unreadable authorization request': () => 'Das ist keine Anfrage um Zugriff. Beginnen Sie in der App von vorn.',
  'too many apps': (most) =>
    `${most} Apps haben Zugriff auf Ihr Konto, mehr sind nicht möglich. Beenden Sie den Zugriff einer davon.`,

  'other site': () => 'Diese Anfrage kam von einer anderen Seite.',
  'other host': () => 'Unter diesem Namen antwortet diese Anwendung nicht.',
  'no tenant of host': (label) =>
    `Hier heißt nichts „${label}“. Prüfen Sie den Anfang der Adresse, oder fragen Sie die Person, von der Sie sie haben.`,
  'only localhost': () => 'Dieser Server antwortet nur auf localhost.',
  'no UTF-8': () => 'Die Anfrage ist kein Text in UTF-8.',
  'key twice': () => 'In einem Objekt steht ein Schlüssel zweimal.',
  'no patch': () => 'Der Inhalt ist kein JSON Patch, also keine Liste von Operationen.',
  'patch of many operations': (most) => `Der Patch hat mehr als ${most} Operationen.`,
  'no operation': (number) => `Eintrag ${number} des Patches ist keine Operation nach RFC 6902.`,
  'test of patch fails': (number, pointer) => `Operation ${number} schlägt fehl: „${pointer}“ hat einen anderen Wert.`,
  'nothing to patch': (number, pointer) =>
    `Operation ${number} kann auf „${pointer}“ nicht angewendet werden: Ziel oder Quelle fehlt.`,
  'patch too large': () => 'Der Patch macht den Datensatz zu groß.',
  'no object left': () => 'Nach diesem Patch wäre der Datensatz kein Objekt mehr.',
  'form not readable': () => 'Das Formular kann nicht gelesen werden.',
  'form of many parts': () => 'Das Formular hat zu viele Teile.',
  'content encoding': () => 'Bitte senden Sie den Inhalt ohne Content-Encoding.',
  'idempotency key': () => 'Der Schlüssel hat 1 bis 255 sichtbare Zeichen.',
  'key of another request': () => 'Dieser Schlüssel gehört zu einer anderen Anfrage.',
  'sent otherwise': () => 'Das wurde schon einmal gesendet, mit anderem Inhalt.',
  'request too large': (megabytes) => `Die Anfrage ist größer als ${megabytes} MB.`,
  'rows too large': (megabytes) => `Die Zeilen sind größer als ${megabytes} MB.`,
  'address not readable': () => 'Diese Adresse kann nicht gelesen werden.',
  'send as': (types) => `Bitte senden Sie den Inhalt als ${types}.`,
  'send file': () => 'Bitte senden Sie die Datei selbst, als application/octet-stream oder unter ihrem eigenen Typ.',

  'newer version': () => 'Eine neuere Fassung der Anwendung ist gerade gestartet. Bitte versuchen Sie es noch einmal.',
  'tenant moves': () => 'Dies wird gerade an einen anderen Ort verlegt. Bitte versuchen Sie es gleich noch einmal.',
  'begins at home': () => 'Dies ist nur unter der Hauptadresse möglich. Bitte tun Sie es dort.',
  'address stays': () =>
    'Mit dieser Änderung wäre die Adresse eine andere, was gerade nicht möglich ist. Bitte fragen Sie die Betreiber.',
  'no room': () => 'Der Speicherplatz ist gerade erschöpft. Bitte versuchen Sie es später noch einmal.',
  'more than at once': () => 'Der Server ist gerade überlastet. Bitte versuchen Sie es noch einmal.',

  'call of nobody': () => 'Die Spezifikation gibt nicht an, welche Rollen diesen Aufruf benutzen dürfen.',
  'step not supported': (step) => `Ein Schritt dieses Aufrufs, „${step}“, wird noch nicht unterstützt.`,
  'transition not shown': (transition) => `Ein Teil von „${transition}“ ist nicht angegeben.`,
  'no screen': () => 'Kein Bildschirm des Textes hat diese Adresse.',
  'nobody with role': () => 'Es gibt noch keinen Benutzer mit dieser Rolle.',
  'sample user gone': () => 'Diese Beispielperson ist nicht mehr da.',
}

/** `New, open, pending` → `„New“, „open“ oder „pending“`. */
function quoted(states: readonly string[]): string {
  const all = states.map((state) => `„${state}“`)
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} oder ${all.at(-1)}`
}
