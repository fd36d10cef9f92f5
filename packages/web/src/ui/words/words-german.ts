// Every text of the web app itself, in German. A missing text is a compile error.

import { germanFileWords } from './words-imports-german.ts'
import { germanConnectionWords } from '../connection/words-connection-german.ts'
import { germanAccountWords } from './words-account-german.ts'
import { germanPeopleWords } from './account/words-people-german.ts'
import { germanOpenIdWords } from './words-openid-german.ts'
import { germanSharingWords } from './sharing/words-sharing-german.ts'
import { germanPresenceWords } from '../records/presence/words-presence-german.ts'
import { germanShortcutWords } from './shortcuts/words-shortcuts-german.ts'
import { germanOAuthWords } from './account/words-oauth-german.ts'
import { germanOperationWords } from '../operation/words-operation-german.ts'
import { germanPasskeyWords } from './account/words-passkeys-german.ts'
import { germanSecondFactorWords } from './account/words-second-factor-german.ts'
import { germanRolesWords } from './words-roles-german.ts'
import { inOneLine, pluralOf, type Words } from './words.ts'
import { germanSuppliedWords } from './words-supplied-german.ts'
import { recordWordsGerman } from './words-records-german.ts'
import { germanChartWords } from './words-charts-german.ts'
import { germanTableWords } from './words-tables-german.ts'
import { germanPickerWords } from './words-pickers-german.ts'

const counted = pluralOf('de')

