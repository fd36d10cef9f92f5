// Parts of files, as video players and resumed downloads request them (RFC 9110, range requests).

import { expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = `# Papers

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| email | email | required, unique ignoring case | | |
| password | password 10 to 200 | required, hidden | | |

### Entity: Note

${FIELDS}
| owner | Person | deleted together | \`me\` | |
| paper | file up to 1 KB | | | |

## 6. Roles and permissions

${members('Person')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | Person | | email, password |
| Member | create | Note | | paper |
| Member | see | Note | \`owner == me\` | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, create | id | everything visible |

### GET /api/paper — The paper of one’s own note

- **Who:** Member

1. find note in Note where \`owner == me\` or fail NO_NOTE
2. respond 200 file note.paper

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| NO_NOTE | 404 | note | There is no such note. |
`

it.each([
  ['at its own address', (id: string) => `/_ninefold/files/${id}`],
  ['by a call', () => '/api/paper'],
])(
  'sends parts of a file %s, all of it to whoever asks for no part, and none to whoever asks for what it does not have',
  async (_, addressOf) => {
    await using application = await runApplication(TEXT)
    const ada = await application.signUp({ email: 'ada@example.test', password: 'correct-horse' })
    const bob = await application.signUp({ email: 'bob@example.test', password: 'correct-horse' })
    const sent = await ada.send('/_ninefold/files?name=long.txt', { method: 'POST', body: '0123456789' })
    const { id } = sent.body as { id: string }
    expect((await ada.post('/api/notes', { paper: id })).status).toBe(201)
    const address = addressOf(id)
    const whole = await ada.get(address)
    const tag = whole.headers.get('etag') ?? ''
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    const asked = async (headers: Record<string, string>): Promise<unknown[]> => {
      const part = await ada.send(address, { headers })
      return [part.status, String(part.body), part.headers.get('content-range'), part.headers.get('content-length')]
    }
    expect(await asked({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10', '3'])
    expect(await asked({ range: 'bytes=7-' })).toEqual([206, '789', 'bytes 7-9/10', '3'])
    expect(await asked({ range: 'bytes=-2' })).toEqual([206, '89', 'bytes 8-9/10', '2'])
    expect(await asked({ range: 'bytes=8-99', 'if-range': tag })).toEqual([206, '89', 'bytes 8-9/10', '2'])
    for (const range of ['bytes=4-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes', ''])
      expect([range, await asked({ range })]).toEqual([range, [200, '0123456789', null, '10']])
    for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
      const refused = await ada.send(address, { headers: { range } })
      expect([refused.status, refused.body.code]).toEqual([416, 'RANGE_NOT_SATISFIABLE'])
      expect(refused.headers.get('content-range')).toBe('bytes */10')
    }
    for (const [held, status] of [
      [tag, 200],
      ['*', 200],
      [`"a", ${tag}`, 200],
      ['"another"', 412],
    ] as const)
      expect((await ada.send(address, { headers: { 'if-match': held } })).status).toBe(status)
    expect(await asked({ range: 'bytes=2-4', 'if-range': '"another"' })).toEqual([200, '0123456789', null, '10'])
    const head = await ada.send(address, { method: 'HEAD', headers: { range: 'bytes=2-4' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    expect((await ada.send(address, { headers: { 'if-none-match': tag } })).status).toBe(304)
    // A range of a hidden file is refused, too.
    expect((await bob.send(address, { headers: { range: 'bytes=2-4' } })).status).toBe(404)
  },
)
