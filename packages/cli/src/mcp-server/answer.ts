// A finding of a tool → its answer: the value that its output schema describes, and the same as text for clients that
// read nothing else. A Stop is a refusal, which the protocol answers to the agent as its sentence.

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

export function answered(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}
