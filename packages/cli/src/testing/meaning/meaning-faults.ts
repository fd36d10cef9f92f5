// Faults for the meaning machine to find: each makes the engine do what another model says.

import type { Step } from '@ninefold/core/model/calls.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { Machine } from '@ninefold/core/model/states.ts'

export const MEANING_FAULTS: Readonly<Record<string, (model: Model) => Model>> = {
  'rules are not kept': (model) => ({ ...model, validation: { ...model.validation, rules: [] } }),
  'permissions forget their condition': (model) => ({
    ...model,
    roles: { ...model.roles, permissions: model.roles.permissions.map((row) => ({ ...row, onlyWhere: null })) },
  }),
  'guards are not asked': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      transitions: machine.transitions.map((row) => ({ ...row, guard: null })),
    })),
  'effects are left out': (model) =>
    withMachines(model, (machine) => ({
      ...machine,
      transitions: machine.transitions.map((row) => ({ ...row, effects: [] })),
    })),
  'the condition of a step is not asked': (model) => withSteps(model, (step) => ({ ...step, when: null })),
  'a call forgets that it runs as the product': (model) => ({
    ...model,
    calls: { ...model.calls, calls: model.calls.calls.map((call) => ({ ...call, runsAsProduct: null })) },
  }),
  'prohibitions are forgotten': (model) => ({
    ...model,
    roles: { ...model.roles, permissions: model.roles.permissions.filter(({ isForbidden }) => !isForbidden) },
  }),
}

function withMachines(model: Model, change: (machine: Machine) => Machine): Model {
  return { ...model, states: { ...model.states, machines: model.states.machines.map(change) } }
}

function withSteps(model: Model, change: (step: Step) => Step): Model {
  const calls = model.calls.calls.map((call) => ({ ...call, steps: call.steps.map(change) }))
  return { ...model, calls: { ...model.calls, calls } }
}
