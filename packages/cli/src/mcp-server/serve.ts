// Model Context Protocol on standard input and output → tools and resources. A tool is a command with typed input and
// output; the command itself decides everything.

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import manifest from '../../package.json' with { type: 'json' }
import { untilStopped } from '../operation/shutdown-signals.ts'
import { addManual } from './manual.ts'
import { addReadingTools } from './reading-tools.ts'
import { addRunningTools } from './running-tools.ts'
import { Running } from './running.ts'
import { addWritingTools } from './writing-tools.ts'
import { WorkingFolder } from './working-folder.ts'

const INSTRUCTIONS = `Ninefold runs nine-point specifications: one Markdown file is checked like a program and is the web application.

1. Read the resource ninefold://guide first. It is the whole language in short. ninefold://reference/… has the details.
2. "new" writes the empty form. Fill in point 3 first, because nearly everything else waits for it. "write" replaces the text and checks it.
3. "check" after every change. Each diagnostic has a place, a hint and often a fix; with fix: true, those with one remedy are applied. "explain" shows the page of a number. Go on until no error is left.
4. "complete" says what can be written at a place.
5. "questions" says what nobody has answered. Never make an answer up: ask the author, or write "not shown (assumed: X)".
6. "test" plays the examples of point 7. "run" serves the application at an address and takes every later change; "status" says what became of it.
7. "plan" says what the text would change in a database that is already there.

Only what the guide describes is enforced. A sentence of prose enforces nothing.`

/** `folder`: contains the specifications that the agent may read and write. Ends when the agent disconnects. */
export async function serveAgent(folder: string): Promise<void> {
  const stopped = untilStopped()
  const server = new McpServer(
    { name: 'ninefold', title: 'Ninefold', version: manifest.version },
    { instructions: INSTRUCTIONS },
  )
  const specifications = await WorkingFolder.at(folder)
  const running = new Running()
  addManual(server)
  addReadingTools(server, specifications)
  addWritingTools(server, specifications)
  addRunningTools(server, specifications, running)
  const left = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve))
  await server.connect(new StdioServerTransport())
  await Promise.race([stopped, left])
  await running.stop()
  await server.close()
}
