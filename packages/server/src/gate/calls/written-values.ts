// `with f = …, given a as b` → the values of a record's fields. Passwords and secret texts get their stored form only
// here: expressions read them as they were sent.

import * as build from '@ninefold/core/expression/build.ts'
import { acceptInputs } from '@ninefold/core/contract/inputs/accept-inputs.ts'
import { acceptValue } from '@ninefold/core/contract/inputs/accept-value.ts'
import { inputOfField } from '@ninefold/core/contract/inputs/field-inputs.ts'
import { jsonIn } from '@ninefold/core/expression/json-of.ts'
import type { Expression, Value } from '@ninefold/core/expression/expression.ts'
import type { FieldSet } from '@ninefold/core/model/calls.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { fieldNamed } from '@ninefold/core/model/find.ts'
import { sentNameOf, sentNames } from '@ninefold/core/model/steps/given-names.ts'
import type { FieldSource } from '@ninefold/core/plan/write/record-writes.ts'
import { isMadeUnreadable, keptValue } from '../../store/data/secret-texts.ts'
import { asProduct } from '../context/caller.ts'
import { refuseCommonPassword } from '../context/common-passwords.ts'
import { inputRefusal, Refusal } from '../context/refusal.ts'
import { namingSent } from '../context/sent-names.ts'
import type { Values } from '../context/work.ts'
import type { CallRun } from './call-run.ts'
import { deferredSecret } from './deferred-secrets.ts'
import type { SentPlace } from './sent-places.ts'

/** Values that a step passes to a transition, by the names of its inputs. */
export async function handedInputs(run: CallRun, sets: readonly FieldSet[]): Promise<Record<string, Value>> {
  const handed: Record<string, Value> = {}
  for (const each of sets) {
    if (each.kind === 'set') handed[each.field] = await run.value(each.value)
    else if (run.isSent(each)) handed[each.field] = run.given(each)
  }
  return handed
}

/**
 * The sent values of `given`, with the values that the text sets. To-many fields have no column, so they are kept
 * apart.
 */
export async function valuesOf(
  run: CallRun,
  entity: Entity,
  sets: readonly FieldSet[],
  isProductsOwn: boolean,
): Promise<Values> {
  const given: Record<string, Value> = {}
  const links: Record<string, Value> = {}
  const set: FieldSource[] = []
  for (const each of sets) {
    const field = fieldNamed(entity, each.field)
    if (each.kind === 'set') {
      const json = jsonIn(each.value)
      if (json !== null) {
        run.bindings[keptName(field)] = await keptJson(run, field, json, isProductsOwn)
        set.push({ kind: 'expression', field: each.field, value: keptVariable(field, each.value) })
      } else if (field.type.kind === 'collection') links[each.field] = await run.value(each.value)
      else if (isMadeUnreadable(field)) {
        run.bindings[storedName(field)] = await storedSecret(run, field, await run.value(each.value), field.name)
        set.push({ kind: 'expression', field: each.field, value: storedVariable(field, each.value) })
      } else set.push({ kind: 'expression', field: each.field, value: each.value })
      continue
    }
    if (!run.isSent(each)) continue
    const value = run.given(each)
    given[each.field] = isMadeUnreadable(field)
      ? await storedSecret(run, field, value, sentNameOf(each, run.inputs, inputsOfItems(run)).name)
      : value
  }
  return Object.keys(links).length === 0 ? { given, set } : { given, set, links }
}

/** The stored form, under a name that no author can write. */
function storedName({ name }: Field): string {
  return `stored ${name}`
}

function storedVariable(field: Field, { span }: Expression): Expression {
  return build.variable(storedName(field), { kind: 'text' }, span, true)
}

/** Of another name than the stored form of a secret has; neither can be written by an author. */
function keptName({ name }: Field): string {
  return `kept ${name}`
}

function keptVariable(field: Field, { type, span }: Expression): Expression {
  return build.variable(keptName(field), type, span, true)
}

/** The JSON that the caller sees, or all of it for a step of the product; refused above the limits of the field. */
async function keptJson(run: CallRun, field: Field, value: Expression, isProductsOwn: boolean): Promise<Value> {
  const reader = isProductsOwn ? asProduct(run.caller) : run.caller
  const json = JSON.parse(await run.answeredJson(value, reader)) as Value
  const { values, refusals } = acceptInputs([inputOfField(field, [field.name], false)], { [field.name]: json })
  if (refusals.length > 0)
    throw new Refusal(
      refusals.map(({ input, error, limit, bounds }) => inputRefusal(error, input, limit, null, bounds)),
    )
  return values[field.name] ?? null
}

/** Refuses a value that the field does not take; it may come from an input of another type, or from an expression. */
async function storedSecret(run: CallRun, field: Field, value: Value, about: string): Promise<Value> {
  if (value === null) return null
  const deferred = deferredSecret(value)
  if (deferred !== null) return deferred
  const accepted = acceptValue(inputOfField(field, [about], false), value)
  if (!accepted.isAccepted)
    throw new Refusal([inputRefusal(accepted.error, about, accepted.limit, null, accepted.bounds)])
  const beside = run.inputs.map(({ path }) => run.bindings[`input.${path.join('.')}`])
  await refuseCommonPassword(field, about, accepted.value, beside)
  return keptValue(field, accepted.value, run.application.secretTexts)
}

function inputsOfItems({ places }: CallRun): (variable: string) => SentPlace['inputs'] {
  return (variable) => places[variable]?.inputs ?? []
}

/** Does the work of a step; refusals of its fields are about the inputs that gave them. */
export async function namingInputs<Done>(
  run: CallRun,
  sets: readonly FieldSet[],
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work()
  } catch (cause) {
    throw namingSent(cause, sentNames(sets, run.inputs, inputsOfItems(run)))
  }
}
