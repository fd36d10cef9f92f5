// Blocks of a screen → their description in the browser: lists, records, counts, choices; over records and answers of
// calls.

import { ownValue } from '../../model/find.ts'
import { choicesNeeded, type DrawnBlock, type TabbedForm } from '../../model/lists/drawn-blocks.ts'
import type { Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed, isInHistory, isListInHistory } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import { whenMissing } from '../words/when-missing.ts'
import { fieldAtPath } from '../../model/paths.ts'
import type { Column, CountBlock, ListBlock, RecordBlock, RecordsBlock } from '../../model/screens.ts'
import { hasPresence, presentPeopleOf } from '../../model/users/presence.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { isReached } from '../../rights/roles.ts'
import { addressPart, humanised, plural, said } from '../../model/words.ts'
import type { AppBlock, AppList, TitlePart } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import type { AppColumn } from '../wire/display.ts'
import { isThroughReference } from '../value-sources.ts'
import { cellChanges } from '../calls/cell-changes.ts'
import { FOLLOWING_PATH } from '../wire/notifications.ts'
import { displayOf } from '../inputs/field-inputs.ts'
import { plainCondition } from '../words/conditions-in-words.ts'
import { appAnswerBlock } from './screen-answers.ts'
import type { AppHistory } from '../record-page/app-parts.ts'
import { linkPatterns, type PageOf } from '../record-page/links.ts'
import { additionsTo, composerOf } from '../record-page/composer.ts'
import { byHand } from './manual-order.ts'
import { chartTitle, formOfList, measureOfField } from './screen-forms.ts'
import { namedByLabel, drillDown } from './drill-down.ts'
import {
  appColumn,
  appFilter,
  columnKey,
  isFieldEverVisible,
  isPathEverVisible,
  visibleColumns,
} from './screen-columns.ts'
import { statedViews } from './stated-view.ts'
import type { ScreenScope } from './screen-scope.ts'
import { shortCondition } from '../words/short-conditions.ts'
import { languageOfText } from '../words/supplied-languages.ts'
import type { BlockParts, BlockSurroundings, ActionsOfBlock } from './block-surroundings.ts'

export function appBlock(scope: ScreenScope, block: DrawnBlock, around: BlockSurroundings): AppBlock {
  const parts: BlockParts = {
    tab: titleParts(block),
    needs: choicesNeeded(block),
    whenFailing: block.whenFailing?.words ?? null,
    ...(block.width === 'full' ? {} : { width: block.width }),
  }
  switch (block.kind) {
    case 'list':
      return appList(scope, block, around, parts)
    case 'record':
      return appRecord(scope, block, around, parts)
    case 'count':
      return appCount(scope, block, around, parts)
    case 'answer':
      return appAnswerBlock(scope, block, around, parts)
    case 'form':
      return appForm(block, around.actions, parts)
    case 'text':
      return { ...parts, kind: 'text', title: block.title ?? '', text: block.text, actions: [] }
  }
}

function appCount(scope: ScreenScope, block: CountBlock, around: BlockSurroundings, parts: BlockParts): AppBlock {
  const { measure, measured, during, entity } = block
  return {
    ...parts,
    kind: 'count',
    title: block.title ?? countTitle(scope.model, block),
    measure,
    of: measured === null ? null : measureOfField(scope.model, entity, measured),
    during: during === null ? null : { unit: during.unit, key: during.by },
    behind: listBehind(scope, block, around, parts),
    actions: [],
  }
}

/** A read-only list: its rows lead to their pages. */
function listBehind(
  scope: ScreenScope,
  block: ListBlock | CountBlock,
  around: BlockSurroundings,
  parts: BlockParts,
): AppList {
  const plain = { ...around, actions: NO_ACTIONS, takesFile: false, changes: null, isOnly: false }
  return appList(scope, drillDown(scope.model, block), plain, { ...parts, tab: null })
}

const NO_ACTIONS: ActionsOfBlock = { ofRow: [], beside: [], forChosen: [], ofPage: [] }

