// Labelled lines of screens and documents.

import { LATER, label, repeatable, type Labels } from './label.ts'
import { entries, one, several } from './values.ts'

const WHERE = '[ where `…`]'
const SORTED = '[, sorted by PATH ORDER[ then PATH ORDER]]'
const TAB = '[, as tab "TITLE"]'
const PERIOD = '[, this UNIT by FIELD]'
const TAIL = `${TAB}[, for WORDS]`
const WITH = '[, with NAME = `…`[, NAME = `…`]]'

/** A chart or matrix of a count, sum or average. */
const CHARTS = [
  ...['', 'bar ', 'line ', 'area ', 'stacked ', 'share '].map((draw) => ({
    what: `${draw}chart`,
    by: ' by FIELD[ per UNIT][ and FIELD]',
  })),
  { what: 'matrix', by: ' by FIELD[ per UNIT] and FIELD' },
].flatMap(({ what, by }) =>
  ['count', 'sum of FIELD', 'average of FIELD'].map((measure) => `${what} of ${measure}${by}`),
)

/** A list with its order and size. */
const listed = (of: string): string[] =>
  [', 20 per page', ', `…` per page', ', all of them'].map((size) => `${of}${WHERE}${SORTED}[${size}]${TAIL}`)

/** Labels above tables with open or empty values only. */
export const SCREEN_LABELS = {
  Who: label('The roles that may use it.', several('ROLE')),
  Refreshes: label('How often the screen asks for news.', one('live', 'every 30 seconds')),
  Shows: repeatable(
    label(
      'The list, the record or the list of a record that the screen shows.',
      one(
        ...listed('list of ENTITY'),
        ...listed('list of its RELATION'),
        `one ENTITY by PARAMETER${TAIL}`,
        `count of its RELATION${WHERE}${PERIOD}${TAIL}`,
        `count of ENTITY${WHERE}${PERIOD}${TAIL}`,
        `sum of FIELD of ENTITY${WHERE}${PERIOD}${TAIL}`,
        `average of FIELD of ENTITY${WHERE}${PERIOD}${TAIL}`,
        `sum of FIELD of its RELATION${WHERE}${PERIOD}${TAIL}`,
        `average of FIELD of its RELATION${WHERE}${PERIOD}${TAIL}`,
        `[NAME in ]answer of call \`CALL\`[ as tab "TITLE"]${WITH}[, for WORDS]`,
        `[NAME in ]answer of call \`CALL\`${WITH}${TAIL}`,
        '[NAME in ]answer of call `CALL`[ as choices for NAME]',
      ),
    ),
  ),
  Text: repeatable(
    label('Words of your own on the screen, in quotes, as formatted text: Markdown.', one('"TITLE"[, for WORDS]')),
  ),
  Form: repeatable(
    label(
      'A call whose inputs people fill in here.',
      one(`call \`CALL\`[, filled from \`CALL\`][, then open SCREEN]${TAB}`),
    ),
  ),
  Can: repeatable(
    label(
      'Actions of people here: calls, transitions, other screens, documents.',
      entries(
        'call `CALL`[, then open SCREEN][, for chosen rows]',
        'do TRANSITION[, for chosen rows]',
        'open SCREEN',
        'document DOCUMENT',
        'sign out[, then open SCREEN]',
      ),
    ),
  ),
  Title: repeatable(label('The heading of the block, in quotes.', one('"TITLE"'))),
  Columns: repeatable(
    label(
      'The fields of each row, in order.',
      several('PATH[ as formatted text][ as "TITLE"]', 'PATH as button "TITLE"'),
    ),
  ),
  Fields: repeatable(
    label(
      'The fields that are shown or meant.',
      several('PATH[ as formatted text][ as "TITLE"]', 'PATH as button "TITLE"'),
    ),
  ),
  As: repeatable(
    label(
      'How a list is drawn: a table, cards, a board, a calendar, a chart, a tree.',
      one(
        'table',
        'cards',
        'board by FIELD[, at most 3 in COLUMN[, at most 3 in COLUMN]]',
        'board by FIELD, at most 3 in each column',
        'board by FIELD, at most `…` in COLUMN',
        'board by FIELD, at most `…` in each column',
        'calendar by FIELD',
        'tree by FIELD',
        ...CHARTS,
        'matrix of FIELD by FIELD and FIELD',
      ),
    ),
  ),
  Totals: repeatable(label('Numbers whose sums stand below the list.', several('FIELD'))),
  Width: repeatable(label('The part of the page that the block takes.', one('full', 'half', 'third', 'two thirds'))),
  'Filter by': repeatable(label('Fields by which people can narrow the list.', several('PATH'))),
  'Search in': repeatable(label('Fields in which the search looks.', several('FIELD'))),
  View: repeatable(
    label(
      'A view of the list, as a tab above it: its filters, days, search, order, groups, columns and density.',
      one(
        '"TITLE"[, where `…`][, this week by FIELD][, search "WORDS"][, sorted by PATH ORDER][, grouped by PATH][, columns PATH and PATH][, compact][, opens first]',
      ),
    ),
  ),
  'When empty': repeatable(label('The words shown when there is nothing to show.')),
  'When failing': repeatable(label('The words shown when it cannot be shown.')),
  'Shown by': { ...LATER, about: 'A component of your own that draws it.', isRepeatable: true },
  Steps: repeatable(label('The pages of a form, one after another.')),
} as const satisfies Labels

export const DOCUMENT_LABELS = {
  Title: repeatable(
    label(
      'The heading of the document, or of the part above it, in quotes. {path} is replaced by a value of the record.',
      one('"TITLE"'),
    ),
  ),
  Pages: label(
    'The size of its pages. Without it, the one that is usual where the language of point 9 is spoken.',
    one('A4[ landscape]', 'A5[ landscape]', 'Letter[ landscape]', 'Legal[ landscape]'),
  ),
  Fields: repeatable(label('Fields of the record, one below the other.', several('PATH[ as "TITLE"]'))),
  Shows: repeatable(
    label('A table of records that belong to the record.', one(`list of its RELATION${WHERE}${SORTED}`)),
  ),
  Columns: repeatable(label('The fields of each row, in order.', several('PATH[ as "TITLE"]'))),
  Totals: repeatable(label('Numbers whose sums stand below the table.', several('FIELD'))),
  'When empty': repeatable(label('The words in the place of a table without rows.')),
  Text: repeatable(label('A paragraph, in quotes. {path} is replaced by a value of the record.', one('"TITLE"'))),
} as const satisfies Labels
