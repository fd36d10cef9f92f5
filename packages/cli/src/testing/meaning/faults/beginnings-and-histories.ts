// Faults in the creation of records, in their former states, and in histories.

import type { Expression } from '@ninefold/core/expression/expression.ts'
import { mapParts } from '@ninefold/core/expression/conditions.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Entity } from '@ninefold/core/model/entities.ts'
import type { Machine, Transition } from '@ninefold/core/model/states.ts'

export const BEGINNING_FAULTS: Readonly<Record<string, (model: Model) => Model>> = {
  'histories keep nothing': (model) => withEntities(model, (entity) => ({ ...entity, history: null })),
  'histories keep every field, whatever they name': (model) =>
    withEntities(model, (entity) => ({
      ...entity,
      history: entity.history === null ? null : { ...entity.history, fields: 'every field' },
    })),
  'histories keep no lists': (model) =>
    withEntities(model, (entity) => ({
      ...entity,
      history: entity.history === null ? null : { ...entity.history, fields: withoutLists(entity) },
    })),
  'rows from nothing are not read': (model) => withMachines(model, (machine) => ({ ...machine, creations: [] })),
  'the first row from nothing counts for all records': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      creations: machine.creations.slice(0, 1).map((row) => ({ ...row, guard: null })),
    })),
  'everybody may begin a record': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      creations: machine.creations.map((row) => ({ ...row, who: [{ kind: 'role', role: 'Member' }] })),
    })),
  'rows from nothing have no effects': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      creations: machine.creations.map((row) => ({ ...row, effects: [] })),
    })),
  'the state before is the initial one': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      transitions: machine.transitions.map((row): Transition => ({ ...row, to: row.to ?? machine.initial })),
    })),
  'rules take the record before for the one after': (model) => ({
    ...model,
    validation: {
      ...model.validation,
      rules: model.validation.rules.map((rule) => ({
        ...rule,
        condition: rule.condition === null ? null : withNewForOld(rule.condition),
        holds: withNewForOld(rule.holds),
      })),
    },
  }),
}

function withEntities(model: Model, change: (entity: Entity) => Entity): Model {
  return { ...model, entities: { ...model.entities, entities: model.entities.entities.map(change) } }
}

function withMachines(model: Model, change: (machine: Machine) => Machine): Model {
  return { ...model, states: { ...model.states, machines: model.states.machines.map(change) } }
}

function withoutLists({ history, fields }: Entity): readonly string[] {
  const own = fields.filter(({ type, isBuiltIn }) => !['collection', 'inverse'].includes(type.kind) && !isBuiltIn)
  const names = own.map(({ name }) => name)
  return history === null || history.fields === 'every field'
    ? names
    : history.fields.filter((field) => names.includes(field))
}

function withNewForOld(expression: Expression): Expression {
  return expression.kind === 'variable' && expression.name === 'old'
    ? { ...expression, name: 'this' }
    : mapParts(expression, withNewForOld)
}
