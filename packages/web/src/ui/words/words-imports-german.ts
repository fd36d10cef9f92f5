// Words of lists as files and of imports: a part of the catalogue, in German.

import type { fileWords } from './words-imports.ts'

export const germanFileWords: typeof fileWords = {
  listMenu: (label: string) => `Mehr zu ${label}`,
  download: 'Als CSV herunterladen',
  import: 'Aus CSV importieren …',
  title: (label: string) => `Import: ${label}`,
  choose: 'CSV-Datei auswählen',
  orDrop: 'oder hier ablegen. Die erste Zeile nennt die Spalten.',
  another: 'Andere Datei auswählen',
  unreadable: 'Diese Datei lässt sich nicht als CSV lesen.',
  unreadableRow: {
    unclosed: (row: number) => `Ein Anführungszeichen in Zeile ${row} wird nie geschlossen.`,
    'too long': (row: number) =>
      `Zeile ${row} hat mehr als 8 MB, oder ein Anführungszeichen darin wird nie geschlossen.`,
    'too wide': (row: number) =>
      `Zeile ${row} hat mehr Zellen, als es Spalten gibt. Texte mit Trennzeichen brauchen Anführungszeichen.`,
  },
  noRows: 'Unter der Kopfzeile gibt es keine weitere Zeile.',
  columns: 'Spalten',
  columnFor: (label: string) => `Spalte für ${label}`,
  notInFile: 'Nicht in der Datei',
  unused: (names: string) => `Nicht verwendet: ${names}`,
  needed: (labels: string) => `Wählen Sie eine Spalte für: ${labels}`,
  preview: 'Zeilen, wie sie angelegt werden',
  row: 'Zeile',
  cell: (label: string, row: number) => `${label}, Zeile ${row}`,
  rows: (count: string) => (count === '1' ? '1 Zeile' : `${count} Zeilen`),
  wrong: (count: string) =>
    count === '1' ? '1 Zeile ist noch zu berichtigen' : `${count} Zeilen sind noch zu berichtigen`,
  onlyWrong: 'Nur fehlerhafte Zeilen',
  looking: (done: number, all: number) => `${done} von ${all} werden nachgeschlagen …`,
  noSuch: (text: string) => `„${text}“ gibt es nicht, oder Sie dürfen es nicht wählen.`,
  several: (text: string) => `Mehrere heißen „${text}“.`,
  refused: 'Es wurde nichts importiert. Die Fehler stehen bei den Zeilen.',
  send: (count: string) => (count === '1' ? '1 Zeile importieren' : `${count} Zeilen importieren`),
  done: (count: string) => (count === '1' ? '1 Zeile importiert' : `${count} Zeilen importiert`),
  parts: {
    hint: 'Die Datei ist lang: dies sind ihre ersten Zeilen. Abgelehnte Zeilen werden ausgelassen und kommen als Datei zum Berichtigen.',
    send: 'Datei importieren',
    progress: 'Gelesener Teil der Datei',
    told: (rows: string, made: string, refused: string) =>
      `${rows} Zeilen gelesen: ${made} importiert, ${refused} abgelehnt.`,
    waiting: (why: string) => `Wartet: ${why}`,
    stop: 'Anhalten',
    goOn: 'Fortsetzen',
    stopped:
      'Angehalten. Es geht an dieser Stelle weiter, auch wenn Sie die Datei innerhalb eines Tages erneut wählen.',
    unreadable: (why) =>
      `${why} Die gelesenen Zeilen davor bleiben. Verbessern Sie die Datei dort und wählen Sie sie innerhalb eines Tages wieder aus: der Import geht dort weiter.`,
    saveRefused: 'Abgelehnte Zeilen herunterladen',
  },
}
