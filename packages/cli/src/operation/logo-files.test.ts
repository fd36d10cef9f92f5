import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@ninefold/core/compile.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLogoFiles } from './logo-files.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-logo-'))
  await mkdir(join(folder, 'pictures'))
  await writeFile(join(folder, 'pictures/logo.svg'), SVG)
  await writeFile(join(folder, 'dark.svg'), SVG.replace('/>', '> </svg>'))
  await writeFile(join(folder, 'page.svg'), '<html></html>')
  await writeFile(join(folder, 'large.svg'), `${SVG}${' '.repeat(210_000)}`)
})

afterAll(() => rm(folder, { recursive: true }))

async function beside(stated: string): Promise<Awaited<ReturnType<typeof readLogoFiles>>> {
  const text = `# A\n\n**Ninefold:** 1\n\n## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Logo | ${stated} |\n`
  return readLogoFiles(join(folder, 'app.md'), compile(text).model!)
}

it('finds the pictures beside the text, and uses one for both grounds where there is no other', async () => {
  const { shown, problem } = await beside('pictures/logo.svg')
  expect(problem).toBeNull()
  expect(shown.logo?.light.type).toBe('image/svg+xml')
  expect(shown.logo?.dark).toBe(shown.logo?.light)
  const two = await beside('pictures/logo.svg, dark.svg')
  expect(two.shown.logo?.dark.version).not.toBe(two.shown.logo?.light.version)
  expect(await beside('none')).toEqual({ shown: {}, problem: null })
})

it('says why there is none, at the words that name it', async () => {
  const said = async (stated: string): Promise<string | undefined> => (await beside(stated)).problem?.message
  expect(await said('logo.svg')).toBe('There is no file "logo.svg" beside this text.')
  expect(await said('dark.svg, logo.svg')).toBe('There is no file "logo.svg" beside this text.')
  expect(await said('page.svg')).toBe('"page.svg" holds no picture that browsers show.')
  expect(await said('large.svg')).toBe('"large.svg" has 206 KB, and a logo has at most 200 KB.')
  expect((await beside('page.svg')).problem).toMatchObject({ number: 'N910', severity: 'error' })
})
