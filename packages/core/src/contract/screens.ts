// Screens of point 2 → what a browser needs to draw them, for one set of roles.
// What the roles can never see or do is left out here; what a single record forbids is the data's matter.

import { isFalse } from '../expression/conditions.ts'
import type { Method } from '../model/calls.ts'
import { entityNamed, fieldNamed } from '../model/find.ts'
import type { Model } from '../model/model.ts'
import { blocksWithActions, drawnBlocks, drawnForms } from '../model/drawn-blocks.ts'
import type {
  Action,
  Block,
  Column,
  FormBlock,
  ListBlock,
  RecordBlock,
  RecordsBlock,
  Screen,
} from '../model/screens.ts'
import { performerCondition, visibleField, visibleRecords } from '../rights/roles.ts'
import type { AppAction, AppBlock, AppColumn, AppFilter, AppScreen, Display } from './app.ts'
import { callAction, transitionAction } from './screen-actions.ts'
import { choicesOf, displayOf } from './entities.ts'
import { addressOf, type ScreenScope } from './screen-scope.ts'
import { addressPart, humanised, plural } from '../model/words.ts'

/** An action of a screen with the key that addresses and row data know it by. */
export interface KeyedAction {
  readonly key: string
  readonly action: Action
  /** The entity whose row it is offered with; null: it is the screen's own. */
  readonly rowEntity: string | null
}

export function screenKey(screen: { readonly name: string }): string {
  return addressPart(screen.name)
}

/** Screens that the caller can open, in the order of the text. */
export function screensOf(scope: ScreenScope): AppScreen[] {
  return scope.model.screens.screens.flatMap((screen) => {
    const address = addressOf(scope.model, screen.name)
    return address !== null && mayOpen(scope, screen) ? [appScreen(scope, screen, address)] : []
  })
}

