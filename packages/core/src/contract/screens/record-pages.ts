// A record → its page: the screen that shows it alone, and the address of that screen.

import type { CountBlock, ListBlock, Screen } from '../../model/screens.ts'
import { openingPattern, referenceToScreen } from '../value-sources.ts'
import { openRoles } from './navigation.ts'
import { blocksFor, mayOpen } from './open-screens.ts'
import { filledByAnswer, type ScreenScope } from './screen-scope.ts'

export interface RecordPage {
  readonly screen: Screen
  /** `/tickets/:number`, with names of the record's fields. */
  readonly pattern: string
  readonly fields: readonly string[]
}

/** The page of such a record, if the caller may open it. Null: there is no such page, or it needs further parameters. */
export function pageOfRecord(scope: ScreenScope, entity: string): RecordPage | null {
  for (const screen of screensOfRecord(scope, entity)) {
    const route = scope.model.screens.routes.find((candidate) => candidate.screen === screen.name)
    const pattern = filledByAnswer(scope.model, screen.name)
    if (route === undefined || pattern === null) continue
    if (route.parameters.every((parameter) => parameter.entity === entity))
      return { screen, pattern, fields: route.parameters.map(({ field }) => field) }
  }
  return null
}

/**
 * The page that a row of the block opens: the one that the block's `open` names, or else the record's page, or else that
 * of a record to which the row points and which `open` names.
 */
export function openedByRow(
  scope: ScreenScope,
  from: Screen,
  block: ListBlock | CountBlock,
): Omit<RecordPage, 'fields'> | null {
  const named = [...block.actions, ...from.actions].flatMap((action) => (action.kind === 'open' ? [action.screen] : []))
  const screens = screensOfRecord(scope, block.entity)
  for (const screen of [...screens.filter(({ name }) => named.includes(name)), ...screens]) {
    const opening = openingPattern(scope.model, from, { kind: 'records', entity: block.entity }, screen.name)
    // A record's own page opens another record only from a row.
    if (opening !== null && (screen.name !== from.name || opening.isOfRow)) return { screen, pattern: opening.pattern }
  }
  return openedThroughReference(scope, from, block)
}

function openedThroughReference(
  scope: ScreenScope,
  from: Screen,
  { entity, actions }: ListBlock | CountBlock,
): Omit<RecordPage, 'fields'> | null {
  const { model } = scope
  const named = actions.flatMap((action) => (action.kind === 'open' ? [action.screen] : []))
  const screen = model.screens.screens.find(
    (each) =>
      named.includes(each.name) && mayOpen(scope, each) && referenceToScreen(model, from, entity, each.name) !== null,
  )
  if (screen === undefined) return null
  const opening = openingPattern(model, from, { kind: 'records', entity }, screen.name)
  return opening === null ? null : { screen, pattern: opening.pattern }
}

/**
 * The screens that show one record of this entity and that the caller may open, in the order of the text. Screens that
 * guests may open, too, come last for people with a role of their own, because the others are made for their work.
 */
export function screensOfRecord(scope: ScreenScope, entity: string): Screen[] {
  const screens = scope.model.screens.screens.filter(
    (screen) =>
      blocksFor(scope, screen).some((block) => block.kind === 'record' && block.entity === entity) &&
      mayOpen(scope, screen),
  )
  const open = openRoles(scope.model)
  if ([...scope.caller.roles].every((role) => open.has(role))) return screens
  const isOpen = ({ who }: Screen): boolean =>
    who === null || who.some((performer) => performer.kind === 'role' && open.has(performer.role))
  return [...screens.filter((screen) => !isOpen(screen)), ...screens.filter(isOpen)]
}

/** Null: one of the fields is empty or hidden. */
export function addressOfRecord(
  { pattern }: Pick<RecordPage, 'pattern'>,
  keys: Readonly<Record<string, unknown>>,
): string | null {
  const segments: string[] = []
  for (const segment of pattern.split('/')) {
    const value = segment.startsWith(':') ? keys[segment.slice(1)] : segment
    if (typeof value !== 'string' || (value === '' && segment !== '')) return null
    segments.push(segment.startsWith(':') ? encodeURIComponent(value) : value)
  }
  return segments.join('/')
}