function titleParts({ tab, span }: DrawnBlock): readonly TitlePart[] | null {
  if (tab === null) return null
  return tab.parts.map((part, index): TitlePart => {
    if (part.kind === 'text') return part
    const { expression } = part
    const [, place, name] = expression.kind === 'variable' ? (/^(chosen|path)\.(.+)$/.exec(expression.name) ?? []) : []
    if (name === undefined) return { kind: 'computed', key: titleKey({ span }, index) }
    return { kind: place === 'chosen' ? 'chosen' : 'path', name }
  })
}

/** A part of a tab's title that the server computes. */
export function titleKey({ span }: Pick<DrawnBlock, 'span'>, part: number): string {
  return `${span.start}-${part}`
}

function appForm(block: TabbedForm, { ofRow }: ActionsOfBlock, parts: BlockParts): AppBlock {
  const action = ofRow[0]
  if (action?.kind !== 'call') throw new Error(`The form "${block.label}" is no call.`)
  return { ...parts, kind: 'form', title: block.title ?? block.label, action, actions: [] }
}

/** The title of a count: its records and their condition. */
export function countTitle(model: Model, { entity, relation, where, measured }: CountBlock): string {
  const of = said(model, humanised(relation === null ? plural(entity) : relation.field))
  const what = measured === null ? of : `${of}: ${measureOfField(model, entity, measured).label}`
  if (where === null) return what
  const which = shortCondition(model, entity, where) ?? plainCondition(where, model)?.[languageOfText(model)]
  return which === undefined ? what : `${what}: ${which}`
}

function appList(
  scope: ScreenScope,
  block: ListBlock,
  { screen, actions, isOnly, opens, takesFile, changes, pageOf }: BlockSurroundings,
  parts: BlockParts,
): AppList {
  const around = { screen, actions, isOnly, opens, takesFile, changes, pageOf }
  const entity = entityNamed(scope.model, block.entity)
  const totals = block.totals.filter((name) => isFieldEverVisible(scope, block.entity, name))
  const inPlace = changes === null ? null : cellChanges(scope, block, changes)
  const records = said(scope.model, humanised(block.relation?.field ?? plural(block.entity)))
  const { form } = block
  const derived = form.kind === 'chart' ? chartTitle(scope.model, block.entity, form, records) : records
  const own = isOnly && block.relation === null ? said(scope.model, screen.name) : derived
  const columns = columnsOf(scope, block, pageOf)
  const filters = block.filters
    .filter((path) => isPathEverVisible(scope, block.entity, path))
    .filter((path) => canBeChosen(scope, fieldAtPath(scope.model, block.entity, path).field))
    .map((path) => appFilter(scope, block.entity, path))
  const searchIn = block.searchIn
    .filter((field) => isFieldEverVisible(scope, block.entity, field))
    .map((field) => searchedLabel(scope.model, fieldNamed(entity, field)))
  return {
    ...parts,
    kind: 'list',
    form: formOfList(scope, block),
    title: block.title ?? own,
    answer: null,
    columns,
    filters,
    ...statedViews(block, { columns, filters, searchIn }),
    searchIn,
    sortedBy: block.sortedBy.map(({ field, direction }) => ({ column: field, direction })),
    pageSize: block.pageSize,
    whenEmpty: block.whenEmpty,
    records: { name: records, isOfAll: block.where === null },
    opens,
    actions: actions.ofRow.filter((action) => action.kind !== 'open' || isOpenedBeside(action.address, opens)),
    offers: actions.beside,
    forChosen: actions.forChosen,
    ...(block.form.kind === 'chart' ? { behind: listBehind(scope, block, around, parts) } : {}),
    ...(totals.length === 0 ? {} : { totals: totals.map((name) => measureOfField(scope.model, block.entity, name)) }),
    ...composerOf(scope, block, [...actions.ofPage, ...actions.beside.filter(isCreation)]),
    ...additionsTo(scope, block, actions.ofPage),
    ...(takesFile ? { takesFile } : {}),
    ...(inPlace === null ? {} : { changes: inPlace }),
    ...byHand(scope, block, actions.ofRow),
  }
}

/** The screen of a record to which the row points, where the row itself opens another page. */
function isOpenedBeside(address: string, opens: string | null): boolean {
  return address !== opens && address.split('/').some(isThroughReference)
}

/** A standard creation. */
function isCreation(action: AppAction): boolean {
  return action.kind === 'call' && action.creates !== undefined
}

