// Where agents use a running application, by the Model Context Protocol.

export const AGENTS_PATH = '/_ninefold/mcp'
