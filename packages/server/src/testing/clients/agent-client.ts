// An agent of a running application, through the protocol's own client, with its results in the form that tests use.

import { Client as AgentClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { AGENTS_PATH } from '@ninefold/core/contract/programs/agents.ts'
import { expect } from 'vitest'

export type { Client as AgentClient } from '@modelcontextprotocol/sdk/client/index.js'

const open: AgentClient[] = []

export async function closeAgents(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()))
}

export async function agentWith(
  at: { readonly address: string },
  headers: Record<string, string>,
): Promise<AgentClient> {
  const client = new AgentClient({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(at.address + AGENTS_PATH), { requestInit: { headers } })
  await client.connect(transport as Parameters<AgentClient['connect']>[0])
  open.push(client)
  return client
}

export const use = (agent: AgentClient, name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> =>
  agent.callTool({ name, arguments: given }) as Promise<CallToolResult>
export const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '')

/** The structured answer of a successful call. */
export function done(result: CallToolResult): any {
  expect(result.isError, textOf(result)).toBeFalsy()
  return result.structuredContent
}

/** The refusal of a failed call. */
export function refusal(result: CallToolResult): any {
  expect(result.isError, textOf(result)).toBe(true)
  return JSON.parse(textOf(result))
}

export const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'It was answered.',
    (cause: Error) => cause.message,
  )

export async function readJson(agent: AgentClient, uri: string): Promise<any> {
  const { contents } = await agent.readResource({ uri })
  const [content] = contents
  return JSON.parse(content !== undefined && 'text' in content ? content.text : 'null')
}
