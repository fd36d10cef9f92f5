// Screens of point 2 → their description in the browser, for one set of roles. Parts that the roles can never see or do
// are left out; for single records the data decides.

import { isFalse, isTrue } from '../../expression/conditions.ts'
import { type DrawnBlock, drawnBlocks, formsOf } from '../../model/lists/drawn-blocks.ts'
import type { Action, Block, FormBlock, RecordBlock, Screen } from '../../model/screens.ts'
import { documentOffered } from '../../rights/documents.ts'
import { DOCUMENTS_PATH } from '../wire/documents.ts'
import { addressPart, said } from '../../model/words.ts'
import type { AppScreen } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import { asksRecordOfPage, availabilityOnPage, onlyFormOf, openedTo } from '../calls/availability.ts'
import { openingPattern, referenceToScreen, type RowSource, sourceOf } from '../value-sources.ts'
import { findOperation } from '../calls/calls.ts'
import { changeOfRecord, changingCall, type OfferedChange, screensLedTo } from '../calls/cell-changes.ts'
import { blocksFor, isOneOf, mayOpen } from './open-screens.ts'
import { openedByRow, pageOfRecord } from './record-pages.ts'
import { importingCall } from '../inputs/row-imports.ts'
import { signInOffersOf } from './sign-in-offers.ts'
import { callAction, findsOf, mayEverCall, transitionAction } from './screen-actions.ts'
import { appBlock } from './screen-blocks.ts'
import type { ActionsOfBlock } from './block-surroundings.ts'
import { addressOf, filledByAnswer, type ScreenScope } from './screen-scope.ts'
import type { KeyedAction } from './keyed-action.ts'

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

/** Every action of a screen: row actions belong to a block, the others to the screen. */
export function keyedActions(scope: Pick<ScreenScope, 'model' | 'operations'>, screen: Screen): KeyedAction[] {
  const record = drawnBlocks(screen).find((block) => block.kind === 'record')?.entity ?? null
  const all: { action: Action; block: Block | null; form: FormBlock | null }[] = [
    ...screen.actions.map((action) => ({ action, block: null, form: null })),
    ...screen.blocks.flatMap((block) => block.actions.map((action) => ({ action, block, form: null }))),
    ...formsOf(screen).map((form) => ({ action: actionOfForm(form), block: null, form })),
  ]
  return all.map(({ action, block, form }, index) => {
    const answer = block?.kind === 'answer' ? block : null
    const candidates = block?.kind === 'list' ? [block.entity, record] : [record]
    const subjects = subjectsOf(scope, action)
    return {
      key: `${addressPart(action.named ?? action.label)}-${index + 1}`,
      action,
      rowEntity:
        candidates.find((entity) => entity !== null && subjects.includes(entity)) ??
        candidates.find((entity) => entity !== null && pointsTo(scope, screen, entity, action)) ??
        null,
      answer,
      isOfRow: answer !== null && isOfRow(scope, screen, { kind: 'answer', block: answer }, action),
      form,
      chosenFrom: 'isForChosenRows' in action && action.isForChosenRows ? block : null,
    }
  })
}

/** Actions that a screen offers the caller, each with its statement in the text. No data is involved. */
export function actionsOn(scope: ScreenScope, screen: Screen): { stated: KeyedAction; offered: AppAction }[] {
  if (addressOf(scope.model, screen.name) === null || !mayOpen(scope, screen)) return []
  const blocks = blocksFor(scope, screen)
  const isThere = ({ action, form }: KeyedAction): boolean =>
    form !== null
      ? form.tab === null || blocks.some((block) => block === form)
      : [screen, ...blocks].some(({ actions }) => actions.includes(action))
  return keyedActions(scope, screen)
    .filter(isThere)
    .flatMap((stated) => {
      const offered = appAction(scope, screen, stated)
      return offered === null ? [] : [{ stated, offered }]
    })
}

function actionOfForm({ label, named, made, method, path, thenOpen, span }: FormBlock): Action {
  return {
    kind: 'call',
    label,
    ...(named === undefined ? {} : { named }),
    ...(made === undefined ? {} : { made }),
    method,
    path,
    thenOpen,
    isForChosenRows: false,
    span,
  }
}

