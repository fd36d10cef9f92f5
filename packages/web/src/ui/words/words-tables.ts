// Words about moving and working in tables: a part of the catalogue, in English.

import { lowerFirst } from '@ninefold/core/model/words.ts'
import { listWords } from './words-lists.ts'

export const tableWords = {
  lists: listWords,
  showAll: 'Show all in one list',
  showPages: 'Back to pages',
  shownOf: (shown: string, total: string) => `${shown} of ${total} loaded`,
  wholeIs: (total: string) => `${total} in all`,
  loadingMore: 'Loading more …',
  moreFailed: 'More could not be loaded.',
  loadMore: 'Load more',

  row: (row: number) => `Row ${row}`,
  cellOf: (column: string, row: string) => `${column}, row ${row}`,
  about: (column: string, message: string) => `${column}: ${message}`,
  addRow: 'Add a row',
  rowsMost: (count: number) => `At most ${count} rows`,
  mapKey: 'Key',
  mapValue: 'Value',
  morePairs: (count: number) => `+${count}`,
  jsonKeys: (count: number) => (count === 1 ? '1 value' : `${count} values`),
  jsonItems: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  moveUp: (row: number) => `Move row ${row} up`,
  removeRow: (row: number) => `Remove row ${row}`,

  change: {
    label: (column: string, row: string) => `Change ${lowerFirst(column)}${row === '' ? '' : ` of ${row}`}`,
    save: 'Save',
    saving: 'Saving',
    done: (column: string) => `${column} changed.`,
    undo: 'Undo',
    wentBack: 'Undone.',
    notGoneBack: (label: string, refused: number, all: number) =>
      all === 1 ? `${label}: not done` : `${label}: not done to ${refused} of ${all}`,
    undone: (column: string) => `${column} is as it was before.`,
    notUndone: 'Another person changed this meanwhile, so nothing was undone.',
    notNow: 'This cannot be changed now.',
  },
}
