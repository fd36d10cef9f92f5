// Point 8 → draft: what is answered when something is refused.

import type { BuiltInErrorDraft, CatalogueEntryDraft, ErrorsDraft } from '../draft/errors.ts'
import { writtenOf, type Phrase } from '../outline/phrase.ts'
import type { Written } from '../text/source.ts'
import { readBlocks } from './blocks.ts'
import { questionLabels } from './questions.ts'
import { expressionOrNull, opennessOf, shown, unreadable, type Reading } from './reading.ts'
import type { Section } from './sections.ts'
import { table, type ExtraColumn } from './tables.ts'
import { templateOf } from './templates.ts'

const TRANSLATIONS: readonly ExtraColumn[] = [{ header: /^Message \(.+\)$/, unsupported: 'Translations are' }]

const AS_SUPPLIED = /^as supplied\b/i

export function readErrors(section: Section, reading: Reading): ErrorsDraft {
  let body: Written | null = null
  const catalogue: CatalogueEntryDraft[] = []
  const builtIn: BuiltInErrorDraft[] = []
  const tables = [
    table(
      'Code | Status | About | Message',
      ({ cells, span }) => {
        const rest = answerOf(cells, writtenOf(cells.Code).text, reading)
        if (rest !== null) catalogue.push({ code: writtenOf(cells.Code), ...rest, span })
      },
      TRANSLATIONS,
    ),
    table(
      'Built-in error | Status | About | Message',
      ({ cells, span }) => {
        const name = cells['Built-in error']
        const rest = answerOf(cells, name.text, reading)
        if (rest !== null) builtIn.push({ name: writtenOf(name), ...rest, span })
      },
      TRANSLATIONS,
    ),
  ]
  const labels = {
    ...questionLabels('errors', reading),
    'Error body': (value: Phrase) => {
      body = expressionOrNull(value, 'The error body', reading)
    },
    'Built-in errors': (value: Phrase) => {
      if (opennessOf(value) !== null) shown(value, '"Built-in errors"', reading)
      else if (value.text !== '' && !AS_SUPPLIED.test(value.text))
        unreadable(
          value,
          'built-in errors',
          'Write as supplied, or a table "Built-in error | Status | About | Message".',
          reading,
        )
    },
  }
  readBlocks(section.blocks, { tables, labels }, reading)
  return { body, catalogue, builtIn }
}

type AnswerColumn = 'Status' | 'About' | 'Message'

function answerOf(cells: Readonly<Record<AnswerColumn, Phrase>>, name: string, reading: Reading) {
  const status = shown(cells.Status, `The status of "${name}"`, reading)
  const message = shown(cells.Message, `The message of "${name}"`, reading)
  const about = shown(cells.About, `What "${name}" is about`, reading)
  if (status === null) return null
  if (!/^[1-5]\d\d$/.test(status.text))
    return unreadable(status, 'a status', 'Write an HTTP status such as 404.', reading)
  return {
    status: writtenOf(status),
    about: writtenOf(about ?? cells.About),
    message: message === null ? templateOf({ ...cells.Message, text: '' }) : templateOf(message),
  }
}