export const german = {
  skipToContent: 'Zum Inhalt springen',
  loading: 'Wird geladen …',
  yes: 'Ja',
  no: 'Nein',
  justNow: 'gerade eben',
  empty: 'Leer',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',

  records: recordWordsGerman,
  tables: germanTableWords,
  charts: germanChartWords,

  navigation: {
    label: 'Hauptnavigation',
    open: 'Navigation öffnen',
    close: 'Navigation schließen',
    menu: 'Navigation',
    specification: 'Spezifikation',
  },

  palette: {
    title: 'Befehle',
    button: 'Suchen oder ausführen',
    control: 'Strg',
    ask: 'Suchen, öffnen oder ausführen …',
    goTo: 'Öffnen',
    here: 'Auf dieser Seite',
    create: 'Anlegen',
    someOf: (entity: string, shown: string, all: string) => `${entity}: ${shown} von ${all}`,
    near: (entity: string) => `${entity}: ähnliche Wörter`,
    exactOnly: 'Gefunden wird nur die genaue Schreibweise.',
    found: (count: number) =>
      counted(count, { one: '1 gefunden', other: count === 0 ? 'Nichts gefunden' : `${count} gefunden` }),
  },

  purpose: {
    notStated: 'Der Zweck dieser Anwendung ist noch nicht angegeben.',
    nothingToOpen: 'Hier gibt es für Sie noch keine Seite.',
    openQuestions: (count: number) => counted(count, { one: '1 offene Frage', other: `${count} offene Fragen` }),
  },

  screens: {
    provisional: 'Vorläufig',
    provisionalScreen:
      'Diese Seite ist noch nicht beschrieben. Sie wird angeboten, solange die Spezifikation entsteht.',
    provisionalSettle: (question: string, heading: string) =>
      `Um sie festzulegen, beantworten Sie „${question}“ unter „${heading}“.`,
    search: 'Suchen',
    searchIn: (fields: readonly string[]) => `Suchen in ${inOneLine(fields, 'und')}`,
    filter: (label: string) => `Nach ${label} filtern`,
    filters: (count: number) => (count === 0 ? 'Filtern und sortieren' : `Filtern und sortieren (${count})`),
    clearFilters: 'Zurücksetzen',
    sortBy: 'Sortieren',
    sortAfter: 'Mit Umschalttaste: nach mehreren Spalten sortieren',
    sortedAs: (place: number, direction: 'ascending' | 'descending') =>
      `, ${direction === 'ascending' ? 'aufsteigend' : 'absteigend'}, Nummer ${place}`,
    sortedUp: (label: string) => `${label}, aufsteigend`,
    sortedDown: (label: string) => `${label}, absteigend`,
    nothingYet: 'Hier ist noch nichts.',
    noneYet: (records: string) => `Noch keine ${records}.`,
    noneHere: (records: string) => `Hier sind keine ${records}.`,
    nothingMatches: 'Keine Treffer.',
    nothingInView: (view: string) => `Nichts in „${view}“.`,
    showAll: 'Alle anzeigen',
    nothingMatchesHint: 'Suchen Sie nach etwas anderem, oder setzen Sie die Filter zurück.',
    actions: 'Aktionen',
    moreActions: 'Weitere Aktionen',
    more: 'Mehr',
    chooseRow: (name: string) => (name === '' ? 'Diese Zeile auswählen' : `${name} auswählen`),
    chooseAll: 'Alle auf dieser Seite auswählen',
    chooseNone: 'Auswahl aufheben',
    chosenRows: 'Ausgewählte Zeilen',
    chosen: (count: number) => `${count} ausgewählt`,
    chooseWhole: (total: string) => `Alle ${total} auswählen`,
    chosenWhole: (total: string) => `Alle ${total} ausgewählt`,
    doing: (done: number, all: number) => `${done} von ${all} …`,
    doingWhole: (label: string, done: string, all: string | null) =>
      all === null ? `${label}: ${done}` : `${label}: ${done} von ${all}`,
    notDoneTo: (refused: string) => `${refused} nicht erledigt`,
    minutesLeft: (minutes: number) =>
      minutes < 1
        ? 'noch weniger als eine Minute'
        : `noch etwa ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}`,
    firstOf: (shown: number, all: number) => `Die ersten ${shown} von ${all}.`,
    howMany: 'Anzahl',
    largestOnly: (count: number) => `Die ${count} größten; es gibt mehr.`,
    moveTo: 'Verschieben nach',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    moveCard: (title: string) => `${title} verschieben`,
    notMovedHere: (lane: string) => `Kein Schritt führt von hier nach ${lane}.`,
    emptyColumn: 'Nichts hier.',
    ofAtMost: (count: string, most: string) => `${count} von ${most}`,
    wouldHold: (count: string, most: string) => `Damit wären es ${count} von ${most}.`,
    fold: (name: string) => `${name} einklappen`,
    unfold: (name: string) => `${name} ausklappen`,
    below: (name: string) => `Unter ${name}`,
    today: 'Heute',
    month: 'Monat',
    week: 'Woche',
    calendarView: 'Gezeigte Tage',
    before: { month: 'Monat davor', week: 'Woche davor' },
    after: { month: 'Monat danach', week: 'Woche danach' },
    nothingOnDays: 'Nichts an diesen Tagen.',
    nothingToChoose: 'Es gibt noch keine Auswahl.',
    tabs: (screen: string) => `Teile von ${screen}`,
    live: 'Live',
    notLive: 'Nicht live: neuer Versuch …',
  },

  files: germanFileWords,

  entities: {
    choose: 'Auswählen …',
    searchRecords: 'Zum Suchen tippen …',
    addByTyping: 'Tippen und mit der Eingabetaste übernehmen …',
    nothingFits: 'Keine passenden Einträge',
    nothingFound: 'Nichts gefunden',
    newRecord: (entity: string) => `${entity} anlegen`,
    newNamed: (entity: string, title: string) => `${entity}${title === '' ? '' : ` „${title}“`} anlegen …`,
    createRecord: (entity: string) => `${entity} anlegen`,
    searching: 'Wird gesucht …',
    optionsFailed: 'Die Auswahl konnte nicht geladen werden.',
    chooseMoment: 'Tag und Uhrzeit',
    pickers: germanPickerWords,
    secretStays: 'Bleibt, wie es ist',
    secretGoes: 'Wird entfernt',
    takeSecretAway: (label: string) => `Entfernen: ${label}`,
    keepSecret: (label: string) => `Behalten: ${label}`,
    showTyped: 'Eingabe zeigen',
    reveal: (label: string) => `${label} zeigen`,
    conceal: (label: string) => `${label} verbergen`,
    revealFailed: 'Der Wert konnte nicht geladen werden.',
    secretSet: 'Gesetzt, wird nicht angezeigt',
    amount: 'Betrag',
    currency: 'Währung',
    periodStart: 'von',
    periodEnd: 'bis',
    endIsOut: 'Der Tag unter „bis“ gehört nicht mehr dazu.',
    unit: 'Einheit',
    units: { second: 'Sekunden', minute: 'Minuten', hour: 'Stunden', day: 'Tage', week: 'Wochen' },
    noRating: 'Keine',
    chooseColour: 'Farbe auswählen',
    chooseFile: 'Datei auswählen',
    chooseFiles: 'Dateien auswählen',
    fileHint: (size: string, count: number | null) =>
      `oder hier ablegen oder einfügen, bis ${size}${count === null ? '' : ` je Datei, höchstens ${count}`}`,
    uploading: (name: string) => `${name} wird hochgeladen`,
    noPicture: 'Bitte wählen Sie ein Bild: PNG, JPEG, GIF, WebP oder AVIF.',
    stillUploading: 'Bitte warten, bis alles hochgeladen ist.',
    more: (count: number) => `und ${count} weitere`,
    write: 'Schreiben',
    preview: 'Vorschau',
    writeOrPreview: (label: string) => `${label}: schreiben oder Vorschau`,
    previewOf: (label: string) => `Vorschau von ${label}`,
    nothingWritten: 'Noch nichts geschrieben.',
    markdownHint: 'Markdown: **fett**, *kursiv*, - Listen, [Link](https://…)',
    removeFile: (name: string) => `${name} entfernen`,
    timeZoneNote: (zone: string) => `In der Zeitzone ${zone}.`,
  },

  states: { notNow: 'Jetzt nicht möglich', done: (label: string) => `${label}: erledigt` },

  validation: {
    fallback: 'Das wird nicht angenommen.',
    restored: 'Ihre frühere Eingabe ist noch da.',
    discard: 'Neu beginnen',
    nothingChanged: 'Es wurde nichts geändert.',
    steps: 'Schritte',
    step: (number: number) => `Schritt ${number}`,
    next: 'Weiter',
    back: 'Zurück',
    summary: (count: number) =>
      counted(count, {
        one: 'Bitte prüfen Sie 1 Eingabe',
        other: `Bitte prüfen Sie ${count} Eingaben`,
      }),
    conflict: 'Inzwischen hat jemand anderes dies geändert',
    conflictNote: 'Unten steht die jetzige Fassung; Ihre bleibt erhalten, bis Sie sich entscheiden.',
    theirs: (label: string) => `${label}, jetzige Fassung`,
    takeTheirs: 'Jetzige Fassung übernehmen',
    keepMine: 'Meine Fassung behalten',
    charactersLeft: (count: number) => counted(count, { one: 'Noch 1 Zeichen', other: `Noch ${count} Zeichen` }),
  },

  roles: germanRolesWords,
  openId: germanOpenIdWords,
  secondFactor: germanSecondFactorWords,
  oauth: germanOAuthWords,
  passkeys: germanPasskeyWords,
  operation: germanOperationWords,
  people: germanPeopleWords,

  account: germanAccountWords,
  sharing: germanSharingWords,
  shortcuts: germanShortcutWords,
  presence: germanPresenceWords,

  supplied: germanSuppliedWords,

  calls: {
    done: (label: string) => `„${label}“ ist erledigt.`,
    created: (entity: string) => `${entity} angelegt`,
    changed: 'Änderungen gespeichert',
    doneToAll: (label: string, count: number) =>
      `„${label}“ ist für ${counted(count, { one: '1 Eintrag', other: `${count} Einträge` })} erledigt.`,
    forAll: (label: string, count: number) => `${label}: ${count} ausgewählt`,
    ofSome: (label: string, possible: number, all: number) => `${label} (${possible} von ${all})`,
    confirmForAll: (label: string, count: number) => `${label}: ${count} ausgewählt?`,
    outcome: (done: number, refused: number) =>
      `Erledigt für ${done}. Nicht erledigt für ${refused}, ${counted(refused, { one: 'weiterhin ausgewählt', other: 'die weiterhin ausgewählt sind' })}:`,
    forWhole: (label: string, total: string) => `${label}: alle ${total}`,
    confirmWhole:
      'Das gilt für jede Zeile der Liste, wie sie jetzt gefiltert ist, auch auf anderen Seiten. Es lässt sich nicht in einem Schritt rückgängig machen.',
    doneToWhole: (label: string, count: string) => `„${label}“ ist für ${count} Einträge erledigt.`,
    outcomeWhole: (done: string, refused: string) => `Erledigt für ${done}. Nicht erledigt für ${refused}.`,
    stoppedWhole: 'Angehalten. Die übrigen Zeilen sind unverändert.',
    notAllowed: 'Das dürfen Sie hier nicht.',
    notSent: 'Nicht gesendet, weil die Verbindung abgebrochen ist.',
    confirmTitle: (label: string) => `${label}?`,
    confirmText: 'Das entfernt Daten und lässt sich hier nicht rückgängig machen.',
    confirmKept: 'Es wird eine Zeit lang aufbewahrt und kann bis dahin zurückgeholt werden.',
  },

  connection: germanConnectionWords,
  errors: {
    notFoundTitle: 'Hier ist nichts',
    notFound: 'Unter dieser Adresse gibt es nichts, oder es ist nicht für Sie bestimmt.',
    toStart: 'Zum Anfang',
    failingTitle: 'Das konnte nicht geladen werden',
    unreachable: 'Der Server antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    unexpected: 'Auf dem Server ist etwas schiefgegangen.',
    broken: 'Diese Seite konnte nicht angezeigt werden.',
    tryAgain: 'Noch einmal versuchen',
    reference: (id: string) => `Kennung ${id}`,
    dismiss: 'Ausblenden',
    notSent:
      'Der Server antwortet nicht. Nichts von dem, was Sie eingegeben haben, ist verloren: Versuchen Sie es noch einmal.',
  },

  limits: {
    pages: 'Seiten',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    range: (from: string, to: string, total: string) => `${from}–${to} von ${total}`,
    moreThan: (count: string) => `mehr als ${count}`,
  },

  development: {
    heldBack: 'Die Spezifikation enthält Fehler',
    heldBackNote: 'Die letzte gute Fassung läuft weiter.',
    waitingTitle: 'Eine Änderung würde Daten löschen',
    waitingNote: 'Sie wartet, bis Sie zustimmen.',
    unfittingTitle: 'Eine Änderung passt nicht zu den Daten',
    unfittingNote: 'Berichtigen Sie diese Datensätze und speichern Sie erneut, oder ändern Sie den Text.',
    applyAndDelete: 'Anwenden und löschen',
    leaveAsItIs: 'Lassen, wie es ist',
    rows: (count: number) => counted(count, { one: '1 Datensatz.', other: `${count} Datensätze.` }),
    consented: 'Die Änderung ist angewendet.',
    remedied: 'In die Spezifikation geschrieben.',
    remedyTooLate: 'Die Spezifikation hat sich inzwischen geändert. Es wurde nichts geschrieben.',
    hide: 'Ausblenden',
    show: (count: number) =>
      counted(count, { one: '1 Problem in der Spezifikation', other: `${count} Probleme in der Spezifikation` }),
    showWaiting: 'Eine Änderung der Spezifikation wartet',
    disconnected: 'Der Entwicklungsserver antwortet nicht …',
  },

  api: {
    title: 'API',
    intro: 'Jeder Aufruf, den Programme machen können, zum Lesen und Ausprobieren. Dasselbe für andere Werkzeuge:',
  },

  deleted: {
    title: 'Kürzlich gelöscht',
    intro:
      'Gelöschte Datensätze werden mit allem, was dazugehörte, eine Zeit lang aufbewahrt. So lange können Sie sie zurückholen.',
    emptyTitle: 'Hier ist nichts',
    empty: 'Gelöschte Datensätze, die Sie zurückholen dürfen, erscheinen hier.',
    unnamed: 'Ohne Namen',
    deletedAt: (when: string) => `gelöscht ${when}`,
    deletedBy: (by: string) => `von ${by}`,
    until: (when: string) => `endgültig gelöscht ${when}`,
    restore: 'Zurückholen',
    restoreOne: (name: string) => `${name} zurückholen`,
    restored: (name: string) => `${name} ist wieder da.`,
    failed: (name: string) => `${name} konnte nicht zurückgeholt werden`,
  },
  notifications: {
    title: 'Benachrichtigungen',
    bell: (unread: number) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`),
    unread: 'Ungelesen:',
    markAsRead: 'Als gelesen markieren',
    markOneAsRead: (title: string) => `Als gelesen markieren: ${title}`,
    markAllAsRead: 'Alle als gelesen markieren',
    markAsUnread: 'Als ungelesen markieren',
    markOneAsUnread: (title: string) => `Als ungelesen markieren: ${title}`,
    emptyTitle: 'Keine Benachrichtigungen',
    empty: 'Neue Benachrichtigungen erscheinen hier.',
    more: 'Ältere zeigen',
  },

  mailbox: {
    title: 'Postfach',
    intro:
      'Jede Nachricht, die die Anwendung verschickt hat, die neueste zuerst. Solange sie entwickelt wird, verlässt keine E-Mail diesen Rechner, und andere Programme werden nur an Adressen benachrichtigt, die WEBHOOK_HOSTS nennt.',
    emptyTitle: 'Noch keine Nachricht',
    empty: 'Sobald die Anwendung eine verschickt, erscheint sie hier von selbst.',
    noSubject: 'Kein Betreff',
    noBody: 'Die Nachricht hat keinen Text.',
    to: 'An',
    attached: 'Angehängt',
    sent: 'Gesendet',
    message: 'Nachricht',
    ways: { email: 'E-Mail', 'in-app': 'In der Anwendung', webhook: 'Webhook', events: 'Ereignisse' },
    failed: 'Fehlgeschlagen',
    givenUp: (attempts: number) =>
      counted(attempts, { one: 'Aufgegeben:', other: `Nach ${attempts} Versuchen aufgegeben:` }),
    triedAgain: (attempts: number) =>
      counted(attempts, {
        one: 'Fehlgeschlagen, wird noch einmal versucht:',
        other: `${attempts}-mal fehlgeschlagen, wird noch einmal versucht:`,
      }),
    later: 'Aufgeschoben',
  },

  specification: {
    title: 'Spezifikation',
    intro: (file: string) => `Der bisherige Inhalt von ${file} und die offenen Fragen.`,
    introFull: (file: string) => `Jede Frage der neun Punkte ist in ${file} beantwortet.`,
    introEmpty: (file: string) =>
      `Über diese Anwendung ist noch nichts bekannt. Beantworten Sie eine Frage in ${file}, speichern Sie, und diese Seite folgt.`,
    answered: (count: number, all: number) => `${count} von ${all} Fragen beantwortet`,
    gauge: (done: number) => `${done} von 9 Punkten sind vollständig beantwortet`,
    answers: { stated: 'Angegeben', none: 'Ausdrücklich keine', provisional: 'Vorläufig', open: 'Offen' },
    answerMeanings: {
      stated: 'Der Text gibt es an, und es wird durchgesetzt.',
      none: 'Der Text sagt, dass es nichts gibt.',
      provisional: 'Nicht angegeben. Einstweilen gibt es einen gekennzeichneten Ersatz.',
      open: 'Nicht angegeben und ohne Ersatz.',
    },
    writeUnder: (heading: string) => `Schreiben Sie unter „${heading}“:`,
    diagnostics: 'Meldungen zum Text',
    noDiagnostics: 'Nichts zu beanstanden.',
    severities: { error: 'Fehler', warning: 'Warnungen', unknown: 'Nicht angegeben', note: 'Hinweise' },
    firstStep: 'Ein guter erster Schritt',
    begin: 'Schritt für Schritt beantworten',
    firstStepText:
      'Nennen Sie eine Entität unter Punkt 3. Eine Liste, eine Seite und ein Formular dafür erscheinen sofort, als vorläufig gekennzeichnet.',
    onlyDevelopment: 'Diese Seite gibt es nur, solange eine Spezifikation entwickelt wird.',
  },
} satisfies Words
