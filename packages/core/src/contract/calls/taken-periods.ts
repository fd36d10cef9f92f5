// A form that makes a record with a period, under a rule that such periods never overlap → where the taken ones are asked
// for. A person who may make the record is told by the rule's refusal that a time is taken; here it is told before.

import type { Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { addressPart } from '../../model/words.ts'
import type { Model } from '../../model/model.ts'
import type { OverlapRule } from '../../model/validation.ts'
import { type CallerRoles, isReached } from '../../rights/roles.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import type { TakenPeriods } from '../wire/actions.ts'
import type { InputField } from '../wire/inputs.ts'
import type { Operation } from './calls.ts'
import { recordForm } from './form-rules.ts'

export const TAKEN_PATH = '/_ninefold/taken'

/** For each input of the form that is a period under such a rule. */
export function takenPeriods(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  operation: Operation,
  inputs: readonly InputField[],
): { readonly taken?: readonly TakenPeriods[] } {
  const form = recordForm(model, operation)
  if (form?.moment !== 'create') return {}
  const inputOf = (field: string): InputField | undefined =>
    inputs.find(({ path, reference }) => {
      const isNamedById = reference === null || (reference.by === 'id' && !reference.isList)
      return isNamedById && path.join('.') === form.inputOfField.get(field)
    })
  const taken = overlapRules(model, form.entity).flatMap((rule): TakenPeriods[] => {
    const period = inputOf(rule.form.field)
    const same = rule.same.map((field) => [field, inputOf(field)] as const)
    if (period === undefined || !isToldOf(model, caller, rule)) return []
    const address = `${TAKEN_PATH}/${addressPart(form.entity)}/${addressPart(rule.form.field)}`
    const named = same.flatMap(([field, input]) =>
      input === undefined ? [] : [[field, input.path.join('.')] as const],
    )
    return named.length < same.length
      ? []
      : [{ input: period.path.join('.'), address, same: Object.fromEntries(named) }]
  })
  return taken.length === 0 ? {} : { taken }
}

export function overlapRules({ validation }: Model, entity: string): OverlapRule[] {
  return validation.rulesOverRecords.filter(
    (rule): rule is OverlapRule => rule.entity === entity && rule.form.kind === 'never overlaps',
  )
}

/** A caller who may give a new record all that the rule compares could find out by trying. */
export function isToldOf(model: Model, caller: CallerRoles, { entity, same, form }: OverlapRule): boolean {
  return [form.field, ...same].every((field) => isReached(model, caller, entity, 'create', field))
}

/** Fields by which records of one group are the same. */
export function sameFields(model: Model, { entity, same }: OverlapRule): readonly Field[] {
  return same.map((name) => fieldNamed(entityNamed(model, entity), name))
}
