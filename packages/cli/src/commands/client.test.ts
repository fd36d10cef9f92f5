// `ninefold client`: its output files, and its error messages. Other tests cover the client itself.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { ninefold, workplace } from '../testing/program.ts'

const HELP_DESK = fileURLToPath(new URL('../../../../examples/helpdesk/app.md', import.meta.url))

it('prints the client or writes it into a file, and says why that cannot be written', async () => {
  await using place = await workplace()
  const [printed, written, refused] = await Promise.all([
    ninefold(place.folder, ['client', HELP_DESK]),
    ninefold(place.folder, ['client', HELP_DESK, '--out', 'desk.ts']),
    ninefold(place.folder, ['client', HELP_DESK, '--out', 'none/desk.ts']),
  ])
  expect(printed.stdout).toContain('export function createClient(')
  expect([written.code, written.stdout, await readFile(join(place.folder, 'desk.ts'), 'utf8')]).toEqual([
    0,
    '',
    printed.stdout,
  ])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("none/desk.ts can't be written: ENOENT")])
})
