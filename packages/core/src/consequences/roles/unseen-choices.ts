// Inputs of forms on screens against the rights of point 6: N228 if a role may send the form, but sees no record that an
// input could name. Its picker is always empty.

import { findOperation, operationsOf, type Operation } from '../../contract/calls/calls.ts'
import type { ScreenScope } from '../../contract/screens/screen-scope.ts'
import { actionsOn } from '../../contract/screens/screens.ts'
import type { AppAction } from '../../contract/wire/actions.ts'
import type { InputField } from '../../contract/wire/inputs.ts'
import { diagnostic } from '../../diagnostic/diagnostic.ts'
import { isFalse } from '../../expression/conditions.ts'
import type { Input } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import type { Model } from '../../model/model.ts'
import type { Screen } from '../../model/screens.ts'
import { visibleField, visibleRecords } from '../../rights/roles.ts'
import { enumerated } from '../../text/enumeration.ts'
import type { Span } from '../../text/source.ts'
import { leastRoles, type Considering } from '../considering.ts'

/** Records of an entity, and the field that identifies them. */
interface Named {
  readonly entity: string
  readonly by: string
}

interface EmptyPicker {
  readonly role: string
  readonly label: string
  readonly named: Named
  /** The action that opens the form, or the form itself. */
  readonly place: Span
}

export function warnAboutUnseenChoices(of: Considering): void {
  const operations = operationsOf(of.model)
  const forms = of.model.screens.screens.flatMap((screen) => {
    const named = screen.isProvisional ? [] : namedOn(of, operations, screen)
    return named.length === 0 ? [] : [{ screen, named }]
  })
  const told = new Map<string, EmptyPicker[]>()
  for (const { name, isGuest } of of.model.roles.roles) {
    const roles = of.included.get(name) ?? new Set([name])
    const scope = { model: of.model, caller: { roles, isSignedIn: !isGuest }, operations }
    for (const each of emptyPickers(scope, name, forms)) {
      const key = `${each.place.start} ${each.label}`
      told.set(key, [...(told.get(key) ?? []), each])
    }
  }
  for (const pickers of told.values()) tell(of, pickers)
}

function tell(of: Considering, pickers: readonly EmptyPicker[]): void {
  const [first] = pickers
  if (first === undefined) return
  const { entity, by } = first.named
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

/** Records that inputs of a screen's forms may name, for any viewer. */
function namedOn({ model }: Considering, operations: readonly Operation[], screen: Screen): Named[] {
  const actions = [
    ...screen.actions,
    ...screen.blocks.flatMap((block) => [...block.actions, ...(block.kind === 'form' ? [block] : [])]),
  ]
  return actions.flatMap((action) => {
    if (action.kind === 'transition') return namedByTransition(model, action.entity, action.transition)
    if (action.kind !== 'call' && action.kind !== 'form') return []
    const operation = findOperation(operations, action.method, action.path)
    if (operation?.kind === 'stated') return operation.call.inputs.flatMap(namedByInput)
    if (operation?.kind === 'transition') return namedByTransition(model, operation.entity, operation.transition)
    if (operation?.kind !== 'create') return []
    return entityNamed(model, operation.standard.entity).fields.flatMap(({ type }) => namedByType(type))
  })
}

function namedByTransition({ states }: Model, entity: string, transition: string): Named[] {
  const procedures = states.machines.flatMap((machine) => (machine.entity === entity ? machine.procedures : []))
  return procedures.flatMap((each) => (each.transition === transition ? each.inputs.flatMap(namedByInput) : []))
}

function namedByInput({ like }: Input): Named[] {
  if (like.kind === 'objects') return like.inputs.flatMap(namedByInput)
  if (like.kind === 'record by') return [{ entity: like.target, by: like.by }]
  return like.kind === 'field' ? namedByType(like.field.type) : like.kind === 'type' ? namedByType(like.type) : []
}

function namedByType(type: CheckedFieldType): Named[] {
  return type.kind === 'reference' ? [{ entity: type.entity, by: 'id' }] : []
}

function emptyPickers(
  scope: ScreenScope,
  role: string,
  forms: readonly { readonly screen: Screen; readonly named: readonly Named[] }[],
): EmptyPicker[] {
  const { model, caller } = scope
  const isUnseen = ({ entity, by }: Named): boolean =>
    isFalse(visibleRecords(model, caller, entity)) || isFalse(visibleField(model, caller, entity, by))
  // The forms of the role are computed only if one of them may ask for records that it cannot see.
  return forms.flatMap(({ screen, named }) =>
    !named.some(isUnseen)
      ? []
      : actionsOn(scope, screen).flatMap(({ stated, offered }) =>
          askedBy(offered).flatMap(({ label, reference }) =>
            reference !== null && !reference.isMadeWhenMissing && isUnseen(reference)
              ? [{ role, label, named: reference, place: (stated.form ?? stated.action).span }]
              : [],
          ),
        ),
  )
}

/**
 * Inputs that a person fills in, because neither record, answer nor address provides a value. The page's record names
 * itself only to those who could choose it.
 */
function askedBy(action: AppAction): readonly InputField[] {
  if (action.kind !== 'call' || action.startsFrom !== 'nothing') return []
  const begun = new Set((action.beginsWith ?? []).flatMap(({ input, from }) => (from === 'address' ? [input] : [])))
  return action.form
    .flatMap((input) => [input, ...(input.objects?.fields ?? [])])
    .filter(({ path }) => !begun.has(path.join('.')))
}
