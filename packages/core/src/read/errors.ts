// Point 8 → draft: answers of refusals.

import type {
  BuiltInErrorDraft,
  CatalogueEntryDraft,
  ErrorBodyDraft,
  ErrorsDraft,
  HeaderDraft,
} from '../draft/errors.ts'
import { LABELS } from '../grammar/labels.ts'
import { TABLES } from '../grammar/tables.ts'
import { emptyPhrase, spanOf, writtenOf, type Phrase } from '../outline/phrase.ts'
import { labelReaders, readBlocks } from './blocks.ts'
import { questionLabels } from './questions.ts'
import { errorBodyOf, errorHeadersOf } from './calls/error-body.ts'
import { isNothing, shown, shownOrNothing, unreadable, type Reading } from './reading.ts'
import type { Section } from './sections.ts'
import { table } from './tables.ts'
import type { ExtraColumn } from './expected.ts'
import { templateOf } from './templates.ts'

const TRANSLATIONS: readonly ExtraColumn[] = [{ header: /^Message \(.+\)$/, unsupported: 'columns for languages' }]

/** The list of languages is the product's own and changes nothing. */
const AS_SUPPLIED = /^as supplied(?:, messages in (?:English|German|English and German))?\.?$/i

export function readErrors(section: Section, reading: Reading): ErrorsDraft {
  let body: ErrorBodyDraft = { body: null, bodyType: null }
  let headers: readonly HeaderDraft[] = []
  const catalogue: CatalogueEntryDraft[] = []
  const builtIn: BuiltInErrorDraft[] = []
  let areBuiltInAsSupplied = false
  const tables = [
    table(
      TABLES.refusals,
      ({ cells, span }) => {
        const rest = answerOf(cells, writtenOf(cells.Code).text, reading)
        if (rest !== null) catalogue.push({ code: writtenOf(cells.Code), ...rest, span })
      },
      TRANSLATIONS,
    ),
    table(
      TABLES.builtInErrors,
      ({ cells, span }) => {
        const name = cells['Built-in error']
        const rest = answerOf(cells, name.text, reading, true)
        if (rest !== null) builtIn.push({ name: writtenOf(name), ...rest, span })
      },
      TRANSLATIONS,
    ),
  ]
  const labels = {
    ...questionLabels('errors', reading),
    ...labelReaders(LABELS.errors, {
      'Error body': (value) => {
        body = errorBodyOf(value, reading)
      },
      'Error headers': (value) => {
        headers = errorHeadersOf(value, reading)
      },
      'Built-in errors': (value) => {
        const words = shownOrNothing(value, '"Built-in errors"', reading)
        areBuiltInAsSupplied = words !== null && AS_SUPPLIED.test(words.text)
        if (words !== null && !areBuiltInAsSupplied)
          unreadable(
            words,
            'built-in errors',
            'Write as supplied, or as supplied, messages in English; or a table "Built-in error | Status | About | Message".',
            reading,
          )
      },
    }),
  }
  readBlocks(section.blocks, { tables, labels }, reading)
  return { ...body, headers, catalogue, builtIn, areBuiltInAsSupplied }
}

type AnswerColumn = 'Status' | 'About' | 'Message'

/** A code needs a status; a built-in error has one, so its cell may be empty or open. */
function answerOf(
  cells: Readonly<Record<AnswerColumn, Phrase>>,
  name: string,
  reading: Reading,
  isSupplied = false,
): Omit<BuiltInErrorDraft, 'name' | 'span'> | null {
  const status = shown(cells.Status, `The status of "${name}"`, reading)
  const message = wordsIn(cells.Message, `The message of "${name}"`, reading)
  const about = wordsIn(cells.About, `The subject of "${name}"`, reading)
  const isLeftToProduct = isSupplied && (status === null || status.text === '')
  if (status === null && !isLeftToProduct) return null
  if (status !== null && !isLeftToProduct && !/^[1-5]\d\d$/.test(status.text))
    return unreadable(status, 'a status', 'Write an HTTP status such as 404.', reading)
  return {
    status: isLeftToProduct || status === null ? { text: '', span: spanOf(cells.Status) } : writtenOf(status),
    about: writtenOf(about),
    message: templateOf(message),
  }
}

/** An optional message: an open one counts as an empty cell. */
function wordsIn(cell: Phrase, what: string, reading: Reading): Phrase {
  const words = shown(cell, what, reading)
  return words === null || isNothing(words) ? emptyPhrase(spanOf(cell).end) : words
}
