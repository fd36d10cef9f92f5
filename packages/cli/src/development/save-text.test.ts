import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { saveText } from './save-text.ts'

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-save-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.md')
  await writeFile(file, text)
  return file
}

it('writes the text that was begun with over', async () => {
  const file = await fileWith('# Before\n')
  expect(await saveText(file, { text: '# After\n', before: '# Before\n' })).toEqual({ kind: 'saved' })
  expect(await readFile(file, 'utf8')).toBe('# After\n')
  expect(await readdir(join(file, '..'))).toEqual(['app.md'])
})

it('leaves what somebody else has saved meanwhile, and gives it back', async () => {
  const file = await fileWith('# Theirs\n')
  expect(await saveText(file, { text: '# Mine\n', before: '# Before\n' })).toEqual({
    kind: 'changed meanwhile',
    text: '# Theirs\n',
  })
  expect(await readFile(file, 'utf8')).toBe('# Theirs\n')
})

it('keeps the byte order mark and the line ends of the file', async () => {
  const file = await fileWith('\uFEFF# Before\r\n')
  expect(await saveText(file, { text: '# After\r\n', before: '# Before\r\n' })).toEqual({ kind: 'saved' })
  expect(await readFile(file, 'utf8')).toBe('\uFEFF# After\r\n')
})
