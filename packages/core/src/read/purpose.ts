// Point 1 → draft: purpose, intended users, terms.

import type { PurposeDraft, TermDraft, UserDraft } from '../draft/purpose.ts'
import { LABELS } from '../grammar/labels.ts'
import { TABLES } from '../grammar/tables.ts'
import { writtenOf } from '../outline/phrase.ts'
import type { Written } from '../text/source.ts'
import { labelReaders, readBlocks } from './blocks.ts'
import { questionLabels, takeOpenness } from './questions.ts'
import { shown, type Reading } from './reading.ts'
import type { Section } from './sections.ts'
import { table } from './tables.ts'

export function readPurpose(section: Section, reading: Reading): PurposeDraft {
  let purpose: Written | null = null
  const users: UserDraft[] = []
  const terms: TermDraft[] = []
  const tables = [
    table(TABLES.users, ({ cells, span }) => {
      const role = shown(cells.Role, `The role of "${writtenOf(cells.User).text}"`, reading)
      users.push({
        user: writtenOf(cells.User),
        role: role === null ? null : writtenOf(role),
        comesTo: writtenOf(cells['Comes to']),
        span,
      })
    }),
    table(TABLES.terms, ({ cells }) => {
      terms.push({ term: writtenOf(cells.Term), means: writtenOf(cells.Means) })
    }),
  ]
  const labels = {
    ...questionLabels('purpose', reading),
    ...labelReaders(LABELS.purpose, {
      Purpose: (value) => {
        if (!takeOpenness('Purpose', value, reading) && value.text !== '') purpose = writtenOf(value)
      },
    }),
  }
  readBlocks(section.blocks, { tables, labels }, reading)
  return { purpose, users, terms }
}