/** Plain roles are known; whether a contextual role holds, the record decides. */
export function mayOpen({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, screen: Screen): boolean {
  const first = blocksFor({ model, caller }, screen)[0]
  return (
    isOneOf({ model, caller }, screen.who) &&
    (first === undefined || !isFalse(visibleRecords(model, caller, first.entity)))
  )
}

/** Null: it is for everybody. */
function isOneOf({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, who: Screen['who']): boolean {
  return (
    who === null ||
    who.some(
      (performer) =>
        !isFalse(performerCondition(model, caller, performer, performer.kind === 'role' ? '' : performer.entity)),
    )
  )
}

/** The blocks that the caller's roles are shown. Their places in this list are what addresses of data are made of. */
export function blocksFor(scope: Pick<ScreenScope, 'model' | 'caller'>, screen: Screen): readonly RecordsBlock[] {
  return drawnBlocks(screen).filter(({ forRoles }) => isOneOf(scope, forRoles))
}

/** Every action of a screen: row actions belong to a block, the others to the screen. */
export function keyedActions(scope: Pick<ScreenScope, 'model' | 'operations'>, screen: Screen): KeyedAction[] {
  const record = drawnBlocks(screen).find((block) => block.kind === 'record')?.entity ?? null
  const all: { action: Action; block: Block | null }[] = [
    ...screen.actions.map((action) => ({ action, block: null })),
    ...blocksWithActions(screen).flatMap((block) => block.actions.map((action) => ({ action, block }))),
    ...drawnForms(screen).map((form) => ({ action: actionOfForm(form), block: null })),
  ]
  const drawn = all.filter(({ action }) => !('isForChosenRows' in action) || !action.isForChosenRows)
  return drawn.map(({ action, block }, index) => {
    const candidates = block?.kind === 'list' ? [block.entity, record] : [record]
    const subject = subjectOf(scope, action)
    const rowEntity = candidates.find((entity) => entity !== null && entity === subject) ?? null
    return { key: `${addressPart(action.label)}-${index + 1}`, action, rowEntity }
  })
}

function actionOfForm({ label, method, path, thenOpen, span }: FormBlock): Action {
  return { kind: 'call', label, method, path, thenOpen, isForChosenRows: false, span }
}

/** The entity whose record an action is done to, or null when it needs none. */
function subjectOf({ model, operations }: Pick<ScreenScope, 'model' | 'operations'>, action: Action): string | null {
  if (action.kind === 'transition') return action.entity
  if (action.kind === 'open')
    return model.screens.routes.find((route) => route.screen === action.screen)?.parameters[0]?.entity ?? null
  if (action.kind !== 'call') return null
  const operation = operations.find((candidate) => candidate.method === action.method && candidate.path === action.path)
  if (operation === undefined) return null
  if (operation.kind === 'stated') return operation.call.pathParameters[0]?.finds?.entity ?? null
  if (operation.kind === 'transition') return operation.entity
  return operation.kind === 'list' || operation.kind === 'create' ? null : operation.standard.entity
}

function appScreen(scope: ScreenScope, screen: Screen, address: string): AppScreen {
  const keyed = keyedActions(scope, screen)
  const actionsFor = (actions: readonly Action[], rowEntity: string | null): AppAction[] =>
    keyed
      .filter(({ action, rowEntity: of }) => actions.includes(action) && of === rowEntity)
      .flatMap((entry) => appAction(scope, entry) ?? [])
  const blocks = blocksFor(scope, screen)
  const record = blocks.find((block) => block.kind === 'record')
  const everyAction = keyed.map(({ action }) => action)
  return {
    name: screen.name,
    key: screenKey(screen),
    address,
    isProvisional: screen.isProvisional,
    refreshSeconds: screen.refreshing?.kind === 'every' ? screen.refreshing.seconds : null,
    actions: actionsFor(everyAction, null),
    blocks: blocks.map((block): AppBlock => {
      // On a record's page, actions on that record gather at the record, wherever they are written.
      const actions =
        block === record
          ? actionsFor(everyAction, block.entity)
          : record !== undefined && block.entity === record.entity
            ? []
            : actionsFor(block.actions, block.entity)
      return block.kind === 'list' ? appList(scope, screen, block, actions) : appRecord(scope, block, actions)
    }),
  }
}

function appList(scope: ScreenScope, screen: Screen, block: ListBlock, actions: readonly AppAction[]): AppBlock {
  const entity = entityNamed(scope.model, block.entity)
  const columns = visibleColumns(scope, block)
  const title =
    block.relation === null
      ? blocksFor(scope, screen).length === 1
        ? screen.name
        : humanised(plural(block.entity))
      : humanised(block.relation.field)
  return {
    kind: 'list',
    title,
    columns: columns.map((column) => appColumn(scope, block.entity, column)),
    filters: block.filters
      .filter((field) => isFieldEverVisible(scope, block.entity, field))
      .map((field) => appFilter(scope, block.entity, field)),
    searchIn: block.searchIn
      .filter((field) => isFieldEverVisible(scope, block.entity, field))
      .map((field) => humanised(fieldNamed(entity, field).name)),
    sortedBy: block.sortedBy.map(({ field, direction }) => ({ column: field, direction })),
    pageSize: block.pageSize,
    whenEmpty: block.whenEmpty,
    whenFailing: block.whenFailing?.words ?? null,
    opens: recordAddress(scope, screen, block.entity),
    actions: actions.filter(({ kind }) => kind !== 'open'),
  }
}

function appRecord(scope: ScreenScope, block: RecordBlock, actions: readonly AppAction[]): AppBlock {
  return {
    kind: 'record',
    title: humanised(block.entity),
    whenFailing: block.whenFailing?.words ?? null,
    columns: visibleColumns(scope, block).map((column) => appColumn(scope, block.entity, column)),
    actions,
  }
}

/** Columns that at least one record may show to these roles. */
export function visibleColumns(scope: Pick<ScreenScope, 'model' | 'caller'>, block: RecordsBlock): Column[] {
  return block.columns.filter((column) => isFieldEverVisible(scope, block.entity, column.path[0] ?? ''))
}

export function columnKey(column: Column): string {
  return column.path.join('.')
}

function appColumn(scope: ScreenScope, entityName: string, column: Column): AppColumn {
  const [owner, field] = lastField(scope.model, entityName, column.path)
  const display: Display = column.isFormattedText ? { kind: 'formatted text' } : displayOf(scope.model, owner, field)
  const isList = column.value.type.kind === 'list'
  return {
    key: columnKey(column),
    label: (column.path.length === 1 ? field.label : null) ?? columnLabel(column),
    display: isList && display.kind !== 'list' ? { kind: 'list', of: display } : display,
    isSortable: column.path.length === 1 && !isList && field.computed === null,
  }
}

/** `category.name` is "Category"; other paths say each step. */
function columnLabel({ path }: Column): string {
  const said = path.length > 1 && ['name', 'title'].includes(path.at(-1) ?? '') ? path.slice(0, -1) : path
  return humanised(said.join(' '))
}

function lastField(model: Model, entityName: string, path: readonly string[]): [string, ReturnType<typeof fieldNamed>] {
  let owner = entityNamed(model, entityName)
  let field = fieldNamed(owner, path[0] ?? '')
  for (const name of path.slice(1)) {
    if (field.type.kind !== 'reference' && field.type.kind !== 'collection') break
    owner = entityNamed(model, field.type.entity)
    field = fieldNamed(owner, name)
  }
  return [owner.name, field]
}

function appFilter(scope: ScreenScope, entityName: string, name: string): AppFilter {
  const field = fieldNamed(entityNamed(scope.model, entityName), name)
  const label = field.label ?? humanised(name)
  const display = displayOf(scope.model, entityName, field)
  switch (field.type.kind) {
    case 'choice':
      return { name, label, filter: { kind: 'choice', values: choicesOf(field.type.values, field.type.labels) } }
    case 'state':
      return { name, label, filter: { kind: 'choice', values: display.kind === 'state' ? display.values : [] } }
    case 'yes/no':
      return { name, label, filter: { kind: 'yes/no' } }
    case 'reference':
    case 'collection':
      return { name, label, filter: { kind: 'reference', entity: field.type.entity } }
    case 'date':
    case 'date and time':
      return { name, label, filter: { kind: 'date' } }
    case 'whole number':
    case 'sequence':
      return { name, label, filter: { kind: 'number' } }
    default:
      return { name, label, filter: { kind: 'text' } }
  }
}

function isFieldEverVisible(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  entity: string,
  field: string,
): boolean {
  return !isFalse(visibleField(model, caller, entity, field))
}

/** The page of one record of this entity, if the caller has one: the address that a row leads to. */
function recordAddress(scope: ScreenScope, from: Screen, entity: string): string | null {
  for (const screen of scope.model.screens.screens) {
    const shows = screen.blocks.some((block) => block.kind === 'record' && block.entity === entity)
    if (shows && screen.name !== from.name && mayOpen(scope, screen)) return addressOf(scope.model, screen.name)
  }
  return null
}

function appAction(scope: ScreenScope, { key, action, rowEntity }: KeyedAction): AppAction | null {
  const { label } = action
  switch (action.kind) {
    case 'sign out':
      return scope.caller.isSignedIn
        ? {
            key,
            label,
            kind: 'sign out',
            thenOpen: action.thenOpen === null ? null : addressOf(scope.model, action.thenOpen),
          }
        : null
    case 'open': {
      const target = scope.model.screens.screens.find(({ name }) => name === action.screen)
      const address = addressOf(scope.model, action.screen)
      return target !== undefined && address !== null && mayOpen(scope, target)
        ? { key, label, kind: 'open', address }
        : null
    }
    case 'transition':
      return transitionAction(scope, key, action)
    case 'call':
      return callAction(scope, key, action as Action & { kind: 'call'; method: Method }, rowEntity)
  }
}
