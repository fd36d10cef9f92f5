// `with f = …, given a` → values of fields, by name.

import type { Expression } from '../expression/expression.ts'
import { jsonIn } from '../expression/json-of.ts'
import type { FieldSet } from '../model/calls.ts'
import { evaluate, isShown } from './evaluate.ts'
import { partAt } from './inputs.ts'
import { eyesOf } from './rights.ts'
import type { Run } from './run.ts'
import type { Datum } from './store.ts'
import { inOneOrder, mapIn } from './values/json.ts'
import { inJson } from './values/values.ts'
import { around, type Values } from './write.ts'

/** The JSON of a value is what its caller sees, and all of it in a step of the product. */
export function stepValue(run: Run, value: Expression, isProductsOwn: boolean): Datum {
  const kept = jsonIn(value)
  const scope = around(run)
  if (kept === null) return evaluate(value, scope)
  const reader = isProductsOwn ? { ...run.caller, isProduct: true as const } : run.caller
  const seen = { ...scope, eyes: eyesOf(reader, scope) }
  const json = isShown(kept, seen) ? inJson(kept.type, evaluate(kept, seen)) : null
  return json === null ? null : inOneOrder(json)
}

export function fieldValues(
  run: Run,
  sets: readonly FieldSet[],
  isProductsOwn: boolean,
): { given: Values; set: Values } {
  const given: Record<string, Datum> = {}
  const set: Record<string, Datum> = {}
  for (const each of sets) {
    if (each.kind === 'set') set[each.field] = stepValue(run, each.value, isProductsOwn)
    else if (each.of !== undefined) {
      const part = partAt(run.names.get(each.of) ?? null, each.input)
      if (part !== undefined) given[each.field] = givenAs(each, part)
    } else if (run.sent.has(each.input.join('.')))
      given[each.field] = givenAs(each, run.names.get(`input.${each.input.join('.')}`) ?? null)
  }
  return { given, set }
}

function givenAs({ isMap }: Extract<FieldSet, { kind: 'given' }>, value: Datum): Datum {
  return isMap === true && Array.isArray(value) ? mapIn(value as readonly Datum[]) : value
}
