// `### Shape: TicketView of Ticket` with its table → draft.

import type { ShapeDraft, ShapeKeyDraft } from '../../draft/calls.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, spanOf, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import { NAME } from '../names.ts'
import { declaredName, neededExpression, shown, unreadable, type Reading } from '../reading.ts'
import type { Part } from '../sections.ts'
import { table } from '../tables.ts'
import type { Row } from '../expected.ts'
import { nameAndEndingFormer } from './former.ts'

const SHAPE_OF = new RegExp(`^(?<name>${NAME}) of (?<entity>${NAME})$`, 'd')
const EVERYTHING_IN = new RegExp(`^everything in (?<shape>${NAME})$`, 'd')

export function shapeOf(part: Part, reading: Reading): ShapeDraft | null {
  const keys: ShapeKeyDraft[] = []
  const tables = [
    table(TABLES.shape, (row) => {
      const key = keyOf(row, reading)
      if (key !== null) keys.push(key)
    }),
  ]
  readBlocks(part.blocks, { tables }, reading)
  const match = matchPhrase(part.name, SHAPE_OF)
  if (match === null)
    return unreadable(part.name, 'a shape', 'Write its name and its entity: Shape: TicketView of Ticket.', reading)
  return {
    name: declaredName(match.phrase('name'), reading),
    entity: match.written('entity'),
    keys,
    span: spanOf(part.heading.phrase),
  }
}

/** `"@odata.context"`: each character belongs to the key. Other keys need no quotes, and may have them. */
const QUOTED = /^"(?<key>[^"`\\]+)"$/d

/** Notations of other languages and of inputs, which would become part of the key here. */
const NOTATIONS: readonly (readonly [notation: RegExp, hint: string])[] = [
  [/\?$/, 'A key that is left out where it is empty has a value in ifAny(…), and no question mark.'],
  [/\[|\]/, 'A list of objects is a value: items.map(i, {"name": i.name}).'],
  [
    /\./,
    'An object within the answer is a value: {"name": author.name}. A key that has a dot stands in quotes: "odata.type".',
  ],
  [/[\s"'`*{}()?,;<>|\\/]/, 'A key is letters, digits and _, or one of $ @ : - between them.'],
]

function refuseNotation(key: Phrase, reading: Reading): void {
  const { text } = writtenOf(key)
  const hint = NOTATIONS.find(([notation]) => notation.test(text))?.[1]
  if (hint !== undefined) unreadable(key, 'a key', hint, reading)
}

function keyOf({ cells }: Row<'Key' | 'Value'>, reading: Reading): ShapeKeyDraft | null {
  const everything = matchPhrase(cells.Key, EVERYTHING_IN)
  if (everything !== null) {
    if (cells.Value.text !== '')
      unreadable(cells.Value, 'a value here', 'The value of "everything in" stays empty.', reading)
    return { kind: 'everything in', shape: everything.written('shape') }
  }
  const shownKey = shown(cells.Key, 'This key', reading)
  if (shownKey === null) return null
  const { name: key, was } = nameAndEndingFormer(shownKey, reading)
  if (key.text === '') return unreadable(key, 'The key', 'Write a name, or everything in SHAPE.', reading)
  const quoted = matchPhrase(key, QUOTED)
  if (quoted === null) refuseNotation(key, reading)
  const value = neededExpression(cells.Value, `The value of "${writtenOf(key).text}"`, reading)
  return value === null ? null : { kind: 'key', key: quoted?.written('key') ?? writtenOf(key), was, value }
}
