// A list of a record's parts, and a call of the page that adds to it → the composer at the foot of the list: the text
// that the call requires, with its optional inputs as an aside. A call with further required inputs has a form of its
// own.

import type { Call } from '../../model/calls.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import type { DrawnBlock } from '../../model/lists/drawn-blocks.ts'
import type { AppAction } from '../wire/actions.ts'
import { findOperation } from '../calls/calls.ts'
import { type InputField, takesObjects } from '../wire/inputs.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import type { AppComposer } from './app-parts.ts'

/** Null: no call of the page adds to the list, several do, or one requires more than a text. */
export function composerOf(
  scope: ScreenScope,
  block: DrawnBlock,
  actions: readonly AppAction[],
): { readonly composer?: AppComposer } {
  if (block.kind !== 'list' && block.kind !== 'answer') return {}
  const adding = actions.filter((action) => addsTo(scope, block, action))
  const action = adding.length === 1 ? adding[0] : undefined
  if (action?.kind !== 'call' || action.thenOpen !== null || action.parameters.some(({ from }) => from === 'choice'))
    return {}
  const text = textOf(withoutBegun(action.form, action.beginsWith ?? []))
  if (text === null) return {}
  const mentions = mentionsOf(scope, action.form)
  return {
    composer: {
      action: action.key,
      text: text.path.join('.'),
      ...(mentions === null ? {} : { mentions: mentions.path.join('.') }),
    },
  }
}

/** Keys of the page's actions that create a record of the list, and nothing else: an empty list offers them. */
export function additionsTo(
  scope: ScreenScope,
  block: DrawnBlock,
  actions: readonly AppAction[],
): { readonly additions?: readonly string[] } {
  if (block.kind !== 'list' || block.relation === null) return {}
  const adding = actions.filter((action) => createsOnly(scope, block.entity, action))
  return adding.length === 0 ? {} : { additions: adding.map(({ key }) => key) }
}

function createsOnly({ operations }: ScreenScope, entity: string, action: AppAction): boolean {
  if (action.kind !== 'call' || action.method !== 'POST') return false
  const operation = findOperation(operations, action.method, action.path)
  // Without the page's record as a beginning, the new record may belong to another one.
  if (operation?.kind === 'create') return operation.standard.entity === entity && action.beginsWith !== undefined
  const created = operation?.kind === 'stated' ? createdBy(operation.call) : []
  return created.length === 1 && created[0] === entity
}

/** Entities of the records that its steps create. */
function createdBy({ steps }: Call): string[] {
  return everyStep(steps).flatMap(({ action }) => (action.kind === 'create' ? [action.entity] : []))
}

/** The call's only list of users besides the text; with two, it would be ambiguous. */
function mentionsOf({ model }: ScreenScope, form: readonly InputField[]): InputField | null {
  const users = signInOf(model.roles)?.entity
  const lists = form.filter(({ reference }) => reference?.isList === true && reference.entity === users)
  return lists.length === 1 ? (lists[0] ?? null) : null
}

function addsTo(scope: ScreenScope, block: DrawnBlock, action: AppAction): boolean {
  if (action.kind !== 'call' || action.method !== 'POST') return false
  const operation = findOperation(scope.operations, action.method, action.path)
  if (operation?.kind === 'create') return isWrittenAtOnce(scope, block, action, operation.standard.entity)
  if (operation?.kind !== 'stated') return false
  // A record that is posted to a list's address is added to that list.
  if (block.kind === 'answer') return block.isList && operation.call.path === block.path
  if (block.kind !== 'list' || block.relation === null) return false
  return createdBy(operation.call).includes(block.entity)
}

/**
 * The standard creation of a part, whose whole is the page's record. Its form has every field that the caller may give, so
 * those beside the text have to be of the kinds that a composer has a place for.
 */
function isWrittenAtOnce(
  scope: ScreenScope,
  block: DrawnBlock,
  { beginsWith = [], form }: Extract<AppAction, { kind: 'call' }>,
  created: string,
): boolean {
  if (block.kind !== 'list' || block.relation === null || created !== block.entity) return false
  const given = withoutBegun(form, beginsWith)
  if (beginsWith.length !== 1 || given.length === form.length) return false
  const text = textOf(given)
  const mentions = mentionsOf(scope, given)
  return given.every(
    (input) => input === text || input === mentions || input.kind === 'yes/no' || input.file !== undefined,
  )
}

/** Without inputs whose value the page knows. */
function withoutBegun(
  form: readonly InputField[],
  beginsWith: readonly { readonly input: string }[],
): readonly InputField[] {
  return form.filter(({ path }) => beginsWith.every(({ input }) => input !== path.join('.')))
}

/** The only required text; null if another input is required too. */
function textOf(form: readonly InputField[]): InputField | null {
  if (takesObjects(form)) return null
  const needed = form.filter(
    ({ isNeeded, isOneNeeded, kind }) => (isNeeded && kind !== 'yes/no') || isOneNeeded === true,
  )
  const only = needed.length === 1 ? needed[0] : undefined
  return only !== undefined && (only.kind === 'long text' || only.kind === 'formatted text') && only.isList !== true
    ? only
    : null
}
