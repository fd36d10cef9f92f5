// Tools that write a specification and report its state: new, write, check (with fixes).

import { writeFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { hasErrors } from '@ninefold/core/diagnostic/diagnostic.ts'
import { z } from 'zod'
import { asJson, checkFile, type Checked, fixFile } from '../commands/check.ts'
import { writeForm } from '../commands/new.ts'
import { rewriteFile } from '../rewrite-file.ts'
import { readOneFile } from '../specification-file.ts'
import { Stop } from '../terminal/exit.ts'
import { summaryOf } from '../terminal/terminal.ts'
import { answered } from './answer.ts'
import { CHECKED, FILE } from './tool-schemas.ts'
import { mainFile } from './main-file.ts'
import type { WorkingFolder } from './working-folder.ts'

export function addWritingTools(server: McpServer, folder: WorkingFolder): void {
  server.registerTool(
    'check',
    {
      title: 'Check a specification',
      description: 'Diagnostics with hints and fixes, and the state of the thirteen questions of the form.',
      inputSchema: { file: FILE, fix: z.boolean().optional().describe('First mend everything that has one remedy') },
      outputSchema: CHECKED,
      annotations: { idempotentHint: true, openWorldHint: false },
    },
    async ({ file, fix = false }) => {
      const name = await mainFile(folder, file)
      const path = folder.pathOf(name)
      return checkAnswer(name, await (fix ? fixFile(path, name) : checkFile(path)))
    },
  )
  server.registerTool(
    'new',
    {
      title: 'Begin a specification',
      description: 'Writes the empty form: nine points, all of their questions open. It runs. Nothing is overwritten.',
      inputSchema: { file: FILE },
      outputSchema: { text: z.string() },
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    async ({ file }) => {
      const name = await folder.specification(file)
      return answered({ text: (await readOneFile(await writeForm(folder.pathOf(name)))).text })
    },
  )
  server.registerTool(
    'write',
    {
      title: 'Write a specification',
      description:
        'Saves the whole text of a file and checks its specification: the file itself, or the one that lists it as a chapter. An application that runs takes it at once.',
      inputSchema: { file: FILE, text: z.string().min(1).describe('The whole text of the file, not a part of it') },
      outputSchema: CHECKED,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    async ({ file, text }) => {
      const name = await folder.specification(file)
      const main = await mainFile(folder, file)
      await save(folder.pathOf(name), text)
      return checkAnswer(main, await checkFile(folder.pathOf(main)))
    },
  )
}

/** Replaces an existing file atomically. */
async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Stop(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}.`)
    await rewriteFile(await readOneFile(path), text)
  }
}

function checkAnswer(file: string, checked: Checked) {
  const { diagnostics, questions } = checked.compiled
  const named = { ...checked, source: { ...checked.source, file } }
  return answered({
    summary: summaryOf(diagnostics, questions),
    runs: !hasErrors(diagnostics),
    ...JSON.parse(asJson([named], false)),
  })
}
