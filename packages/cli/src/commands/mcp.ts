// `ninefold mcp`: server of the Model Context Protocol on standard input and output, until the agent disconnects.

import { serveAgent } from '../mcp-server/serve.ts'

export function mcp(): Promise<void> {
  return serveAgent(process.cwd())
}