function searchedLabel({ spoken }: Model, { name, label }: Field): string {
  return (spoken === undefined ? null : label) ?? humanised(name)
}

function appRecord(
  scope: ScreenScope,
  block: RecordBlock,
  { actions, changes, pageOf }: BlockSurroundings,
  parts: BlockParts,
): AppBlock {
  const inPlace = changes === null ? null : cellChanges(scope, block, changes)
  return {
    ...parts,
    kind: 'record',
    title: block.title ?? said(scope.model, humanised(block.entity)),
    answer: null,
    columns: markedInTitle(scope.model, block, columnsOf(scope, block, pageOf)),
    actions: actions.ofRow,
    ...historyOf(scope, block.entity),
    ...followingOf(scope, block.entity),
    ...presenceOf(scope, block.entity),
    ...whenMissing(scope.model, block),
    ...(inPlace === null ? {} : { changes: inPlace }),
  }
}

function columnsOf(scope: ScreenScope, block: RecordsBlock, pageOf: PageOf): AppColumn[] {
  const pages = linkPatterns(scope, block, pageOf)
  const columns = visibleColumns(scope, block)
  const mentions = mentionsAmong(scope.model, columns)
  return columns.map((column) => {
    const shown = appColumn(scope, block.entity, column)
    const page = ownValue(pages, shown.key)
    const isText = shown.display.kind === 'long text' || shown.display.kind === 'formatted text'
    return {
      ...shown,
      ...(page === undefined ? {} : { page }),
      ...(isText && mentions !== null && column.path.length === 1 ? { mentions } : {}),
    }
  })
}

/** Key of the only list of users; with two, it would be ambiguous. */
function mentionsAmong({ roles }: Model, columns: readonly Column[]): string | null {
  const users = signInOf(roles)?.entity
  const lists = columns.filter(({ path, value: { type } }) => {
    const isOfUsers = type.kind === 'list' && type.of.kind === 'record' && type.of.entity === users
    return isOfUsers && path.length === 1
  })
  return lists.length === 1 && lists[0] !== undefined ? columnKey(lists[0]) : null
}

/** A reference is shown even if the title contains its name. */
function markedInTitle(model: Model, block: RecordBlock, columns: readonly AppColumn[]): AppColumn[] {
  const entity = entityNamed(model, block.entity)
  const named = namedByLabel(entity.label).filter((name) => {
    const { kind } = fieldNamed(entity, name).type
    return kind !== 'reference' && kind !== 'collection'
  })
  return columns.map((column) => {
    const isPlain = column.display.kind === 'text' || column.display.kind === 'number'
    return isPlain && named.includes(column.key) ? { ...column, isInTitle: true as const } : column
  })
}

function historyOf(scope: ScreenScope, name: string): { readonly history?: AppHistory } {
  const entity = entityNamed(scope.model, name)
  const fields = entity.fields
    .filter((field) => isInHistory(entity, field) || isListInHistory(entity, field))
    .filter((field) => isFieldEverVisible(scope, name, field.name))
    .map((field) => ({
      name: field.name,
      label: field.label ?? humanised(field.name),
      // History shows one item of a list at a time.
      display: isListInHistory(entity, field) ? ({ kind: 'text' } as const) : displayOf(scope.model, name, field),
    }))
  return fields.length === 0 ? {} : { history: { address: `/_ninefold/history/${addressPart(name)}/`, fields } }
}

/** Guests cannot be notified. */
function followingOf({ model, caller }: ScreenScope, name: string): { readonly following?: string } {
  const isFollowed = caller.isSignedIn && entityNamed(model, name).followers !== null
  return isFollowed ? { following: `${FOLLOWING_PATH}/${addressPart(name)}/` } : {}
}

function presenceOf({ model, caller }: ScreenScope, name: string): { readonly presence?: true } {
  const people = presentPeopleOf(model)
  const isTold = people !== null && hasPresence(model, name) && isReached(model, caller, people.entity, 'see')
  return isTold ? { presence: true } : {}
}

/** Records are selected by id, so a caller who never sees ids cannot select. */
function canBeChosen(scope: ScreenScope, { type }: Field): boolean {
  if (type.kind !== 'reference' && type.kind !== 'collection') return true
  return isFieldEverVisible(scope, type.entity, 'id')
}
