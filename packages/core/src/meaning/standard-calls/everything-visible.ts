// The default shape of a record in standard calls (reference/7-calls, Standard calls): every visible field under its
// own name. References are identities; reverse references are left to their own lists.

import * as build from '../../expression/build.ts'
import { isOtherSide } from '../../model/field-types.ts'
import { entityNamed } from '../../model/find.ts'
import { fieldOf } from '../../model/paths.ts'
import { evaluate, isShown, type Surroundings, withNames } from '../evaluate.ts'
import { type Datum, isReference, type Reference } from '../store.ts'
import { inJson } from '../values/values.ts'

export function everythingVisible(around: Surroundings, record: Reference): Datum {
  const about = withNames(around, { this: record })
  const entity = entityNamed(around.model, record.entity)
  return Object.fromEntries(
    entity.fields.flatMap((field): [string, Datum][] => {
      if (field.isHidden || isOtherSide(field.type)) return []
      const value = fieldOf(around.model, build.recordVariable('this', entity.name), entity.name, field)
      return isShown(value, about) ? [[field.name, identitiesIn(inJson(value.type, evaluate(value, about)))]] : []
    }),
  )
}

function identitiesIn(value: Datum): Datum {
  if (isReference(value)) return value.id
  return Array.isArray(value) ? value.map((item: Datum) => identitiesIn(item)) : value
}
