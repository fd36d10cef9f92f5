// Point 8 also words the product's own errors.

import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text 3 to 8 | required | | |

## 8. The error catalogue

**Error body:** \`{"code": code, "words": message, "about": about, "all": errors, "status": status}\`

| Built-in error | Status | About | Message |
| --- | --- | --- | --- |
| too short | 400 | the field | {field} needs {min}. |
| too long | | | {field} has room for {max}, not more than {limit}. |
| method not allowed | 404 | method | Use {methods}. |
| request not readable | 422 | request | What was that? |
`

async function rawAnswer(address: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(sent))
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

it('words built-in errors as the specification does, in its own body', async () => {
  await using notes = await runApplication(TEXT)
  const path = notes.application.operations.find(({ kind }) => kind === 'create')?.path ?? ''
  const short = await notes.guest.post(path, { title: 'a' })
  expect([short.status, short.body]).toEqual([
    400,
    { code: 'TOO_SHORT', words: 'title needs 3.', about: 'title', all: { title: ['title needs 3.'] }, status: 400 },
  ])
  const long = await notes.guest.post(path, { title: 'a long title' })
  expect([long.status, long.body.words]).toEqual([422, 'title has room for 8, not more than 8.'])
  const method = await notes.guest.delete(path)
  expect([method.status, method.body.words]).toEqual([404, 'Use GET, HEAD, POST.'])
  const unreadable = await rawAnswer(notes.address, 'no request at all\r\n\r\n')
  expect(unreadable).toMatch(/^HTTP\/1\.1 422 /)
  expect(unreadable).toContain('"detail":"What was that?"')
})
