import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LAUNCHER, workplace } from '../testing/program.ts'

/** Runs the program for a reader that stops: at once, or after the first output. */
async function unread(folder: string, words: readonly string[], afterFirstWords?: () => Promise<void>) {
  const child = spawn(process.execPath, [LAUNCHER, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  if (afterFirstWords !== undefined) await once(child.stdout, 'data')
  child.stdout.destroy()
  await afterFirstWords?.()
  const [code] = (await ended) as [number | null]
  return { code, stderr }
}

it('ends quietly when nobody reads on', async () => {
  await using place = await workplace()
  expect(await unread(place.folder, ['guide', '--full'])).toEqual({ code: 0, stderr: '' })
})

it('answers by its code all the same', async () => {
  await using place = await workplace()
  await writeFile(join(place.folder, 'app.md'), '# App\n\n## 1. What it does\n')
  expect(await unread(place.folder, ['check', 'app.md'])).toEqual({ code: 1, stderr: '' })
})

it('watches no longer than somebody reads', async () => {
  await using place = await workplace()
  const file = join(place.folder, 'app.md')
  await writeFile(file, '# App\n\n## 1. What it does\n')
  const change = () => writeFile(file, '# App\n\n## 1. What it is\n')
  expect(await unread(place.folder, ['check', '--watch', 'app.md'], change)).toEqual({ code: 0, stderr: '' })
})
