// Faults in rules of fields, in rules over several records, in limits, in rights over lists, and in statuses of point 8.

import * as build from '@ninefold/core/expression/build.ts'
import { TEXT } from '@ninefold/core/expression/value-types.ts'
import type { Input } from '@ninefold/core/model/calls.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Limit } from '@ninefold/core/model/limits.ts'
import type { Permission } from '@ninefold/core/model/roles.ts'
import type { RecordsForm } from '@ninefold/core/model/validation.ts'
import type { Play } from '../meaning-machine.ts'

type Fault = (play: Play) => Play

export const RULE_AND_LIMIT_FAULTS: Readonly<Record<string, Fault>> = {
  // The list of forms that were never made up has shown that this one was so.
  'texts of several lines are not trimmed': withFields((field) => ({ ...field, isTrimmed: false })),
  'patterns are not looked at': withFields((field) => ({ ...field, pattern: null })),
  'numbers have no limits by constants': withFields((field) => ({ ...field, min: null, max: null })),
  'records are called by their codes': withEntities((entity) => ({
    ...entity,
    label: build.field(build.recordVariable('this', entity.name), entity.name, 'code', {
      type: TEXT,
      isOptional: false,
    }),
  })),
  'numbers count on over the years': withFields((field) =>
    field.type.kind === 'sequence' && field.type.isPerYear
      ? { ...field, type: { ...field.type, isPerYear: false } }
      : field,
  ),
  'periods overlap': withoutForm((form) => form.kind === 'never overlaps'),
  'sums are not what they are to be': withoutForm((form) => form.kind === 'sum' && form.comparison === 'is'),
  'sums have no lower limit': withoutForm((form) => form.kind === 'sum' && form.comparison === 'at least'),
  'rules are not asked of a transition': ({ model, ...play }) => ({
    ...play,
    model: {
      ...model,
      validation: {
        ...model.validation,
        rules: model.validation.rules.filter(({ when }) => when.kind !== 'transition'),
      },
    },
  }),
  'nobody may hand over': withPermissions((row) => ({ ...row, mayHandOver: false })),
  'a role of another record is had for each': withPermissions((row) =>
    row.who?.kind === 'contextual role of' ? { ...row, who: { kind: 'role', role: 'Member' } } : row,
  ),
  'calls have no limits': withLimits((limits) => limits.filter(({ on }) => on.kind !== 'call')),
  'records have no limits': withLimits((limits) => limits.filter(({ on }) => on.kind !== 'entity')),
  'limits of a user are those of everybody': withLimits((limits) =>
    limits.map((limit) => (limit.per.kind === 'user' ? { ...limit, per: { kind: 'everybody' } } : limit)),
  ),
  'a limit never ends': withLimits((limits) =>
    limits.map((limit) => (limit.windowMs === null ? limit : { ...limit, windowMs: 365 * 86_400_000 })),
  ),
  'point 8 states no statuses of the product’s errors': ({ model, ...play }) => ({
    ...play,
    model: { ...model, errors: { ...model.errors, builtIn: {} } },
  }),
  'seconds are milliseconds': withInputs((input) =>
    input.unix === undefined ? input : { ...input, unix: 'milliseconds' },
  ),
  'lists of values take any number of them': withInputs((input) =>
    input.like.kind === 'type' ? { ...input, like: { ...input.like, countMin: 0, countMax: 100 } } : input,
  ),
  'maps take any number of keys': withInputs((input) =>
    input.like.kind === 'objects' ? { ...input, like: { ...input.like, countMax: 100 } } : input,
  ),
}

function withEntities(change: (entity: Entity) => Entity): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: { ...model, entities: { ...model.entities, entities: model.entities.entities.map(change) } },
  })
}

function withFields(change: (field: Field) => Field): Fault {
  return withEntities((entity) => ({ ...entity, fields: entity.fields.map(change) }))
}

function withoutForm(isMeant: (form: RecordsForm) => boolean): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: {
      ...model,
      validation: {
        ...model.validation,
        rulesOverRecords: model.validation.rulesOverRecords.filter(({ form }) => !isMeant(form)),
      },
    },
  })
}

function withPermissions(change: (row: Permission) => Permission): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: { ...model, roles: { ...model.roles, permissions: model.roles.permissions.map(change) } },
  })
}

function withLimits(change: (limits: readonly Limit[]) => readonly Limit[]): Fault {
  return ({ model, ...play }) => ({
    ...play,
    model: { ...model, limits: { ...model.limits, limits: change(model.limits.limits) } },
  })
}

function withInputs(change: (input: Input) => Input): Fault {
  const changed = (model: Model): Model => ({
    ...model,
    calls: {
      ...model.calls,
      calls: model.calls.calls.map((call) => ({ ...call, inputs: call.inputs.map(change) })),
    },
  })
  return ({ model, ...play }) => ({ ...play, model: changed(model) })
}
