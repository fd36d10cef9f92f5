// `### Choice: Priority` with its table → draft: shared values with their labels.

import type { SharedChoiceDraft } from '../../draft/entities.ts'
import { TABLES } from '../../grammar/tables.ts'
import { writtenOf } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import { quotedOrPlain } from '../names.ts'
import { declaredName, shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'

export function sharedChoiceOf(part: Part, reading: Reading): SharedChoiceDraft {
  const options: SharedChoiceDraft['options'][number][] = []
  const tables = [
    table(TABLES.choice, ({ cells }) => {
      const value = shown(cells.Value, 'This value', reading)
      if (value === null) return
      if (value.text === '') {
        unreadable(value, 'a value', 'Every row has the word that is stored; only its label may be empty.', reading)
        return
      }
      const label = shownOrNothing(cells.Label, `The label of "${writtenOf(value).text}"`, reading)
      options.push({ value: writtenOf(value), label: label === null ? null : quotedOrPlain(label) })
    }),
  ]
  readBlocks(part.blocks, { tables }, reading)
  const name = declaredName(part.name, reading)
  if (options.length === 0 && part.blocks.every(({ kind }) => kind !== 'table'))
    unreadable(part.name, 'a choice', 'Below it stands a table "Value | Label" with the words to choose from.', reading)
  return { name, options }
}
