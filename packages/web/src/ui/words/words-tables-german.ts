// Words about moving and working in tables: a part of the catalogue, in German.

import type { tableWords } from './words-tables.ts'

import { germanListWords } from './words-lists-german.ts'

export const germanTableWords = {
  lists: germanListWords,
  showAll: 'Alle in einer Liste zeigen',
  showPages: 'Zurück zu den Seiten',
  shownOf: (shown: string, total: string) => `${shown} von ${total} geladen`,
  wholeIs: (total: string) => `${total} insgesamt`,
  loadingMore: 'Weitere werden geladen …',
  moreFailed: 'Weitere konnten nicht geladen werden.',
  loadMore: 'Weitere laden',

  row: (row: number) => `Zeile ${row}`,
  cellOf: (column: string, row: string) => `${column}, Zeile ${row}`,
  about: (column: string, message: string) => `${column}: ${message}`,
  addRow: 'Zeile hinzufügen',
  rowsMost: (count: number) => `Höchstens ${count} Zeilen`,
  mapKey: 'Schlüssel',
  mapValue: 'Wert',
  morePairs: (count: number) => `+${count}`,
  jsonKeys: (count: number) => (count === 1 ? '1 Wert' : `${count} Werte`),
  jsonItems: (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
  moveUp: (row: number) => `Zeile ${row} nach oben`,
  removeRow: (row: number) => `Zeile ${row} entfernen`,

  change: {
    label: (column: string, row: string) => (row === '' ? `${column} ändern` : `${column} von ${row} ändern`),
    save: 'Speichern',
    saving: 'Wird gespeichert',
    done: (column: string) => `${column} geändert.`,
    undo: 'Rückgängig',
    wentBack: 'Rückgängig gemacht.',
    notGoneBack: (label, refused, all) =>
      all === 1 ? `${label}: nicht ausgeführt` : `${label}: bei ${refused} von ${all} nicht ausgeführt`,
    undone: (column: string) => `${column} ist wie zuvor.`,
    notUndone: 'Inzwischen hat jemand anderes dies geändert, deshalb wurde nichts rückgängig gemacht.',
    notNow: 'Das kann jetzt nicht geändert werden.',
  },
} satisfies typeof tableWords
