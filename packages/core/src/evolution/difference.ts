// Two models → differences point by point, in whole sentences, with those who are affected.

import type { Model } from '../model/model.ts'
import type { Point } from '../model/points.ts'
import { inPublic } from '../plan/schema/ddl.ts'
import type { Difference } from './difference-kinds.ts'
import type { BrokenRows } from '../plan/migration/migration-step.ts'
import type { SchemaChanges } from '../plan/migration/schema-changes.ts'
import { compareCalls } from './compare/calls.ts'
import { compareEntities } from './compare/entities.ts'
import { compareErrors } from './compare/errors.ts'
import { compareLimits } from './compare/limits.ts'
import { comparePurpose } from './compare/purpose.ts'
import { compareRoles } from './compare/roles.ts'
import { compareScreens } from './compare/screens.ts'
import { compareStates } from './compare/states.ts'
import { addressSql, compareValidation } from './compare/validation.ts'
import type { Said } from './compare/sentences.ts'
import { underNewNames } from './under-new-names.ts'

/** SQL for some of the records that block a migration step. */
export function someBroken(model: Model, { entity, table, where }: BrokenRows): string {
  return `SELECT ${addressSql(model, entity)} AS address FROM ${inPublic(table)} AS t WHERE ${where} ORDER BY address LIMIT 3`
}

/** `today`: the present day; missing: nothing has expired. */
export function differences(before: Model, after: Model, changes: SchemaChanges, today?: string): Difference[] {
  const former = underNewNames(before, changes)
  const said: { readonly [Name in Exclude<keyof Model, 'questions' | 'spoken'>]: readonly [Point, readonly Said[]] } = {
    name: [
      'purpose',
      former.name === after.name ? [] : [['safe', `It is called ${after.name} instead of ${former.name}.`]],
    ],
    purpose: ['purpose', comparePurpose(former, after)],
    screens: ['screens', compareScreens(former, after)],
    entities: ['entities', compareEntities(former, after, changes)],
    states: ['states', compareStates(former, after, changes)],
    validation: ['validation', compareValidation(former, after)],
    roles: ['roles', compareRoles(former, after, changes)],
    calls: ['calls', compareCalls(former, after, today ?? null)],
    errors: ['errors', compareErrors(former, after)],
    limits: ['limits', compareLimits(former, after)],
  }
  return Object.values(said).flatMap(([point, sentences]) =>
    sentences.map(([kind, sentence, breaking]) => ({
      point,
      kind,
      sentence,
      ...(breaking === null || breaking === undefined ? {} : { breaking }),
    })),
  )
}
