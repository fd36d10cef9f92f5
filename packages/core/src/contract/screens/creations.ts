// Inputs that name records → for each of their entities, the call that creates a missing record in place.

import { isFalse, visit } from '../../expression/conditions.ts'
import type { Entity } from '../../model/entities.ts'
import { entityNamed } from '../../model/find.ts'
import { signInOf } from '../../model/users/sign-in-of.ts'
import { humanised, said } from '../../model/words.ts'
import { visibleRecords } from '../../rights/roles.ts'
import type { AppBlock, AppScreen } from '../wire/app.ts'
import type { AppAction } from '../wire/actions.ts'
import type { InputField } from '../wire/inputs.ts'
import type { AppCreation } from '../wire/options.ts'
import { mayEverCreate } from '../calls/availability.ts'
import { narrowedInputs } from '../calls/narrowed-inputs.ts'
import { formRules } from '../form-rules/form-rules.ts'
import { takenPeriods } from '../calls/taken-periods.ts'
import { formOf, mayEverCall } from './screen-actions.ts'
import type { ScreenScope } from './screen-scope.ts'

/** Entities named by inputs of these screens, and by inputs of their creations in turn. */
export function creationsOf(scope: ScreenScope, screens: readonly AppScreen[]): AppCreation[] {
  const found = new Map<string, AppCreation | null>()
  const add = (fields: readonly InputField[]): void => {
    for (const entity of namedBy(fields)) {
      if (found.has(entity)) continue
      const creation = creationOf(scope, entity)
      found.set(entity, creation)
      add(creation?.action.form ?? [])
    }
  }
  for (const screen of screens) {
    for (const action of [...screen.actions, ...screen.blocks.flatMap(actionsIn)]) add(inputsOf(action))
  }
  return [...found.values()].filter((creation) => creation !== null)
}

/** Null: the caller has no standard call for it, may never use it, or could not see the result. */
function creationOf(scope: ScreenScope, name: string): AppCreation | null {
  const { model, caller } = scope
  const operation = scope.operations.find((each) => each.kind === 'create' && each.standard.entity === name)
  if (operation === undefined || operation.movedTo !== undefined) return null
  // Guests who create users sign up, with a form of its own.
  if (!caller.isSignedIn && signInOf(model.roles)?.entity === name) return null
  if (!mayEverCall(scope, operation) || isFalse(visibleRecords(model, caller, name)) || !mayEverCreate(scope, name))
    return null
  const form = formOf(scope, operation)
  if (form.length === 0) return null
  const label = said(model, humanised(name))
  return {
    entity: name,
    label,
    titled: titledInput(entityNamed(model, name), form),
    action: {
      key: `create ${name}`,
      label,
      kind: 'call',
      method: operation.method,
      path: operation.path,
      parameters: [],
      form,
      rules: formRules(scope, operation),
      ...narrowedInputs(scope, operation, form),
      ...takenPeriods(scope, operation, form),
      startsFrom: 'nothing',
      isDestructive: false,
      creates: label,
      thenOpen: null,
    },
  }
}

/** The first text in the label. */
function titledInput({ label }: Entity, form: readonly InputField[]): string | null {
  let found: string | null = null
  visit(label, (part) => {
    if (found !== null || part.kind !== 'field' || part.of.kind !== 'variable' || part.of.name !== 'this') return
    const input = form.find(({ path }) => path.join('.') === part.field)
    if (input?.kind === 'text' && input.isList === undefined) found = part.field
  })
  return found
}

function actionsIn(block: AppBlock): readonly AppAction[] {
  if (block.kind === 'list') return [...block.actions, ...block.offers, ...block.forChosen]
  if (block.kind === 'form') return [block.action, ...block.actions]
  return 'actions' in block ? block.actions : []
}

function inputsOf(action: AppAction): readonly InputField[] {
  if (action.kind !== 'call') return []
  const chosen = action.parameters.flatMap((parameter) => (parameter.from === 'choice' ? [parameter.input] : []))
  return [...chosen, ...action.form]
}

function namedBy(fields: readonly InputField[]): string[] {
  return fields.flatMap(({ reference, objects }) =>
    objects !== undefined
      ? namedBy(objects.fields)
      : reference === null || reference.isMadeWhenMissing
        ? []
        : [reference.entity],
  )
}
