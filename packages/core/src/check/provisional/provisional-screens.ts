// Point 2 not shown → provisional screens of development: a list and a record page per entity, with the actions for
// which point 7 has calls. Production serves none of them.

import { QUESTIONS } from '../../model/points.ts'
import type { Action, ListBlock, MadeLabel, RecordBlock, Screen, ScreensModel } from '../../model/screens.ts'
import type { StandardCalls } from '../../model/calls.ts'
import { transitionNames } from '../names/call-names.ts'
import type { Checking } from '../checking.ts'
import { isComputed, type EntityFacts } from '../entities/facts.ts'
import { pluralAddress, pluralTitle } from '../names/plural.ts'
import { columnsOf, derivedColumns } from '../screens/columns.ts'

const PAGE_SIZE = 20
/** On no tab, for everybody. */
const PLAIN = { tab: null, title: null, width: 'full', forRoles: null, whenFailing: null } as const

export function provisionalScreens(checking: Checking): Omit<ScreensModel, 'documents'> {
  const labels: readonly string[] = QUESTIONS.flatMap(({ point, label }) => (point === 'screens' ? [label] : []))
  const isAnswered = checking.draft.answers.some(
    ({ question, openness }) => labels.includes(question) && openness.kind !== 'not shown',
  )
  if (isAnswered) return { routes: [], screens: [] }
  const entities = [...checking.entities.values()]
  return {
    routes: entities.flatMap((entity) => {
      const address = `/${pluralAddress(entity.name)}`
      const { span } = entity.draft.name
      return [
        { path: address, screen: listName(entity), parameters: [], span },
        {
          path: `${address}/:id`,
          screen: entity.name,
          parameters: [{ name: 'id', entity: entity.name, field: 'id' }],
          span,
        },
      ]
    }),
    screens: entities.flatMap((entity) => [listScreen(checking, entity), recordScreen(checking, entity)]),
  }
}

/** Different from the record screen's name, because a plural such as `Sheep` may equal its singular. */
function listName(entity: EntityFacts): string {
  const title = pluralTitle(entity.name)
  return title === entity.name ? `${title} (all)` : title
}

function listScreen(checking: Checking, entity: EntityFacts): Screen {
  const { span } = entity.draft.name
  const fields = [...entity.fields.values()].map(({ field }) => field)
  const stored = [...entity.fields.values()].flatMap((facts) => (isComputed(facts) ? [] : [facts.field]))
  const block: ListBlock = {
    ...PLAIN,
    totals: [],
    views: [],
    form: { kind: 'table' },
    kind: 'list',
    entity: entity.name,
    relation: null,
    where: null,
    sortedBy: entity.fields.has('createdAt') ? [{ field: 'createdAt', direction: 'descending' }] : [],
    pageSize: PAGE_SIZE,
    columns: derivedColumns(checking, entity, 'list'),
    filters: fields.flatMap(({ name, type }) =>
      ['choice', 'state', 'yes/no', 'reference'].includes(type.kind) ? [name] : [],
    ),
    searchIn: stored.flatMap(({ name, type, isHidden }) => ('lengthMin' in type && !isHidden ? [name] : [])),
    whenEmpty: null,
    actions: [{ kind: 'open', label: 'Open', made: { word: 'open', of: null }, screen: entity.name, span }],
    span,
  }
  return {
    name: listName(entity),
    who: null,
    refreshing: null,
    isProvisional: true,
    blocks: [block],
    actions: callAction(checking, entity, 'create', `New ${inWords(entity.name)}`, {
      word: 'new',
      of: inWords(entity.name),
    }),
    span,
  }
}

function recordScreen(checking: Checking, entity: EntityFacts): Screen {
  const { span } = entity.draft.name
  const fields = [...entity.fields.values()].map(({ field }) => field)
  const transitions = transitionNames(checking, entity.name).map((transition): Action => ({
    kind: 'transition',
    label: capitalised(transition),
    entity: entity.name,
    transition,
    isForChosenRows: false,
    span,
  }))
  const block: RecordBlock = {
    ...PLAIN,
    kind: 'record',
    entity: entity.name,
    parameter: 'id',
    field: 'id',
    columns: columnsOf(
      checking,
      entity,
      fields.filter(({ type, isHidden }) => !isHidden && type.kind !== 'identifier' && type.kind !== 'version'),
    ),
    actions: [
      ...callAction(checking, entity, 'change', 'Change', { word: 'change', of: null }),
      ...transitions,
      ...callAction(checking, entity, 'delete', 'Delete', { word: 'delete', of: null }, listName(entity)),
    ],
    span,
  }
  return { name: entity.name, who: null, refreshing: null, isProvisional: true, blocks: [block], actions: [], span }
}

/** The standard call of this kind, if point 7 has one for the entity. */
function callAction(
  checking: Checking,
  entity: EntityFacts,
  kind: 'create' | 'change' | 'delete',
  label: string,
  made: MadeLabel,
  thenOpen: string | null = null,
): Action[] {
  const standard: StandardCalls | undefined = checking.standardCalls.find(
    (calls) => calls.entity === entity.name && calls.calls.includes(kind),
  )
  if (standard === undefined) return []
  const method = ({ create: 'POST', change: 'PATCH', delete: 'DELETE' } as const)[kind]
  const path = kind === 'create' ? standard.path : `${standard.path}/:${standard.foundBy}`
  return [{ kind: 'call', label, made, method, path, thenOpen, isForChosenRows: false, span: entity.draft.name.span }]
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `StockItem` → `stock item` */
function inWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
}
