// A form that makes or changes a record with a period, under a rule that such periods never overlap → where the taken ones are asked
// for. The rule's refusal tells a person who may write the record that a time is taken; a form shows it before.

import type { Field } from '../../model/entities.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { addressPart } from '../../model/words.ts'
import type { Model } from '../../model/model.ts'
import type { OverlapRule } from '../../model/validation.ts'
import { type CallerRoles, isReached } from '../../rights/roles.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'
import type { FieldSource, TakenPeriods } from '../wire/actions.ts'
import type { InputField } from '../wire/inputs.ts'
import type { Operation } from './calls.ts'
import { type FormRecord, formRecords } from './form-records.ts'

export const TAKEN_PATH = '/_ninefold/taken'

/** For each input of the form that is a period under such a rule. */
export function takenPeriods(
  { model, caller }: Pick<ScreenScope, 'model' | 'caller'>,
  operation: Operation,
  inputs: readonly InputField[],
): { readonly taken?: readonly TakenPeriods[] } {
  const records = formRecords(model, operation).filter(({ list }) => list === null)
  const taken = records.flatMap((record) =>
    overlapRules(model, record.entity).flatMap((rule): TakenPeriods[] => {
      const period = givenBy(record, rule.form.field, inputs)
      const same = rule.same.flatMap((field) => {
        const source = givenBy(record, field, inputs)
        return source === null ? [] : [[field, source] as const]
      })
      // An existing record stays in its group unless the form changes it.
      const isKnown = record.moment === 'change' || same.length === rule.same.length
      const given = same.map(([field]) => field)
      if (period === null || !('input' in period) || !isKnown) return []
      if (!isToldOf(model, caller, rule, { moment: record.moment, given })) return []
      return [
        {
          input: period.input,
          address: `${TAKEN_PATH}/${addressPart(record.entity)}/${addressPart(rule.form.field)}`,
          same: Object.fromEntries(same),
          ...(record.record === null ? {} : { record: record.record }),
        },
      ]
    }),
  )
  return taken.length === 0 ? {} : { taken }
}

/** Null: the form does not give the field one value. */
function givenBy({ sources }: FormRecord, field: string, inputs: readonly InputField[]): FieldSource | null {
  const source = sources.get(field) ?? null
  if (source === null || 'parameter' in source) return source
  const input = inputs.find(({ path }) => path.join('.') === source.input)
  return input === undefined || input.reference?.isList === true || input.isList === true ? null : source
}

export function overlapRules({ validation }: Model, entity: string): OverlapRule[] {
  return validation.rulesOverRecords.filter(
    (rule): rule is OverlapRule => rule.entity === entity && rule.form.kind === 'never overlaps',
  )
}

/** Fields that a form gives a record: a new one gets all that the rule compares. */
export interface Giving {
  readonly moment: 'create' | 'change'
  readonly given: readonly string[]
}

/** A caller who may give a record all this could find out by trying. */
export function isToldOf(
  model: Model,
  caller: CallerRoles,
  { entity, same, form }: OverlapRule,
  { moment, given }: Giving,
): boolean {
  const fields = [form.field, ...(moment === 'create' ? same : given)]
  return fields.every((field) => isReached(model, caller, entity, moment, field))
}

/** Fields whose values define one group of records. */
export function sameFields(model: Model, { entity, same }: OverlapRule): readonly Field[] {
  return same.map((name) => fieldNamed(entityNamed(model, entity), name))
}
