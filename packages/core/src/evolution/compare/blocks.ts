// The blocks and actions of a screen in two models → sentences, block by block.

import type { Action, AnswerColumn, Block, Column, FormBlock, ListForm, StatedView } from '../../model/screens.ts'
import type { Template } from '../../model/outside/messages.ts'
import type { Sort } from '../../model/field-types.ts'
import { listed } from '../meaning.ts'
import { performersSaid } from './performers.ts'
import { templateText } from '../templates.ts'
import {
  code,
  ELSEWHERE,
  exchanged,
  isSameExpression,
  KEY,
  type Members,
  membersSaid,
  partsSaid,
  type Said,
} from './sentences.ts'

export function blocksSaid(place: string, before: readonly Block[], after: readonly Block[]): Said[] {
  return partsSaid(before, after, nameOfBlock, {
    gone: (block) => [['safe', `${place} has ${nameOfBlock(block)} no more.`]],
    made: (block) => [['safe', `${place} has ${nameOfBlock(block)} now.`]],
    changed: (pair) => {
      const name = nameOfBlock(pair.now)
      return membersSaid(`${place}: ${name}`, blockMembers(place, name), pair)
    },
    order: ['safe', `${place} shows its parts in another order.`],
  })
}

function nameOfBlock(block: Block): string {
  switch (block.kind) {
    case 'list':
      return `the list of ${relatedOr(block)}`
    case 'count':
      return `the number of ${relatedOr(block)}`
    case 'record':
      return `one ${block.entity}`
    case 'answer':
      return `the answer of ${block.method} ${block.path}${block.part.length === 0 ? '' : ` (${block.part.join('.')})`}`
    case 'form':
      return `the form of ${block.method} ${block.path}`
    case 'text':
      return `the text "${block.title ?? shortened(block.words)}"`
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function relatedOr({ entity, relation }: Extract<Block, { kind: 'list' | 'count' }>): string {
  return relation === null ? entity : `its ${relation.field}`
}

/** All members of all kinds of blocks. */
function blockMembers(place: string, name: string): Members<Block> {
  const here = `${place}: ${name}`
  const says = (words: string) => (): Said[] => [['safe', `${here} ${words}.`]]
  return {
    // The key consists of these.
    kind: KEY,
    entity: KEY,
    method: KEY,
    path: KEY,
    part: KEY,
    text: says('has other words'),
    // The text has them, too.
    words: ELSEWHERE,
    relation: KEY,
    // Present in translated models only.
    named: ELSEWHERE,
    // A sentence about the keys of the answer covers it.
    isList: says('is drawn as a list or as one thing, and was not'),
    holds: says('leads to other records'),
    tab: (_, now) => [['safe', `${here} ${titled(now)}.`]],
    title: (_, now) => [['safe', `${here} is headed ${now == null ? 'by what it shows' : `"${now}"`}.`]],
    forRoles: (old, now) => performersSaid(old, now, `see ${name} on ${place.replace('The', 'the')}`),
    whenFailing: says('has other words for when it cannot be shown'),
    where: (old, now) =>
      isSameExpression(old, now)
        ? []
        : [['safe', `${here} shows ${now == null ? 'all of them' : `those with ${code(now)}`}.`]],
    sortedBy: (_, now) => [['safe', `${here} is sorted by ${listed((now ?? []).map(sortWords))}.`]],
    pageSize: (_, now) => [['safe', `${here} has ${now == null ? 'no pages' : `pages of ${now}`}.`]],
    columns: (old, now) => columnsSaid(here, old ?? [], now ?? []),
    filters: (old, now) => namesSaid(here, 'can be narrowed by', old ?? [], now ?? []),
    searchIn: (old, now) => namesSaid(here, 'can be searched in', old ?? [], now ?? []),
    form: (_, now) => [['safe', `${here} is drawn as ${formWords(now)}.`]],
    views: (old, now) => viewsSaid(here, old ?? [], now ?? []),
    totals: (old, now) => namesSaid(here, 'has the sum of', old ?? [], now ?? []),
    width: (_, now) => [['safe', `${here} takes ${now ?? 'full'} of the width.`]],
    measure: says('measures something else'),
    measured: (_, now) => [['safe', `${here} is of ${now ?? 'their number'}.`]],
    during: (_, now) => [['safe', `${here} is of ${now == null ? 'all times' : `this ${now.unit} by ${now.by}`}.`]],
    whenEmpty: says('has other words for when it is empty'),
    actions: (old, now) => actionsSaid(here, old, now),
    parameter: says('is found by another part of the address'),
    field: says('is found by another field'),
    with: says('is asked for with other values'),
    choicesFor: says('offers another choice'),
    label: (old, now) => [['safe', `${here} is called "${now ?? ''}" instead of "${old ?? ''}".`]],
    // It is how the label is generated.
    made: ELSEWHERE,
    filledFrom: (_, now) => [
      ['safe', `${here} begins ${now == null ? 'empty' : `with what ${now.method} ${now.path} answers`}.`],
    ],
    thenOpen: (_, now) => [['safe', `${here} leads to ${now == null ? 'no other screen' : `"${now}"`} afterwards.`]],
    steps: (_, now) => [['safe', `${here} is filled in ${pagesOf(now)}.`]],
  }
}

function titled(tab: Template | null): string {
  return tab === null ? 'is no tab any more' : `is the tab "${templateText(tab)}"`
}

function pagesOf(steps: FormBlock['steps'] | undefined): string {
  if (steps == null) return 'all at once'
  return `on ${steps.length} pages: ${listed(steps.map(({ title, inputs }) => `${title ?? 'untitled'} (${inputs.map((path) => path.join('.')).join(', ')})`))}`
}

function sortWords({ field, direction }: Sort): string {
  return `${field}, ${direction}`
}

function formWords(form: ListForm | undefined): string {
  if (form === undefined || form.kind === 'table' || form.kind === 'cards') return form?.kind ?? 'a table'
  if (form.kind !== 'chart') return `${form.kind} by ${form.by.join('.')}`
  const dimensions = [form, ...(form.and === null ? [] : [form.and])]
  const by = dimensions.map(({ by, per }) => `${by.join('.')}${per === null ? '' : ` per ${per}`}`)
  const of = form.of === null ? '' : ` of ${form.of.join('.')}`
  return `${form.draw} of ${form.measure}${of} by ${by.join(' and ')}`
}

function namesSaid(here: string, words: string, before: readonly string[], after: readonly string[]): Said[] {
  const { gone, made } = exchanged(before, after)
  return [
    ...(made.length === 0 ? [] : [['safe', `${here} ${words} ${listed(made)}.`] as const]),
    ...(gone.length === 0 ? [] : [['safe', `${here} ${words} ${listed(gone)} no more.`] as const]),
    ...(made.length + gone.length > 0 ? [] : [['safe', `${here} ${words} the same, in another order.`] as const]),
  ]
}

function viewsSaid(here: string, before: readonly StatedView[], after: readonly StatedView[]): Said[] {
  const names = (views: typeof before) => views.map(({ name }) => `"${name}"`)
  const { gone, made } = exchanged(names(before), names(after))
  return made.length + gone.length > 0 || names(before).join() !== names(after).join()
    ? namesSaid(here, 'has the view', names(before), names(after))
    : [['safe', `${here} has views with other filters, orders, groups or columns.`]]
}

function columnsSaid(
  here: string,
  before: readonly (Column | AnswerColumn)[],
  after: readonly (Column | AnswerColumn)[],
): Said[] {
  const names = (columns: typeof before) => columns.map(({ path }) => path.join('.'))
  const { gone, made } = exchanged(names(before), names(after))
  const said: Said[] = [
    ...(made.length === 0 ? [] : [['safe', `${here} shows ${listed(made)}.`] as const]),
    ...(gone.length === 0 ? [] : [['safe', `${here} shows ${listed(gone)} no more.`] as const]),
  ]
  if (said.length > 0) return said
  const isSameOrder = names(before).join() === names(after).join()
  // The field determines the kind of a column.
  if (!isSameOrder) return [['safe', `${here} has its columns in another order.`]]
  const titles = (columns: typeof before) => columns.map(({ title }) => title).join()
  if (titles(before) !== titles(after)) return [['safe', `${here} has other words above its columns.`]]
  const buttons = (columns: typeof before) => columns.map(({ isButton }) => isButton === true).join()
  return buttons(before) === buttons(after) ? [] : [['safe', `${here} has other buttons to web addresses.`]]
}

export function actionsSaid(place: string, before: readonly Action[], after: readonly Action[]): Said[] {
  return partsSaid(before, after, (action) => `${action.label} ${targetOf(action)}`, {
    gone: (action) => [['safe', `${place} offers "${action.label}" (${targetOf(action)}) no more.`]],
    made: (action) => [['safe', `${place} offers "${action.label}" (${targetOf(action)}).`]],
    changed: (pair) => membersSaid(`${place}: "${pair.now.label}"`, actionMembers(place, pair.now), pair),
    order: ['safe', `${place} offers what can be done in another order.`],
  })
}

function targetOf(action: Action): string {
  switch (action.kind) {
    case 'call':
      return `${action.method} ${action.path}`
    case 'transition':
      return `${action.transition} a ${action.entity}`
    case 'open':
      return `open "${action.screen}"`
    case 'document':
      return `document "${action.document}"`
    case 'sign out':
      return 'sign out'
  }
}

function actionMembers(place: string, { label }: Action): Members<Action> {
  return {
    // Label and effect identify it.
    label: KEY,
    kind: KEY,
    method: KEY,
    path: KEY,
    entity: KEY,
    transition: KEY,
    screen: KEY,
    document: KEY,
    named: ELSEWHERE,
    made: ELSEWHERE,
    thenOpen: (_, now) => [
      ['safe', `${place}: "${label}" leads to ${now == null ? 'no other screen' : `"${now}"`} afterwards.`],
    ],
    isForChosenRows: (_, now) => [
      ['safe', `${place}: "${label}" is done to ${now === true ? 'the rows that are chosen' : 'one row at a time'}.`],
    ],
  }
}
