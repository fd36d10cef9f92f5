// Tools that serve a specification during its development: run, status, stop.

import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { sampleUsers } from '@ninefold/server/api/screens/app-description.ts'
import { compile } from '../pipeline.ts'
import { Stop } from '../terminal/exit.ts'
import { answered } from './answer.ts'
import { sourceOf } from './main-file.ts'
import type { Running } from './running.ts'
import { FILE, STATUS } from './tool-schemas.ts'
import type { WorkingFolder } from './working-folder.ts'

export function addRunningTools(server: McpServer, folder: WorkingFolder, running: Running): void {
  server.registerTool(
    'run',
    {
      title: 'Run a specification',
      description:
        'Serves the application on this computer only, as `ninefold dev` does, until "stop" or the end of this connection. It takes every later change of the text; one with errors is held back. Its data is in the folder .ninefold beside the file.',
      inputSchema: { file: FILE },
      outputSchema: STATUS,
      annotations: { destructiveHint: false, idempotentHint: true },
    },
    async ({ file }) => {
      const source = await sourceOf(folder, file)
      await running.run(folder.path, source.file)
      return status(folder, running)
    },
  )
  server.registerTool(
    'status',
    {
      title: 'Status of the application',
      description:
        'The address of the application, the users who can sign in, and the results of the last changes of the text.',
      inputSchema: {},
      outputSchema: STATUS,
      annotations: { readOnlyHint: true },
    },
    () => status(folder, running),
  )
  server.registerTool(
    'stop',
    {
      title: 'Stop what is running',
      description: 'Ends the application that "run" serves. Its data stays.',
      inputSchema: {},
      outputSchema: STATUS,
      annotations: { destructiveHint: false, idempotentHint: true },
    },
    async () => {
      await running.stop()
      return status(folder, running)
    },
  )
}

async function status(folder: WorkingFolder, running: Running) {
  const { file, address, printed } = running.status()
  return answered({ file, address, signIns: file === null ? [] : await signInsOf(folder, file), printed })
}

/** Empty if the text has errors, or is gone. */
async function signInsOf(folder: WorkingFolder, file: string) {
  try {
    const { model } = compile((await sourceOf(folder, file)).text)
    return model === null
      ? []
      : sampleUsers(model).map(({ identifier, password, roles }) => ({ identifier, password, roles }))
  } catch (error) {
    if (error instanceof Stop) return []
    throw error
  }
}