/** The entities of an action's records; empty: it needs no record. */
function subjectsOf({ model, operations }: Pick<ScreenScope, 'model' | 'operations'>, action: Action): string[] {
  if (action.kind === 'transition' || action.kind === 'document') return [action.entity]
  if (action.kind === 'open')
    return (
      model.screens.routes.find((route) => route.screen === action.screen)?.parameters.map(({ entity }) => entity) ?? []
    )
  const operation = action.kind === 'call' ? findOperation(operations, action.method, action.path) : null
  return operation === null ? [] : findsOf(operation).flatMap(({ finds }) => finds?.entity ?? [])
}

function pointsTo({ model }: Pick<ScreenScope, 'model'>, screen: Screen, entity: string, action: Action): boolean {
  return action.kind === 'open' && referenceToScreen(model, screen, entity, action.screen) !== null
}

/** Tells whether it uses a value of a row of the answer. Actions on a single record are stated with that record. */
function isOfRow(
  { model, operations }: Pick<ScreenScope, 'model' | 'operations'>,
  screen: Screen,
  rows: RowSource & { readonly kind: 'answer' },
  action: Action,
): boolean {
  if (!rows.block.isList) return true
  if (action.kind === 'open') return openingPattern(model, screen, rows, action.screen)?.isOfRow === true
  const operation = action.kind === 'call' ? findOperation(operations, action.method, action.path) : null
  const parameters = operation === null ? [] : findsOf(operation)
  return parameters.some(({ name, finds }) => sourceOf(model, screen, rows, name, finds)?.from === 'row')
}

/** The screen that offers the call for changing a row: the table's own, or one that it leads to. */
export function offeredChange(scope: ScreenScope, screen: Screen, block: Block): OfferedChange | null {
  if (block.kind !== 'list' || block.form.kind !== 'table') return null
  const operation = changingCall(scope, block)
  if (operation === null) return null
  const isMeant = ({ action, form }: KeyedAction): boolean =>
    action.kind === 'call' &&
    !action.isForChosenRows &&
    (form === null || form.filledFrom === null) &&
    findOperation(scope.operations, action.method, action.path) === operation
  for (const other of screensLedTo(scope, screen, block)) {
    const found = mayOpen(scope, other) ? keyedActions(scope, other).find(isMeant) : undefined
    if (found !== undefined) return { screen: screenKey(other), key: found.key }
  }
  return null
}

/** The actions on chosen rows of a block. */
export function actionsForChosen(scope: ScreenScope, screen: Screen, block: DrawnBlock): AppAction[] {
  const ofBlock = keyedActions(scope, screen).filter(({ chosenFrom }) => chosenFrom === block)
  return ofBlock.flatMap((entry) => appAction(scope, screen, entry) ?? [])
}

const NO_ACTIONS: ActionsOfBlock = { ofRow: [], beside: [], forChosen: [], ofPage: [] }

function appScreen(scope: ScreenScope, screen: Screen, address: string): AppScreen {
  const keyed = keyedActions(scope, screen)
  const drawn = (entries: readonly KeyedAction[]): AppAction[] =>
    entries.flatMap((entry) => appAction(scope, screen, entry) ?? [])
  const blocks = blocksFor(scope, screen)
  const record = blocks.find((block) => block.kind === 'record')
  const ofRecords = keyed.filter(({ answer, form }) => answer === null && (form === null || form.tab === null))
  const single = ofRecords.filter(({ chosenFrom }) => chosenFrom === null)
  const ofRecord = record === undefined ? [] : drawn(single.filter((entry) => isDoneOnPage(screen, record, entry)))
  const first = blocks.find(({ kind }) => kind !== 'count' && kind !== 'text')
  const isAtTop = (entry: KeyedAction): boolean =>
    entry.rowEntity === null && !blocks.some((block) => isBeside(entry, block, first))
  const ofScreen = drawn(single.filter(isAtTop))
  const ofPage = record === undefined ? [] : [...ofRecord, ...ofScreen]
  // On a record's page, all actions on that record are shown with it.
  const actionsOf = (block: DrawnBlock): ActionsOfBlock => {
    const forChosen = actionsForChosen(scope, screen, block)
    if (block.kind === 'answer') {
      const own = keyed.filter(({ answer, chosenFrom }) => answer === block && chosenFrom === null)
      return {
        ofRow: drawn(own.filter((entry) => entry.isOfRow)),
        beside: drawn(own.filter((entry) => !entry.isOfRow)),
        forChosen,
        ofPage,
      }
    }
    if (block.kind === 'form') return { ...NO_ACTIONS, ofRow: drawn(keyed.filter(({ form }) => form === block)) }
    if (block.kind === 'count' || block.kind === 'text') return NO_ACTIONS
    if (block === record) return { ...NO_ACTIONS, ofRow: ofRecord }
    const own = record !== undefined && block.entity === record.entity ? [] : single
    return {
      ofRow: drawn(own.filter(({ action, rowEntity }) => block.actions.includes(action) && rowEntity === block.entity)),
      beside: drawn(single.filter((entry) => isBeside(entry, block, first))),
      forChosen,
      ofPage,
    }
  }
  return {
    name: said(scope.model, screen.name),
    key: screenKey(screen),
    address,
    isProvisional: screen.isProvisional,
    refreshSeconds: screen.refreshing?.kind === 'every' ? screen.refreshing.seconds : null,
    ...(screen.refreshing?.kind === 'live' ? { isLive: true as const } : {}),
    actions: ofScreen,
    ...signInOffersOf(
      scope,
      single.map(({ action }) => action),
    ),
    blocks: blocks.map((block) =>
      appBlock(scope, block, {
        actions: actionsOf(block),
        isOnly: blocks.length === 1,
        screen,
        pageOf: (entity) => pageOfRecord(scope, entity),
        opens:
          block.kind === 'list' || block.kind === 'count' ? (openedByRow(scope, screen, block)?.pattern ?? null) : null,
        takesFile: importingCall(scope, screen, block) !== null,
        changes:
          block.kind === 'record'
            ? changeOfRecord(scope, screenKey(screen), block)
            : offeredChange(scope, screen, block),
      }),
    ),
  }
}

