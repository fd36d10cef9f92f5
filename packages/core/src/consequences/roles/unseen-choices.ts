// Inputs of forms on screens against the rights of point 6: N228, where a role may send the form, but sees no record
// that a needed input could name. Its picker is empty for them whatever the database holds.

import { operationsOf } from '../../contract/calls/calls.ts'
import { keyedActions, screensOf } from '../../contract/screens/screens.ts'
import type { AppAction, AppScreen } from '../../contract/wire/app.ts'
import type { InputField } from '../../contract/wire/inputs.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isFalse } from '../../expression/conditions.ts'
import { type CallerRoles, visibleField, visibleRecords } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import type { Span } from '../../text/source.ts'
import { leastRoles, type Considering } from '../considering.ts'

interface EmptyPicker {
  readonly role: string
  readonly label: string
  readonly reference: NonNullable<InputField['reference']>
  /** Of the action that opens the form, or of the form itself. */
  readonly place: Span
}

export function warnAboutUnseenChoices(of: Considering): void {
  const stated = new Map(of.model.screens.screens.map((screen) => [screen.name, screen]))
  const scope = { model: of.model, operations: operationsOf(of.model) }
  const all = of.model.roles.roles.flatMap(({ name, isGuest }) => {
    const caller = { roles: of.included.get(name) ?? new Set([name]), isSignedIn: !isGuest }
    return screensOf({ ...scope, caller }).flatMap((shown) => {
      const screen = stated.get(shown.name)
      if (screen === undefined || screen.isProvisional) return []
      const places = new Map(keyedActions(scope, screen).map(({ key, action, form }) => [key, (form ?? action).span]))
      return emptyPickers(of, caller, shown).map((each) => ({
        role: name,
        label: each.label,
        reference: each.reference,
        place: places.get(each.key) ?? screen.span,
      }))
    })
  })
  const told = new Map<string, EmptyPicker[]>()
  for (const each of all) {
    const key = `${each.place.start} ${each.label}`
    told.set(key, [...(told.get(key) ?? []), each])
  }
  for (const pickers of told.values()) tell(of, pickers)
}

function tell(of: Considering, pickers: readonly EmptyPicker[]): void {
  const [first] = pickers
  if (first === undefined) return
  const { entity, by } = first.reference
  const roles = leastRoles(
    of,
    pickers.map(({ role }) => role),
  )
  const names = enumerated(roles)
  of.found.push(
    diagnostic('N228', first.place, first.label, names, `${entity}.${by}`).withHint(
      `In point 6, let ${names} see "${by}" of some ${entity}.`,
    ),
  )
}

function emptyPickers(of: Considering, caller: CallerRoles, screen: AppScreen) {
  return [...screen.actions, ...screen.blocks.flatMap(({ actions }) => actions)].flatMap((action) =>
    askedBy(action).flatMap(({ label, reference }) =>
      reference !== null && !reference.isMadeWhenMissing && isUnseen(of, caller, reference)
        ? [{ key: action.key, label, reference }]
        : [],
    ),
  )
}

/** Inputs that a person has to fill in: no value of a record, of an answer or of the page stands in them. */
function askedBy(action: AppAction): readonly InputField[] {
  if (action.kind !== 'call' || action.startsFrom !== 'nothing') return []
  const begun = new Set((action.beginsWith ?? []).map(({ input }) => input))
  return action.form
    .filter(isNeeded)
    .flatMap((input) => [input, ...(input.objects?.fields ?? []).filter(isNeeded)])
    .filter(({ path }) => !begun.has(path.join('.')))
}

function isNeeded(input: InputField): boolean {
  return input.isNeeded
}

function isUnseen(
  { model }: Considering,
  caller: CallerRoles,
  { entity, by }: NonNullable<InputField['reference']>,
): boolean {
  return isFalse(visibleRecords(model, caller, entity)) || isFalse(visibleField(model, caller, entity, by))
}
