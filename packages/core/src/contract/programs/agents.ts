// The endpoint for agents of a running application, by the Model Context Protocol.

export const AGENTS_PATH = '/_ninefold/mcp'

/** In the format of most clients' settings. `origin`: `https://app.example.com`. */
export function agentSettings(name: string, origin: string, key: string): string {
  const server = { type: 'http', url: origin + AGENTS_PATH, headers: { Authorization: `Bearer ${key}` } }
  return JSON.stringify({ mcpServers: { [name]: server } }, null, 2)
}
