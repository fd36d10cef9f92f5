import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COUNT_LIMITS } from '@ninefold/core/check/size-limits.ts'
import { expect, it, vi } from 'vitest'
import { dev, ninefold, stop, workplace, workplaceWithDatabase } from '../testing/program.ts'
import { listenTo, visitor } from '../testing/visitor.ts'

vi.setConfig({ testTimeout: 120_000 })

const NOTES = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text up to 200 | required | | |
`
const LEVELS = Array.from({ length: 3000 }, (_, level) => `${'  '.repeat(level)}- deeper`).join('\n')
/** From the review: each of these kept a running `dev` or `check` busy for minutes, or crashed it. */
const TOO_LARGE: Readonly<Record<string, string>> = {
  'lists of three thousand levels': `${NOTES}\n${LEVELS.slice(0, 1_900_000)}`,
  'a line of two million characters': `${NOTES}\n${'w'.repeat(1_950_000)}`,
  'one hundred thousand lines': `${NOTES}\n${'word\n\n'.repeat(50_000)}`,
  'many marks that Markdown pairs': `${NOTES}\n${'*a **b _c '.repeat(20_000)}`,
}
const WHOLE = 9_000_000

it('holds back a text that is too large, and goes on serving the last good version meanwhile', async () => {
  await using place = await workplaceWithDatabase()
  const file = join(place.folder, 'app.md')
  await writeFile(file, NOTES)
  const program = await dev(place.folder, 'app.md')
  const events = await listenTo(program.address)
  const guest = visitor(program.address)
  for (const [shape, text] of Object.entries(TOO_LARGE)) {
    await writeFile(file, text)
    const { report } = await events.next('held back')
    const [found, ...others] = report.diagnostics
    expect([shape, found.number, others]).toEqual([shape, 'N023', []])
    expect(found.excerpt.length).toBeLessThan(1000)
    expect((await guest.post('/api/notes', { title: shape })).status).toBe(201)
  }
  const from = program.printed().length
  await writeFile(file, 'w'.repeat(WHOLE))
  await program.prints(/has 9000000 bytes, and 8000000 are possible\. The last version is still served\./, from)
  expect((await guest.get('/api/notes')).body.items).toHaveLength(Object.keys(TOO_LARGE).length)
  await writeFile(file, `${NOTES}| more | text up to 20 | | | |\n`)
  await events.next('applied')
  expect((await guest.post('/api/notes', { title: 'Last', more: 'more' })).body).toMatchObject({ more: 'more' })
  events.close()
  await stop(program)
})

it('serves an entity of as many fields as it may have', async () => {
  await using place = await workplaceWithDatabase()
  const file = join(place.folder, 'app.md')
  const fields = Array.from({ length: COUNT_LIMITS.fieldsOfEntityMax - 1 }, (_, at) => `field${at}`)
  await writeFile(file, `${NOTES}${fields.map((name) => `| ${name} | whole number | | 1 | |\n`).join('')}`)
  const program = await dev(place.folder, 'app.md')
  const guest = visitor(program.address)
  const { status, body } = await guest.post('/api/notes', { title: 'Wide', field7: 2 })
  expect([status, body.field7, body.field498]).toEqual([201, 2, 1])
  expect((await guest.patch(`/api/notes/${body.id}`, { field498: 3 })).body.field498).toBe(3)
  expect((await guest.get('/api/notes')).body.items).toHaveLength(1)
  await stop(program)
})

it('checks each of them, and ends with 1', async () => {
  await using place = await workplace()
  for (const text of Object.values(TOO_LARGE)) {
    await writeFile(join(place.folder, 'app.md'), text)
    const { code, stdout } = await ninefold(place.folder, ['check', 'app.md'])
    expect([code, /error N023: .*/.test(stdout), stdout.length < 3000]).toEqual([1, true, true])
  }
  await writeFile(join(place.folder, 'app.md'), 'w'.repeat(WHOLE))
  expect(await ninefold(place.folder, ['check', 'app.md'])).toMatchObject({
    stderr: expect.stringContaining('it has 9000000 bytes'),
  })
})
