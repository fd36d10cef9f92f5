import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSavedFile } from './watch-file.ts'

it('takes no file for empty that is about to be written, and one that stays empty for what it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-watch-'))
  const file = join(folder, 'app.md')
  await writeFile(file, '')
  const reading = readSavedFile(file)
  await writeFile(file, '# Notes\n')
  expect((await reading).text).toBe('# Notes\n')
  await writeFile(file, '')
  expect((await readSavedFile(file)).text).toBe('')
  await rm(folder, { recursive: true })
})
