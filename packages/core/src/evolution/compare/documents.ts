// Documents of point 2 in two models → changes of layout and of content.

import type { Document, DocumentBlock, PageFormat } from '../../model/screens.ts'
import { listed } from '../meaning.ts'
import { exchanged, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function documentsSaid(before: readonly Document[], after: readonly Document[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['contract', `The document "${name}" is gone: links to it break.`]],
    made: ({ name }) => [['safe', `The document "${name}" is new.`]],
    changed: (pair) => membersSaid(`The document "${pair.now.name}"`, documentMembers(pair.now.name), pair),
    order: ['safe', 'The documents stand in another order.'],
  })
}

function documentMembers(name: string): Members<Document> {
  const place = `The document "${name}"`
  return {
    name: KEY,
    entity: (old, now) => [['contract', `${place} is one of ${now} instead of ${old}: links to it break.`]],
    title: (_, now) => [
      ['safe', now === null ? `${place} is made no more: it has no title.` : `${place} has another title.`],
    ],
    page: (_, now) => [['safe', `${place} has pages of ${now === null ? 'the usual size' : pageWords(now)}.`]],
    blocks: (old, now) => blocksSaid(place, old, now),
  }
}

function pageWords({ size, isLandscape }: PageFormat): string {
  return isLandscape ? `${size} landscape` : size
}

function blocksSaid(place: string, before: readonly DocumentBlock[], after: readonly DocumentBlock[]): Said[] {
  const { gone, made } = exchanged(before.flatMap(shownIn), after.flatMap(shownIn))
  const said: Said[] = [
    ...(made.length === 0 ? [] : [['safe', `${place} shows ${listed(made)}.`] as const]),
    ...(gone.length === 0 ? [] : [['safe', `${place} shows ${listed(gone)} no more.`] as const]),
  ]
  return said.length > 0 ? said : [['safe', `${place} is laid out otherwise, or has other words or other rows.`]]
}

/** `customer.name`, `lines.price`. */
function shownIn(block: DocumentBlock): string[] {
  if (block.kind === 'text') return []
  const of = block.kind === 'list' ? `${block.relation}.` : ''
  return block.columns.map(({ path }) => of + path.join('.'))
}
