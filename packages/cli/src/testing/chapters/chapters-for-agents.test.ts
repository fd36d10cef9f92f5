import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LAUNCHER, workplace } from '../program.ts'
import { copyGarden, gardenFile } from './garden-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

it('lets an agent read and write each file, and checks the specification that it belongs to', async () => {
  const place = await workplace()
  onTestFinished(async () => place[Symbol.asyncDispose]())
  const { folder } = place
  await copyGarden(folder)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [LAUNCHER, 'mcp'], cwd: folder, stderr: 'ignore' }),
  )
  onTestFinished(() => client.close())
  const call = async (name: string, words: Record<string, unknown>): Promise<any> =>
    (await client.callTool({ name, arguments: words })).structuredContent

  const main = await call('read', { file: 'allotments.md' })
  expect(main.text).toBe(await gardenFile(folder, 'allotments.md'))
  const { text } = await call('read', { file: 'garden/rights.md' })
  expect(text).toBe(await gardenFile(folder, 'garden/rights.md'))

  const wrong = text.replace('| Gardener | see | Plot |', '| Gardner | see | Plot |')
  const written = await call('write', { file: 'garden/rights.md', text: wrong })
  const place25 = { file: 'garden/rights.md', start: { line: 25, column: 3, offset: wrong.indexOf('Gardner') } }
  expect([written.runs, written.diagnostics]).toEqual([
    false,
    [expect.objectContaining({ number: 'N601', ...place25 })],
  ])
  const fixed = await call('check', { file: 'garden/rights.md', fix: true })
  expect([fixed.runs, fixed.fixed]).toEqual([true, [expect.objectContaining({ file: 'garden/rights.md' })]])
  expect(await readFile(join(folder, 'garden/rights.md'), 'utf8')).toBe(text)

  const line = text.split('\n').findIndex((each: string) => each.startsWith('| Gardener | see | Plot |')) + 1
  const { completions } = await call('complete', { file: 'garden/rights.md', line, column: 20 })
  expect(completions.map(({ label }: { label: string }) => label)).toContain('Reading')
  expect(completions[0].start.line).toBe(line)
})
