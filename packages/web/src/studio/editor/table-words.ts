// Words around an edited table.

export const tableWords = {
  open: 'As a table',
  openNote: 'The table at the cursor (Ctrl Enter)',
  nowhere: 'The cursor stands in no table.',
  close: 'Back to the text',
  add: 'Add a row',
  addBelow: 'Add a row below',
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  row: (row: number) => `Row ${row}`,
  cell: (column: string, row: number) => `${column}, row ${row}`,
  actions: 'What can be done with the row',
  possible: 'What can be written here',
  keys: 'Enter goes down and adds a row at the end. Alt with an arrow moves the row. Ctrl Z takes back.',
  inRow: (row: number) => `row ${row}`,
} as const
