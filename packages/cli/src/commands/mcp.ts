// `ninefold mcp`: an agent's requests on standard input → answers on standard output, until the agent ends it.

import { serveAgent } from '../mcp-server/serve.ts'

export function mcp(): Promise<void> {
  return serveAgent(process.cwd())
}
