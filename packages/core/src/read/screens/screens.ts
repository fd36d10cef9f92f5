// Point 2 → draft: routes and their screens.

import type { DocumentDraft, RouteDraft, RouteParameterDraft, ScreenDraft, ScreensDraft } from '../../draft/screens.ts'
import { TABLES } from '../../grammar/tables.ts'
import { matchPhrase, splitPhrase, writtenOf, type Phrase } from '../../outline/phrase.ts'
import { readBlocks } from '../blocks.ts'
import type { Expected } from '../expected.ts'
import { fieldOfEntity, NAME } from '../names.ts'
import { questionLabels } from '../questions.ts'
import { shown, shownOrNothing, unreadable, type Reading } from '../reading.ts'
import type { Section } from '../sections.ts'
import { table } from '../tables.ts'
import { documentOf } from './document.ts'
import { screenOf } from './screen.ts'

export function readScreens(section: Section, reading: Reading): ScreensDraft {
  const routes: RouteDraft[] = []
  const tables = [
    table(TABLES.routes, ({ cells }) => {
      const path = shown(cells.Route, 'The address of this route', reading)
      const screen = shown(cells.Screen, 'The screen of this route', reading)
      if (path === null || screen === null) return
      if (!writtenOf(path).text.startsWith('/'))
        unreadable(path, 'an address', 'An address begins with a slash: `/tickets/:number`.', reading)
      else
        routes.push({
          path: writtenOf(path),
          screen: writtenOf(screen),
          parameters: parametersOf(cells.Parameter, reading),
        })
    }),
  ]
  const expected: Expected = { tables, labels: questionLabels('screens', reading) }
  readBlocks(section.blocks, expected, reading)
  const documents: DocumentDraft[] = []
  const screens: ScreenDraft[] = []
  for (const part of section.parts) {
    if (part.kind === 'Routes') readBlocks(part.blocks, expected, reading)
    else if (part.kind !== 'Document') screens.push(screenOf(part, reading))
    else {
      const document = documentOf(part, reading)
      if (document !== null) documents.push(document)
    }
  }
  return { routes, screens, documents }
}

const PARAMETER = new RegExp(`^(?<parameter>${NAME}) is (?<field>\\S+)$`, 'd')

const SEVERAL = 'Separate parameters with commas: shelf is Shelf.name, number is Book.number.'

function parametersOf(cell: Phrase, reading: Reading): RouteParameterDraft[] {
  const words = shownOrNothing(cell, 'The field of the parameter', reading)
  if (words === null) return []
  return splitPhrase(words, ',').flatMap((part) => {
    const match = matchPhrase(part, PARAMETER)
    const field = match === null ? null : fieldOfEntity(match.phrase('field'))
    if (match !== null && field !== null) return [{ parameter: match.written('parameter'), ...field }]
    const hint = part.text.includes(';') ? SEVERAL : 'Write PARAMETER is ENTITY.FIELD, as in number is Ticket.number.'
    return unreadable(part, 'a parameter', hint, reading) ?? []
  })
}
