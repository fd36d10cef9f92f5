// The generated client, checked by the compiler: for every example, with valid and invalid uses.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { openApiDocument } from '../open-api/document.ts'
import { typeNames } from './type-names.ts'
import { commentLines } from './type-text.ts'
import { typedClient } from './typed-client.ts'

const EXAMPLES = fileURLToPath(new URL('../../../../../examples', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-clients-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function clientOf(example: string): Promise<string> {
  const { model } = compile(await readFile(join(EXAMPLES, example, 'app.md'), 'utf8'))
  return model === null ? expect.fail(`${example} has errors.`) : typedClient(openApiDocument(model, 'test'))
}

/** The strictest options. */
const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
}

/** The compiler's errors about all modules of the folder. */
async function complaints(): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }))
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_, stdout, stderr) => resolve(stdout + stderr))
  })
}

const USES = `import { createClient, type Calls } from './helpdesk'

const desk = createClient({ baseUrl: 'https://desk.example', apiKey: 'nf_x' })

export async function right(): Promise<string> {
  const answer = await desk.call('POST /api/tickets', { body: { subject: 'Light', body: 'Out.', category: 'c' } })
  if (answer.ok) return answer.body.subject ?? ''
  switch (answer.code) {
    case 'CATEGORY_INACTIVE':
      return answer.problem.errors.map(({ about }) => about).join()
    default:
      return answer.problem.detail
  }
}

export async function more(): Promise<unknown> {
  await desk.call('GET /api/tickets')
  await desk.call('GET /api/tickets', { query: { sort: '-updatedAt', limit: 5 } }, { signal: new AbortController().signal })
  const file = await desk.call('POST /_ninefold/files', { query: { name: 'a.txt' }, body: new Blob(['a']) })
  return file.ok ? file.body : null
}

export async function wrong(): Promise<void> {
  // @ts-expect-error There is no such call.
  await desk.call('GET /api/tikets')
  // @ts-expect-error The path needs a number.
  await desk.call('GET /api/tickets/:number')
  // @ts-expect-error A subject is needed.
  await desk.call('POST /api/tickets', { body: { body: 'Out.', category: 'c' } })
  // @ts-expect-error It takes no such input.
  await desk.call('POST /api/tickets', { body: { subject: 'a', body: 'b', category: 'c', colour: 'red' } })
  // @ts-expect-error No list is in this order.
  await desk.call('GET /api/tickets', { query: { sort: 'colour' } })
  const answer = await desk.call('GET /api/tickets')
  // @ts-expect-error Nobody knows yet that it was done.
  answer.body.items
  // @ts-expect-error No list is refused so.
  if (!answer.ok && answer.code === 'CATEGORY_INACTIV') throw new Error()
}

export const status: keyof Calls['POST /api/tickets']['answers'] = 201
`

it('compiles for every example, and tells right uses from wrong ones', async () => {
  for (const name of await readdir(EXAMPLES)) await writeFile(join(folder, `${name}.ts`), await clientOf(name))
  await writeFile(join(folder, 'uses.ts'), USES)
  expect(await complaints()).toBe('')
  // The compiler reports each invalid use.
  await writeFile(join(folder, 'uses.ts'), USES.replace(/^.*@ts-expect-error.*\n/gm, ''))
  expect((await complaints()).match(/error TS/g)).toHaveLength(7)
})

it('gives types names of their own, whatever shapes are called', () => {
  const names = typeNames(['Record', 'Calls', 'class', 'Team.record', 'TeamRecord', '7up'])
  expect([...names.values()]).toEqual(['Record_', 'Calls_', 'Class', 'TeamRecord', 'TeamRecord_', 'Type7up'])
})

it('keeps the words of a text inside their comments', () => {
  expect(commentLines('a */ b\nc', true, '  ')).toEqual(['  /** a *\\/ b c @deprecated */'])
})
