// The nine points as far as they concern what a caller may see and do → data that an agent reads before it begins. It
// contains no conditions, no rules of other roles and no records.

import { POINT_HEADINGS, POINTS, type Point } from '../../model/points.ts'
import type { Entity } from '../../model/entities.ts'
import type { Model } from '../../model/model.ts'
import { isReached, reachedFields } from '../../rights/roles.ts'
import { addressOf, type ScreenScope } from '../screens/screen-scope.ts'
import { mayOpen } from '../screens/open-screens.ts'
import { messageText } from './tool-description.ts'
import type { AgentTool } from './tools.ts'

export interface AgentPoint {
  readonly point: Point
  readonly title: string
  readonly data: Readonly<Record<string, unknown>>
}

export function pointsFor(scope: ScreenScope, tools: readonly AgentTool[]): AgentPoint[] {
  return POINTS.map((point) => ({ point, title: POINT_HEADINGS[point].title, data: DATA[point](scope, tools) }))
}

const DATA: Readonly<Record<Point, (scope: ScreenScope, tools: readonly AgentTool[]) => AgentPoint['data']>> = {
  purpose: ({ model, caller }) => ({
    name: model.name,
    purpose: model.purpose.purpose,
    users: model.purpose.users.flatMap(({ user, role, comesTo }) =>
      role !== null && caller.roles.has(role) ? [{ user, role, comesTo }] : [],
    ),
    terms: model.purpose.terms.map(({ term, means }) => ({ term, means })),
  }),
  screens: (scope) => ({
    screens: scope.model.screens.screens.flatMap((screen) => {
      const address = addressOf(scope.model, screen.name)
      return address !== null && mayOpen(scope, screen) ? [{ name: screen.name, address }] : []
    }),
  }),
  entities: ({ model, caller }) => ({
    entities: seenEntities({ model, caller }).map(({ entity, fields }) => ({
      name: entity.name,
      fields: entity.fields
        .filter(({ name, isHidden }) => fields.has(name) && !isHidden)
        .map((field) => ({ name: field.name, type: field.type.kind, ...choicesOf(field), meaning: field.meaning })),
    })),
  }),
  states: ({ model, caller }, tools) => ({
    states: seenEntities({ model, caller }).flatMap(({ entity, fields }) =>
      model.states.machines
        .filter((machine) => machine.entity === entity.name && fields.has(machine.field))
        .map(({ field, states }) => ({
          entity: entity.name,
          field,
          states: states.map(({ name, means, isFinal }) => ({ name, means, isFinal })),
          transitions: tools.flatMap(({ name, title, operation }) =>
            operation.kind === 'transition' && operation.entity === entity.name
              ? [{ transition: title, tool: name }]
              : [],
          ),
        })),
    ),
  }),
  validation: ({ model, caller }) => ({
    rules: [...model.validation.rules, ...model.validation.rulesOverRecords]
      .filter(({ entity }) => isWritten({ model, caller }, entity))
      .map(({ name, entity, otherwise }) => ({ name, entity, code: otherwise })),
  }),
  roles: ({ model, caller }) => ({
    roles: [...caller.roles],
    may: model.entities.entities.flatMap(({ name }) => {
      const actions = (['see', 'create', 'change', 'delete'] as const).filter((action) =>
        isReached(model, caller, name, action),
      )
      return actions.length === 0 ? [] : [{ entity: name, actions }]
    }),
  }),
  calls: (_, tools) => ({
    calls: tools.map(({ name, title, operation }) => ({
      tool: name,
      title,
      call: `${operation.method} ${operation.path}`,
    })),
  }),
  errors: ({ model }, tools) => {
    const codes = new Set(tools.flatMap((tool) => tool.codes))
    return {
      errors: model.errors.catalogue.flatMap((entry) =>
        codes.has(entry.code)
          ? [{ code: entry.code, status: entry.status, about: entry.about, message: messageText(entry) }]
          : [],
      ),
    }
  },
  limits: ({ model }, tools) => {
    const calls = new Set(tools.map(({ operation }) => `${operation.method} ${operation.path}`))
    const { timeZone, language, currency } = model.limits
    return {
      timeZone,
      language,
      currency: currency?.code ?? null,
      limited: model.limits.limits.flatMap(({ name, on }) =>
        on.kind === 'call' && (on.call === null || calls.has(on.call)) ? [{ name, call: on.call ?? 'all calls' }] : [],
      ),
    }
  },
}

interface Seen {
  readonly entity: Entity
  readonly fields: ReadonlySet<string>
}

/** Entities of which the caller may see records or give fields. */
function seenEntities({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>): Seen[] {
  return model.entities.entities.flatMap((entity) => {
    const fields = new Set(
      (['see', 'create', 'change'] as const).flatMap((action) => [...reachedFields(model, caller, entity, action)]),
    )
    return fields.size === 0 ? [] : [{ entity, fields }]
  })
}

function isWritten({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, entity: string): boolean {
  return (['create', 'change', 'delete'] as const).some((action) => isReached(model, caller, entity, action))
}

function choicesOf({ type }: Model['entities']['entities'][number]['fields'][number]): object {
  return 'values' in type ? { values: type.values } : {}
}
