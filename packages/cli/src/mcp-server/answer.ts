// The result of a tool → its answer: the value of its output schema, and the same as text for clients that read only
// text. A Stop becomes an error message for the agent.

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

export function answered(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}
