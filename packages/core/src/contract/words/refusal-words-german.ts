// The supplied wording of built-in errors, in German. A message that says more in English, and is not here, is said as
// its error says it: one answer never mixes two languages.

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

/** Refusals that need more words than their error has. */
export const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'There is no such thing, or you may not see it.': 'So etwas gibt es nicht, oder es ist nicht für Sie bestimmt.',
  'The document shows something that you may not see.': 'Das Dokument zeigt etwas, das nicht für Sie bestimmt ist.',
  'The document has more rows than a document may have.': 'Das Dokument hat mehr Zeilen, als ein Dokument haben darf.',
  'This is not your present password.': 'Das ist nicht Ihr jetziges Passwort.',
  'Please choose a picture: PNG, JPEG, GIF, WebP or AVIF.':
    'Bitte wählen Sie ein Bild: PNG, JPEG, GIF, WebP oder AVIF.',
  'This link has been used, or its time is over. Please ask for a new one.':
    'Dieser Link ist verbraucht oder abgelaufen. Bitte lassen Sie sich einen neuen schicken.',
  'There are as many of these as there may be.': 'Davon gibt es schon so viele, wie es geben darf.',
  'It is being done already.': 'Es wird schon getan.',
  'This request came from another site.': 'Diese Anfrage kam von einer anderen Seite.',
  'A newer version of this has just begun. Please try again.':
    'Gerade hat eine neuere Fassung hiervon begonnen. Bitte versuchen Sie es noch einmal.',
  'There is no room to keep anything now. Please try again later.':
    'Gerade ist kein Platz, um etwas aufzubewahren. Bitte versuchen Sie es später noch einmal.',
  'More was asked for than can be done at once. Please try again.':
    'Es wurde mehr verlangt, als zugleich getan werden kann. Bitte versuchen Sie es noch einmal.',
  'Many files were uploaded and not used. Please try again later.':
    'Viele Dateien wurden hochgeladen und nicht verwendet. Bitte versuchen Sie es später noch einmal.',
  'This code is not right, or has been used already.': 'Dieser Code stimmt nicht oder ist schon verbraucht.',
  'This took too long. Please sign in again.': 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
  'There is a second factor already. End it first.':
    'Es gibt schon einen zweiten Faktor. Bitte schalten Sie ihn zuerst aus.',
  'No second factor is being set up. Begin anew.':
    'Es wird kein zweiter Faktor eingerichtet. Bitte beginnen Sie von vorn.',
  'Your role requires a second factor, so it stays.': 'Ihre Rolle braucht einen zweiten Faktor, deshalb bleibt er.',
  'Sign in on the page for signing in: it asks for your second factor.':
    'Bitte melden Sie sich auf der Anmeldeseite an: Sie fragt nach Ihrem zweiten Faktor.',
  'This is your only way to sign in. Set a password, or link another one first.':
    'Nur so können Sie sich anmelden. Bitte legen Sie zuerst ein Passwort fest, oder verknüpfen Sie einen anderen Anbieter.',
  'Accounts are linked in a session.': 'Konten werden nur verknüpft, solange Sie angemeldet sind.',
  'A second factor is set up and shown in a session.':
    'Ein zweiter Faktor wird eingerichtet und gezeigt, solange Sie angemeldet sind.',
  'A key has at least one of your roles.': 'Ein Schlüssel hat mindestens eine Ihrer Rollen.',
  'An API key makes and ends no keys.': 'Mit einem API-Schlüssel wird kein anderer erstellt oder beendet.',
  'An API key changes no password. Sign in to do this.':
    'Mit einem API-Schlüssel wird kein Passwort geändert. Bitte melden Sie sich dafür an.',
  'An API key begins no session.': 'Mit einem API-Schlüssel beginnt keine Sitzung.',
  'An API key is for the calls of the application. Sign in to do this.':
    'Ein API-Schlüssel ist für die Aufrufe der Anwendung. Bitte melden Sie sich hierfür an.',
  'This API key only reads. Make one that may also write.':
    'Dieser API-Schlüssel liest nur. Bitte erstellen Sie einen, der auch schreiben darf.',
  'It has to be said whether the key only reads: true or false.':
    'Es muss gesagt werden, ob der Schlüssel nur liest: true oder false.',
  'This application does not answer under this name.': 'Unter diesem Namen antwortet diese Anwendung nicht.',
  'Point 6 does not let a guest choose a password.': 'Nach Punkt 6 wählt ein Gast kein Passwort.',
  'The specification does not say at which public address links lead back.':
    'Die Spezifikation sagt nicht, an welche öffentliche Adresse Links zurückführen.',
}

/** The same, with something of the specification or a size within. */
export const GERMAN_REASONS_ABOUT: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[] = [
  [
    /^Only possible while it is (.+?)(, and there is a state before)?\.$/s,
    (_, states = '', before) =>
      `Nur möglich im Zustand ${quotedStates(states)}${before === undefined ? '' : ', wenn es einen Zustand davor gibt'}.`,
  ],
  [/^(.+) and password do not belong together\.$/s, '$1 und Passwort gehören nicht zusammen.'],
  [
    /^You have (\d+) keys, and more are not possible\. End one of them\.$/s,
    'Sie haben $1 Schlüssel, und mehr sind nicht möglich. Bitte beenden Sie einen davon.',
  ],
  [/^A key has a name of 1 to (\d+) characters\.$/s, 'Ein Schlüssel hat einen Namen von 1 bis $1 Zeichen.'],
  [/^A key lasts 1 to (\d+) days\.$/s, 'Ein Schlüssel gilt 1 bis $1 Tage.'],
  [/^You cannot give a key the role "(.+)"\.$/s, 'Die Rolle „$1“ können Sie einem Schlüssel nicht geben.'],
  [/^This cannot be changed while it is (.+)\.$/s, 'Das kann nicht geändert werden, solange es „$1“ ist.'],
  [/^A file may be as large as (.+), and no larger\.$/s, 'Eine Datei darf höchstens so groß sein: $1.'],
]

/** `New, open or pending` → `„New“, „open“ oder „pending“`. */
function quotedStates(states: string): string {
  const several = states.replace(/ or (?=[^,]*$)/, ', ').split(/, +/)
  const quoted = several.map((state) => `„${state}“`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} oder ${quoted.at(-1)}`
}
