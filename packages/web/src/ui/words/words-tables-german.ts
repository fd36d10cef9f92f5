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

  keys: {
    title: 'Tastenkürzel',
    open: 'Tastenkürzel',
    anywhere: 'Überall',
    inTables: 'In einer Tabelle',
    inCell: 'Beim Ändern einer Zelle',
    palette: 'Suchen, wechseln oder etwas tun',
    help: 'Diese Tastenkürzel zeigen',
    undo: 'Rückgängig machen, solange es angeboten wird',
    intoTable: 'In eine Tabelle hinein und wieder hinaus',
    byRow: 'Nächste oder vorige Zeile',
    byColumn: 'Nächste oder vorige Spalte',
    rowEnds: 'Erste oder letzte Spalte',
    tableEnds: 'Erste oder letzte Zeile',
    byPage: 'Eine Seite von Zeilen weiter oder zurück',
    openRow: 'Die Zeile öffnen oder die Zelle ändern',
    change: 'Die Zelle ändern',
    choose: 'Die Zeile wählen, mit Umschalt einen Abschnitt',
    chooseAll: 'Alle wählen, auf dem Kästchen einer Zeile',
    save: 'Speichern',
    discard: 'So lassen, wie es war',
    letters: 'Einzelne Buchstaben sind Tastenkürzel',
    lettersNote: 'Schalten Sie sie aus, wenn Sie diktieren oder Tasten versehentlich treffen.',
    or: 'oder',
    names: {
      up: 'Pfeil nach oben',
      down: 'Pfeil nach unten',
      left: 'Pfeil nach links',
      right: 'Pfeil nach rechts',
      home: 'Pos1',
      end: 'Ende',
      pageUp: 'Bild auf',
      pageDown: 'Bild ab',
      enter: 'Eingabe',
      escape: 'Esc',
      space: 'Leertaste',
      tab: 'Tab',
      control: 'Strg',
      shift: 'Umschalt',
    },
  },

  change: {
    label: (column: string, row: string) => (row === '' ? `${column} ändern` : `${column} von ${row} ändern`),
    save: 'Speichern',
    saving: 'Wird gespeichert',
    done: (column: string) => `${column}: geändert.`,
    undo: 'Rückgängig',
    wentBack: 'Rückgängig gemacht.',
    notGoneBack: (label, refused, all) =>
      all === 1 ? `${label}: nicht geschehen` : `${label}: bei ${refused} von ${all} nicht geschehen`,
    undone: (column: string) => `${column}: wie zuvor.`,
    notUndone: 'Inzwischen hat jemand anderes dies geändert, deshalb wurde nichts rückgängig gemacht.',
    notNow: 'Das kann jetzt nicht geändert werden.',
  },
} satisfies typeof tableWords
