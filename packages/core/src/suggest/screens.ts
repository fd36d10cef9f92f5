// Point 2: the pages, their content, and their actions.

import { pluralAddress, pluralTitle } from '../check/names/plural.ts'
import type { Draft } from '../draft/draft.ts'
import type { EntityDraft } from '../draft/entities.ts'
import { humanised, inOneWord } from '../model/words.ts'
import { standardCalls } from './calls.ts'
import { bullets, type Piece, type Suggestion, table } from './suggestion.ts'
import { fieldsOfKind, hasCall, pathOf, subjectsOf, transitionsOf, whoOf } from './known-facts.ts'

const QUESTION = 'Screens and what a user can do on each'
const ROUTES = 'Product routes and route parameters'

/** More columns do not fit. */
const COLUMNS_MAX = 5

const SHORT = ['text', 'email', 'phone', 'choice', 'state', 'yes/no', 'date', 'date and time', 'whole number', 'money']

/** Kinds that a list is filtered by, and so shows. */
const FILTERED = ['choice', 'state', 'yes/no']

export function suggestScreens(draft: Draft): Suggestion[] {
  const subjects = subjectsOf(draft)
  if (subjects.length === 0) return []
  const names = subjects.map(({ name }) => pluralTitle(name.text)).join(', ')
  const plain: Suggestion = {
    title: 'A list and a page for each',
    note: `${names}, each with what can be done there. It says where they are, too.`,
    pieces: screens(draft, null),
  }
  const staged = subjects.find((entity) => fieldsOfKind(entity, ['state', 'choice']).length > 0)
  const field = staged === undefined ? undefined : fieldsOfKind(staged, ['state', 'choice']).find(isStateIn(staged))
  if (staged === undefined || field === undefined) return [plain]
  const board: Suggestion = {
    title: `A board of ${pluralTitle(staged.name.text).toLowerCase()}`,
    note: `One column for each ${humanised(field.name.text).toLowerCase()}; the rest as lists.`,
    pieces: screens(draft, { entity: staged.name.text, field: field.name.text }),
  }
  return [plain, board]
}

/** The state, if there is one, because boards are meant for moving cards between states. */
function isStateIn(entity: EntityDraft): (field: EntityDraft['fields'][number]) => boolean {
  const hasState = fieldsOfKind(entity, ['state']).length > 0
  return ({ type }) => type?.kind === (hasState ? 'state' : 'choice')
}

interface Board {
  readonly entity: string
  readonly field: string
}

function screens(draft: Draft, board: Board | null): Piece[] {
  const subjects = subjectsOf(draft)
  const parts = subjects.flatMap((entity) => [listScreen(draft, entity, board), recordScreen(draft, entity)])
  const areCallsOpen = draft.calls.standard.length + draft.calls.calls.length === 0
  const calls = areCallsOpen ? standardCalls(draft, ['list', 'get', 'create', 'change', 'delete']) : []
  return [
    { kind: 'label', question: ROUTES, text: `**Routes:**\n\n${routesTable(draft)}` },
    { kind: 'parts', question: QUESTION, text: parts.join('\n\n') },
    ...subjects.flatMap((entity) => pointersTo(draft, entity).flatMap((pointer) => pointer.row ?? [])),
    ...calls,
  ]
}

function routesTable(draft: Draft): string {
  const rows = subjectsOf(draft).flatMap((entity, index) => {
    const { text } = entity.name
    const address = `/${pluralAddress(text)}`
    return [
      [`\`${index === 0 ? '/' : address}\``, listName(text), 'none'],
      [`\`${address}/:id\``, text, `id is ${text}.id`],
    ]
  })
  return table(['Route', 'Screen', 'Parameter'], rows)
}

/** Different from the record screen's name, because a plural such as `Sheep` may equal its singular. */
function listName(entity: string): string {
  const title = pluralTitle(entity)
  return title === entity ? `All ${title}` : title
}

function listScreen(draft: Draft, entity: EntityDraft, board: Board | null): string {
  const { text } = entity.name
  const texts = fieldsOfKind(entity, ['text', 'email']).map(({ name }) => name.text)
  const [label] = texts
  const columns = columnsOf(entity)
  const create = hasCall(draft, entity, 'create')
    ? [`New ${humanised(text).toLowerCase()}: call \`POST ${pathOf(draft, entity)}\``]
    : []
  const isBoard = board?.entity === text
  const order = label === undefined ? '' : `, sorted by ${label} A to Z`
  const lines = bullets({
    Who: whoOf(draft).join(', '),
    Shows: `list of ${text}${order}, ${isBoard ? 'all of them' : '20 per page'}`,
    As: isBoard ? `board by ${board.field}` : null,
    Columns: columns.map(({ name }) => name.text).join(', '),
    'Filter by': fieldsOfKind(entity, FILTERED)
      .map(({ name }) => name.text)
      .join(', '),
    'Search in': texts.join(', '),
    Can: [`open ${text}`, ...create].join('; '),
  })
  return `### Screen: ${listName(text)}\n\n${lines}`
}