/** An action without a record is shown at the top of the page, unless it belongs to one of several lists, or to a tab. */
function isBeside({ action, rowEntity }: KeyedAction, block: DrawnBlock, first: DrawnBlock | undefined): boolean {
  return (
    rowEntity === null &&
    block.kind === 'list' &&
    (block.tab !== null || block !== first) &&
    block.actions.includes(action)
  )
}

/** A link to the page itself belongs to the rows of a list, which open pages of other records. */
function isDoneOnPage(screen: Screen, record: RecordBlock, { rowEntity, action }: KeyedAction): boolean {
  return rowEntity === record.entity && !(action.kind === 'open' && action.screen === screen.name)
}

function appAction(scope: ScreenScope, screen: Screen, entry: KeyedAction): AppAction | null {
  const { key, action } = entry
  const { label } = action
  const made = action.made === undefined ? {} : { made: action.made }
  const rows = rowsOf(entry)
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
      const address = openingPattern(scope.model, screen, rows, action.screen)?.pattern ?? null
      if (target === undefined || address === null || !mayOpen(scope, target)) return null
      const form = onlyFormOf(scope, target.name)
      if (form === null) {
        const isAsked = !isTrue(openedTo(scope, screen, rows, action.screen))
        return { key, label, ...made, kind: 'open', address, ...(isAsked ? { isAsked } : {}) }
      }
      const operation = findOperation(scope.operations, form.method, form.path)
      if (operation === null || !mayEverCall(scope, operation)) return null
      return { key, label, ...made, kind: 'open', address, ...(rows === null ? {} : { isAsked: true }) }
    }
    case 'document': {
      const document = scope.model.screens.documents.find(({ name }) => name === action.document)
      if (document === undefined || rows?.kind !== 'records' || isFalse(documentOffered(scope, document))) return null
      return { key, label, kind: 'document', address: `${DOCUMENTS_PATH}/${addressPart(document.name)}/:id` }
    }
    case 'transition':
      return transitionAction(scope, key, action, screen, rows)
    case 'call': {
      const operation = findOperation(scope.operations, action.method, action.path)
      if (operation === null || !mayEverCall(scope, operation)) return null
      if (entry.form !== null && !isOneOf(scope, entry.form.forRoles)) return null
      if (operation.kind === 'transition') {
        const { entity, transition } = operation
        return transitionAction(scope, key, { label, entity, transition }, screen, rows)
      }
      const onPage = availabilityOnPage(scope, screen, entry)
      if (onPage !== null && isFalse(onPage.offered)) return null
      return callAction(scope, {
        asksPage: onPage !== null && asksRecordOfPage(screen, onPage),
        key,
        action,
        operation,
        screen,
        rows,
        form: entry.form,
        thenOpen: action.thenOpen === null ? null : filledByAnswer(scope.model, action.thenOpen),
      })
    }
  }
}

function rowsOf({ answer, rowEntity }: KeyedAction): RowSource {
  if (answer !== null) return { kind: 'answer', block: answer }
  return rowEntity === null ? null : { kind: 'records', entity: rowEntity }
}
