// A refused call → the alternatives of its caller, as sentences. It lists the record's transitions with the reasons
// that a screen would show.

import type { AgentTool } from '@ninefold/core/contract/agents/tools.ts'
import { availabilityEntries, transitionAvailability } from '@ninefold/core/contract/calls/availability.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import { findsOf } from '@ninefold/core/contract/screens/screen-actions.ts'
import type { Availability } from '@ninefold/core/contract/wire/app.ts'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import { builtInCode } from '@ninefold/core/contract/words/refusal-words.ts'
import * as build from '@ninefold/core/expression/build.ts'
import type { Entity, Field } from '@ninefold/core/model/entities.ts'
import { entityNamed, fieldNamed } from '@ninefold/core/model/find.ts'
import { signInOf } from '@ninefold/core/model/users/sign-in-of.ts'
import { planRecord } from '@ninefold/core/plan/read/lists.ts'
import { equals } from '@ninefold/core/rights/list-conditions.ts'
import { bindingsOf } from '../../gate/context/bindings.ts'
import { planner } from '../../gate/context/planner.ts'
import { pathValue } from '../http/bodies.ts'
import { type AgentRequest, originOf } from './agent-request.ts'
import { alternativesWords } from './alternatives-words.ts'
import type { Arguments } from './tool-requests.ts'
import { agentTools } from './tool-list.ts'

interface Refused {
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | null
}

type Operations = readonly Operation[]

/** Null: these roles allow no transition of the entity. */
const doablePlan = planner('agent transitions', (viewer, entity: Entity, field: Field, operations: Operations) => {
  const { model, caller } = viewer
  const entries = transitionsOf(operations, entity.name).flatMap(({ transition }) => {
    const rows = { kind: 'records', entity: entity.name } as const
    const asked = { key: transition, entity: entity.name, transition }
    const availability = transitionAvailability({ model, caller, operations }, rows, asked)
    return availability === null ? [] : availabilityEntries(availability)
  })
  if (entries.length === 0) return null
  return planRecord(viewer, entity, [equals(viewer, entity, field, 'key')], build.object(entries))
})

function transitionsOf(operations: Operations, entity: string): Extract<Operation, { kind: 'transition' }>[] {
  return operations.flatMap((each) => (each.kind === 'transition' && each.entity === entity ? [each] : []))
}

export async function instead(
  agent: AgentRequest,
  tool: AgentTool,
  given: Arguments,
  { code, status, retryAfterSeconds }: Refused,
): Promise<string[]> {
  const is = (error: Parameters<typeof builtInCode>[0]): boolean => code === builtInCode(error)
  const words = wordsFor(agent)
  if (status === 401) return [wayIn(agent)]
  if (retryAfterSeconds !== null) return [words.later(retryAfterSeconds)]
  if (is('unknown input')) return [words.known(Object.keys(tool.inputSchema.properties ?? {}).join(', '))]
  if (is('stale') || is('version missing')) return [words.readAgain]
  if (tool.annotations.readOnlyHint) return is('not found') ? listsOf(agent, tool) : []
  // An invalid value is explained by its own message.
  if (![403, 404, 409].includes(status)) return []
  const transitions = await transitionsNow(agent, tool, given)
  return is('not found') && transitions.length === 0 ? listsOf(agent, tool) : transitions
}

/** The language of the refusal itself. */
function wordsFor({ spoken, request }: AgentRequest): ReturnType<typeof alternativesWords> {
  return alternativesWords(refusalLanguage(spoken.model, request.headers['accept-language']))
}

function wayIn(agent: AgentRequest): string {
  const signIn = signInOf(agent.application.model.roles)
  const words = wordsFor(agent)
  return signIn === null || signIn.apiKeys === null
    ? words.signIn
    : words.useKey(`${originOf(agent)}/_ninefold/account`)
}

function listsOf(agent: AgentRequest, tool: AgentTool): string[] {
  const { entity } = findsOf(tool.operation)[0]?.finds ?? {}
  return agentTools(agent).flatMap(({ name, operation }) =>
    operation.kind === 'list' && operation.standard.entity === entity ? [wordsFor(agent).list(name)] : [],
  )
}

/** Transitions of the record that are possible now, and the reason for each of the others. */
async function transitionsNow(agent: AgentRequest, tool: AgentTool, given: Arguments): Promise<string[]> {
  const { spoken: application, caller } = agent
  const found = findsOf(tool.operation).find(({ finds }) => finds !== null)
  if (found === undefined || found.finds === null) return []
  const entity = entityNamed(application.model, found.finds.entity)
  const field = fieldNamed(entity, found.finds.field)
  const sent = given[found.name]
  const key = typeof sent === 'string' || typeof sent === 'number' ? pathValue(field.type, String(sent)) : null
  const statement = application.planned(doablePlan, caller, entity, field, application.operations)
  if (key === null || statement === null) return []
  const row = (await application.database.run(statement, { ...bindingsOf(application, caller), key }))[0]
  if (row === undefined) return []
  const offered = JSON.parse(String(row['json'])) as Readonly<Record<string, Availability>>
  const names = new Map(
    agentTools(agent).flatMap(({ name, operation }) =>
      operation.kind === 'transition' && operation.entity === entity.name ? [[operation.transition, name]] : [],
    ),
  )
  const words = wordsFor(agent)
  return Object.entries(offered).flatMap(([transition, availability]) => {
    const name = names.get(transition)
    if (name === undefined) return []
    return [availability.isAvailable ? words.possible(name) : words.impossible(name, availability)]
  })
}
