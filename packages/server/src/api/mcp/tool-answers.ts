// The answer of a call → the result of its tool: structured if the call states the form, text otherwise, and a link for
// a file.

import type { AgentTool } from '@ninefold/core/contract/agents/tools.ts'
import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { Refusal } from '../../gate/context/refusal.ts'
import { problemOf } from '../http/refusals.ts'
import { ask, originOf, type AgentRequest, type OwnAnswer, type OwnRequest } from './agent-request.ts'
import { instead } from './alternatives.ts'
import { type Arguments, requestOf } from './tool-requests.ts'

/** Models read less at once. */
export const ANSWER_LENGTH_MAX = 1_000_000

export async function callTool(agent: AgentRequest, tool: AgentTool, given: Arguments): Promise<CallToolResult> {
  const { spoken, request: outer } = agent
  const sent = requestOf(tool, given)
  if (!sent.isSent)
    return refusedResult(agent, tool, given, problemOf(spoken.model, new Refusal(sent.refusals), outer), null)
  const { request } = sent
  if (tool.isFile && request.method === 'GET') {
    const head = await ask(agent, { ...request, method: 'HEAD' })
    if (head.status < 400) return { content: [linkTo(agent, tool, request, head)] }
  }
  const answer = await ask(agent, request)
  if (answer.status < 400) return doneResult(tool, answer)
  return refusedResult(agent, tool, given, problemIn(answer), answer)
}

function doneResult(tool: AgentTool, { status, type, text, headers }: OwnAnswer): CallToolResult {
  if (tool.isFile) return said(`Done. The answer is a file (${type}), which this protocol does not carry.`)
  const to = headers['location']
  if (status >= 300 && status < 400) return said(`Done. It leads to ${String(to)}.`)
  if (text === '') return said('Done.')
  if (text.length > ANSWER_LENGTH_MAX) return tooLong(tool, text.length)
  if (!/[/+]json$/.test(type)) return said(text)
  const value = JSON.parse(text) as unknown
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return { ...said(text), ...(isObject ? { structuredContent: value as Record<string, unknown> } : {}) }
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

/** A write stays done; a read is to be repeated in pages. */
function tooLong(tool: AgentTool, length: number): CallToolResult {
  const words = `has ${length} characters, and ${ANSWER_LENGTH_MAX} are the most that is sent to an agent`
  return tool.annotations.readOnlyHint
    ? { ...said(`The answer ${words}. Narrow it by its arguments.`), isError: true }
    : { ...said(`It is done. The answer ${words}.`), isError: tool.outputSchema !== null }
}

function linkTo(
  agent: AgentRequest,
  tool: AgentTool,
  { url }: OwnRequest,
  { type, headers }: OwnAnswer,
): CallToolResult['content'][number] {
  const name = /filename="([^"]*)"/.exec(String(headers['content-disposition'] ?? ''))?.[1] ?? tool.title
  return { type: 'resource_link', uri: originOf(agent) + url, name, mimeType: type }
}

function problemIn({ text, status }: OwnAnswer): ProblemDetails {
  const problem = JSON.parse(text) as ProblemDetails
  if (typeof problem.code !== 'string') throw new Error(`A call answered ${status} without saying why.`)
  return problem
}

async function refusedResult(
  agent: AgentRequest,
  tool: AgentTool,
  given: Arguments,
  { code, status, detail, errors, requestId }: ProblemDetails,
  answer: OwnAnswer | null,
): Promise<CallToolResult> {
  const retryAfter = answer?.headers['retry-after']
  const told = {
    code,
    status,
    message: detail,
    errors,
    instead: await instead(agent, tool, given, {
      code,
      status,
      retryAfterSeconds: retryAfter === undefined ? null : Number(retryAfter),
    }),
    requestId,
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
}
