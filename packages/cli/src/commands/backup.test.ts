import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { dev, ninefold, stop, workplaceWithDatabase } from '../testing/program.ts'
import { visitor } from '../testing/visitor.ts'

vi.setConfig({ testTimeout: 90_000 })

const TEXT = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 80 | required | | |

### Sample data: Note

| title |
| --- |
| one |
| two |
`

it('backs up what is being served, and restores it elsewhere, with its specification', async () => {
  await using place = await workplaceWithDatabase()
  await writeFile(join(place.folder, 'app.md'), TEXT)
  const program = await dev(place.folder, 'app.md')
  const wrote = await ninefold(place.folder, ['backup', 'app.md', 'a.zip'])
  expect(wrote).toMatchObject({ code: 0, stdout: expect.stringContaining('a.zip: 2 rows, 0 uploads, as of 2') })
  expect((await visitor(program.address).get('/_ninefold/health')).status).toBe(200)
  await stop(program)

  // The original database is not empty.
  expect(await ninefold(place.folder, ['restore', 'a.zip', 'app.md'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was restored. There is something in this database already'),
  })
  await rm(join(place.folder, 'app.md'))
  const back = await ninefold(place.folder, ['restore', 'a.zip', 'again.md'])
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('2 rows and 0 uploads are restored') })
  expect(await readFile(join(place.folder, 'again.md'), 'utf8')).toBe(TEXT)
})
