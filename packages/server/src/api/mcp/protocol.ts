// A message of the Model Context Protocol → its answer. The library handles the protocol; the application's calls do
// the work of tools.

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { AgentTool } from '@ninefold/core/contract/agents/tools.ts'
import { closest } from '@ninefold/core/diagnostic/did-you-mean.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { type AgentRequest, originOf } from './agent-request.ts'
import { readResource, resourcesOf, templatesOf } from './resources.ts'
import { callTool } from './tool-answers.ts'
import { agentTools } from './tool-list.ts'

const PAGE = 100

/** Shared, because creating it takes longer than using it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export async function answerAgent(agent: AgentRequest): Promise<Response> {
  const { request } = agent
  // A batch would count as one request against the limits. The protocol has dropped batches.
  if (Array.isArray(request.body)) return oneMessage()
  const server = serverFor(agent)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const headers = ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name): [string, string][] => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    return await transport.handleRequest(new Request(originOf(agent) + request.url, { method: 'POST', headers }), {
      parsedBody: request.body,
    })
  } finally {
    await server.close()
  }
}

function oneMessage(): Response {
  const error = { code: ErrorCode.InvalidRequest, message: 'A request has one message.' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
}

function serverFor(agent: AgentRequest): Server {
  const { model, revision } = agent.application
  const server = new Server(
    { name: addressPart(model.name) || 'application', title: model.name, version: revision },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(agent), jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    guarded(agent, async () => {
      const { items, ...next } = pageOf(agentTools(agent), params?.cursor)
      return { tools: items.map(told), ...next }
    }),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    guarded(agent, async () => callTool(agent, toolNamed(agentTools(agent), params.name), params.arguments ?? {})),
  )
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    guarded(agent, async () => {
      const { items, ...next } = pageOf(await resourcesOf(agent), params?.cursor)
      return { resources: items, ...next }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) =>
    guarded(agent, async () => {
      const { items, ...next } = pageOf(templatesOf(agent), params?.cursor)
      return { resourceTemplates: items, ...next }
    }),
  )
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    guarded(agent, async () => ({
      contents: [{ uri, mimeType: 'application/json', text: await readResource(agent, uri) }],
    })),
  )
  return server
}

function instructionsFor({ application: { model }, caller }: AgentRequest): string {
  const roles = [...caller.roles]
  return [
    `${model.name}. ${model.purpose.purpose ?? ''}`.trim(),
    roles.length === 0 ? '' : `You act as ${roles.join(', ')}.`,
    'A tool is a call of the application, with the rights, rules and limits of whoever lets you use it.',
    'A refusal has a code, a sentence, the inputs that it is about, and under "instead" what is possible.',
    'The resource point:///purpose says what the application is for, and the other points say what you may see and do.',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

function pageOf<Item>(all: readonly Item[], cursor: string | undefined): Page<Item> {
  const start = startOf(cursor, all.length)
  const next = start + PAGE
  return { items: all.slice(start, next), ...(next < all.length ? { nextCursor: String(next) } : {}) }
}

function startOf(cursor: string | undefined, length: number): number {
  if (cursor === undefined) return 0
  const start = /^\d{1,6}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (start > 0 && start < length) return start
  throw new McpError(ErrorCode.InvalidParams, 'This cursor leads nowhere. Ask for the list from its beginning.')
}

function told(tool: AgentTool): ListToolsResult['tools'][number] {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ListToolsResult['tools'][number]['inputSchema'],
    ...(outputSchema === null
      ? {}
      : { outputSchema: outputSchema as ListToolsResult['tools'][number]['outputSchema'] }),
    annotations: { title, ...annotations },
  }
}

/** A tool that the caller may not use is treated as unknown. */
function toolNamed(tools: readonly AgentTool[], name: string): AgentTool {
  const tool = tools.find((each) => each.name === name)
  if (tool !== undefined) return tool
  const near = closest(
    name,
    tools.map((each) => each.name),
  )
  const words = near === null ? 'tools/list has those that there are.' : `Is "${near}" meant?`
  throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, 100)}" for you. ${words}`)
}

/** Defects are logged for the operator and not shown to the agent. */
async function guarded<Result>({ request }: AgentRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof McpError) throw cause
    request.log.error({ err: cause, call: request.routeOptions.url }, "An agent's request failed.")
    throw new McpError(ErrorCode.InternalError, 'Something went wrong here. It has been noted.')
  }
}