/** In the order of the text: filterable columns, and as many others as fit. */
function columnsOf(entity: EntityDraft): EntityDraft['fields'] {
  const filtered = fieldsOfKind(entity, FILTERED)
  const others = fieldsOfKind(entity, SHORT).filter((field) => !filtered.includes(field))
  const shown = [...filtered, ...others.slice(0, Math.max(2, COLUMNS_MAX - filtered.length))]
  return entity.fields.filter((field) => shown.includes(field))
}

function recordScreen(draft: Draft, entity: EntityDraft): string {
  const { text } = entity.name
  const path = `${pathOf(draft, entity)}/:id`
  const fields = fieldsOfKind(entity, [...SHORT, 'long text', 'formatted text', 'url', 'reference', 'decimal'])
  const steps = transitionsOf(draft, entity).map((name) => `${humanised(name)}: do ${name}`)
  const changes = hasCall(draft, entity, 'change') ? [`Change: call \`PATCH ${path}\``] : []
  const deletes = hasCall(draft, entity, 'delete') ? [`Delete: call \`DELETE ${path}\``] : []
  const lines = bullets({
    Who: whoOf(draft).join(', '),
    Shows: `one ${text} by id`,
    Fields: fields.map(({ name }) => name.text).join(', '),
    Can: [...steps, ...changes, ...deletes].join('; '),
  })
  const lists = pointersTo(draft, entity).map(({ from, name }) => `\n${relatedList(from, name)}`)
  return `### Screen: ${text}\n\n${lines}${lists.join('')}`
}

function relatedList(from: EntityDraft, name: string): string {
  const [label] = fieldsOfKind(from, ['text', 'email'])
  const order = label === undefined ? '' : `, sorted by ${label.name.text} A to Z`
  return bullets({
    Shows: `list of its ${name}${order}, 20 per page`,
    Columns: columnsOf(from)
      .map((field) => field.name.text)
      .join(', '),
    Can: `open ${from.name.text}`,
  })
}

interface Pointer {
  readonly from: EntityDraft
  /** The field by which the referenced record lists them. */
  readonly name: string
  /** Null: it already exists. */
  readonly row: Piece | null
}

/** Entities with a single reference to this one. With several references, the list would be ambiguous. */
function pointersTo(draft: Draft, entity: EntityDraft): Pointer[] {
  return subjectsOf(draft).flatMap((from): Pointer[] => {
    const [field, ...others] = fieldsOfKind(from, ['reference']).filter(
      ({ type }) => type?.kind === 'reference' && type.entity.text === entity.name.text,
    )
    if (field === undefined || others.length > 0 || from === entity) return []
    const via = field.name.text
    const known = entity.fields.find(
      ({ type }) => type?.kind === 'collection' && type.entity.text === from.name.text && type.via?.text === via,
    )
    if (known !== undefined) return [{ from, name: known.name.text, row: null }]
    const title = pluralTitle(from.name.text)
    const name = inOneWord((title.charAt(0).toLowerCase() + title.slice(1)).split(/\s+/))
    if (entity.fields.some((each) => each.name.text === name)) return []
    const cells = { Field: name, Type: `list of ${from.name.text} via ${via}` }
    const place = { question: 'Entities and fields', part: entity.name.text, header: 'Field' } as const
    return [{ from, name, row: { kind: 'row', place, cells } }]
  })
}

/** Addresses for existing screens. */
export function suggestRoutes(draft: Draft): Suggestion[] {
  if (draft.screens.screens.length === 0) return suggestScreens(draft)
  const rows = draft.screens.screens.map(({ name, blocks }, index) => {
    const entity = blocks.flatMap(({ shows }) => (shows.kind === 'record' ? [shows.entity.text] : []))[0]
    const address = `/${pluralAddress(name.text)}`
    return entity === undefined
      ? [`\`${index === 0 ? '/' : address}\``, name.text, 'none']
      : [`\`${address}/:id\``, name.text, `id is ${entity}.id`]
  })
  return [
    {
      title: 'An address for each screen',
      note: rows.map(([address]) => address).join(', '),
      pieces: [
        { kind: 'label', question: ROUTES, text: `**Routes:**\n\n${table(['Route', 'Screen', 'Parameter'], rows)}` },
      ],
    },
  ]
}
