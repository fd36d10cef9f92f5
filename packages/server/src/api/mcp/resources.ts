// The data that an agent reads beside its tools: the nine points as far as they concern its caller, the screens that
// the caller may open, records by their addresses, and the OpenAPI description.

import { ErrorCode, McpError, type Resource, type ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { pointsFor } from '@ninefold/core/contract/agents/points.ts'
import { toolsFor } from '@ninefold/core/contract/agents/tools.ts'
import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { planner } from '../../gate/context/planner.ts'
import { type AgentRequest, ask, type OwnAnswer } from './agent-request.ts'
import { agentScreens, readScreen, screenAt } from './screen-reading.ts'
import { agentTools } from './tool-list.ts'
import { ANSWER_LENGTH_MAX } from './tool-answers.ts'

const POINT = 'point:///'
const SCREEN = 'screen://'
const RECORD = 'record://'
const OPENAPI = 'openapi:///openapi.json'
const JSON_TYPE = 'application/json'

const pointsPlan = planner(
  'agent points',
  ({ model, caller }, operations: readonly Operation[], onlyReads: boolean) => {
    const scope = { model, caller, operations }
    return pointsFor(scope, toolsFor(scope, onlyReads))
  },
)

export async function resourcesOf(agent: AgentRequest): Promise<Resource[]> {
  const described = await ask(agent, { method: 'HEAD', url: '/_ninefold/openapi.json' })
  return [
    ...agentPoints(agent).map(({ point, title }) => ({ uri: POINT + point, name: point, title, mimeType: JSON_TYPE })),
    ...agentScreens(agent)
      .filter(({ address }) => !address.includes(':'))
      .map(({ name, address }) => ({ uri: SCREEN + address, name, mimeType: JSON_TYPE })),
    ...(described.status < 400 ? [{ uri: OPENAPI, name: 'OpenAPI', mimeType: JSON_TYPE }] : []),
  ]
}

export function templatesOf(agent: AgentRequest): ResourceTemplate[] {
  const screens = agentScreens(agent).map(({ name, address }) => ({
    uriTemplate: `${SCREEN}${placesIn(address)}{?block,page,q}`,
    name,
    description: 'The whole screen, or one block of it, of which the query says the page, searched words and filters.',
    mimeType: JSON_TYPE,
  }))
  const records = agentTools(agent).flatMap(({ operation }) =>
    operation.kind === 'get'
      ? [{ uriTemplate: RECORD + placesIn(operation.path), name: operation.standard.entity, mimeType: JSON_TYPE }]
      : [],
  )
  return [...screens, ...records]
}

function placesIn(pattern: string): string {
  return pattern.replace(/:([^/]+)/g, '{$1}')
}

/** As JSON text. */
export async function readResource(agent: AgentRequest, uri: string): Promise<string> {
  const text = await textAt(agent, uri)
  if (text === null) throw new McpError(NOT_FOUND, `There is no resource ${uri.slice(0, 200)} for you.`)
  if (text.length > ANSWER_LENGTH_MAX)
    throw new McpError(ErrorCode.InvalidParams, 'This is more than is sent to an agent at once. Read one block of it.')
  return text
}

/** The protocol's error code. */
const NOT_FOUND = -32002

async function textAt(agent: AgentRequest, uri: string): Promise<string | null> {
  if (uri === OPENAPI) return textOf(await ask(agent, { method: 'GET', url: '/_ninefold/openapi.json' }))
  if (uri.startsWith(POINT)) {
    const found = agentPoints(agent).find(({ point }) => uri === POINT + point)
    return found === undefined ? null : JSON.stringify(found.data)
  }
  if (uri.startsWith(SCREEN)) {
    const { path, query } = partsOf(uri.slice(SCREEN.length))
    const found = path === null ? null : screenAt(agentScreens(agent), path)
    return found === null ? null : JSON.stringify(await readScreen(agent, found, query))
  }
  if (uri.startsWith(RECORD)) return recordAt(agent, uri.slice(RECORD.length))
  return null
}

/** Only an address that a read tool serves is a record. Null: no record that the caller may see. */
async function recordAt(agent: AgentRequest, address: string): Promise<string | null> {
  const parts = address.split('/')
  const routes = agentTools(agent).flatMap(({ operation: { kind, path } }) => {
    const expected = path.split('/')
    const isRead =
      kind === 'get' &&
      expected.length === parts.length &&
      expected.every((part, at) => part === parts[at] || (part.startsWith(':') && isKey(parts[at] ?? '')))
    return isRead ? [path] : []
  })
  if (routes.length === 0) return null
  const answer = await ask(agent, { method: 'GET', url: address, routes })
  return answer.status === 404 ? null : textOf(answer)
}

/** A single path segment without special meaning. */
function isKey(part: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})+$/i.test(part) && !/^(?:\.|%2e){1,2}$/i.test(part)
}

/** Throws a refusal as the protocol's error. */
function textOf({ status, text }: OwnAnswer): string {
  if (status < 400) return text
  const { code, detail } = JSON.parse(text) as ProblemDetails
  throw new McpError(status === 404 ? NOT_FOUND : ErrorCode.InvalidParams, `${code}: ${detail}`)
}

/** `path` null: the address is malformed. */
function partsOf(address: string): { readonly path: string | null; readonly query: URLSearchParams } {
  const [path = '', query = ''] = address.split('?', 2)
  try {
    return { path: path.split('/').map(decodeURIComponent).join('/'), query: new URLSearchParams(query) }
  } catch {
    return { path: null, query: new URLSearchParams() }
  }
}

function agentPoints(agent: AgentRequest): ReturnType<typeof pointsFor> {
  const { application, caller } = agent
  return application.planned(pointsPlan, caller, application.operations, caller.key?.onlyReads === true)
}
