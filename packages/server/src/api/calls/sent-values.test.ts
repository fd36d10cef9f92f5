// Bodies as contracts send them: a text beside JSON, empty texts as values, and values that refusals repeat.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS } from '@ninefold/core/check/specification-for-tests.ts'
import { runApplication, type RunningApplication } from '../../testing/running-application.ts'

const INPUTS = '| Input | Like | Needed |\n| --- | --- | --- |'

const TEXT = `# Notes

**Ninefold:** 1

## 3. Entities and their fields

### Entity: Note

${FIELDS}
| words | text 0 to 80 | required | | |
| title | text up to 80 | required | untitled | |
| labels | map of text 0 to 20 | | | |
| remark | text 0 to 80 | | | |
| aside | text 0 to 80 | blank becomes empty | | |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create, change | Note | | all |

## 7. The calls it makes

### POST /notes — Write

- **Who:** Guest
- **Body:** text/markdown or JSON

${INPUTS}
| words | Note.words | yes |
| title | Note.title | no |
| labels | Note.labels | no |
| remark | Note.remark | no |
| aside | Note.aside | no |

1. create Note as note with given words, title, labels, remark, aside
2. respond 201 with \`{"words": note.words, "title": note.title, "labels": note.labels, "remark": ifAny(note.remark), "aside": ifAny(note.aside)}\`

### POST /labels — Label all

- **Who:** Guest
- **Body:** form

${INPUTS}
| labels | map of text 0 to 20 | yes |

1. for each note in Note:
   1. change note with labels = \`pairs(note.labels).filter(p, !input.labels.exists(q, q.key == p.key)) + input.labels.filter(q, q.value != "")\`
2. list notes from Note, all of them
3. respond 200 with \`notes.filter(n, n.labels != null).map(n, n.labels)\`

### POST /keys — Keep a key

- **Who:** Guest
- **Error body:** \`{"sent": sent, "values": problems.map(p, {"of": p.path, "at": p.pointer, "value": p.value})}\`

${INPUTS}
| pass-word | secret text | yes |
| "a.b".name | text up to 5 | yes |
| page.counts | list of whole number | no |

1. respond 200 with \`{"name": input.aB.name, "known": input.passWord != ""}\`

### POST /words — Refuse a text

- **Who:** Guest
- **Body:** text or JSON
- **Error body:** \`{"sent": sent}\`

${INPUTS}
| page.words | text up to 3 | yes |

1. respond 200 with \`{"words": input.page.words}\`

### POST /hidden-words — Refuse a secret text

- **Who:** Guest
- **Body:** text
- **Error body:** \`{"sent": sent}\`

${INPUTS}
| phrase | secret text | yes |

1. require \`input.phrase == "none"\` or fail WRONG_WORDS
2. respond 204

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| WRONG_WORDS | 422 | phrase | Other words. |
`

let notes: RunningApplication
beforeAll(async () => {
  notes = await runApplication(TEXT)
})
afterAll(() => notes[Symbol.asyncDispose]())

const sent = (type: string, body: string) =>
  notes.guest.send('/notes', { method: 'POST', headers: { 'content-type': type }, body })

it('takes a text for the first input, and JSON for all of them', async () => {
  const text = await sent('text/markdown; charset=utf-8', '# Tea')
  expect([text.status, text.body]).toEqual([201, { words: '# Tea', title: 'untitled', labels: null }])
  const json = await sent('application/json', '{"words": "x", "title": "y"}')
  expect(json.body).toEqual({ words: 'x', title: 'y', labels: null })
  const other = await sent('text/plain', 'x')
  expect([other.status, other.headers.get('accept')]).toEqual([415, 'text/markdown, application/json'])
})

it('accepts an empty text where its shortest length is 0, and nowhere else', async () => {
  const made = await notes.guest.post('/notes', { words: ' ', labels: { a: '', b: 'x' } })
  expect(made.body).toEqual({ words: '', title: 'untitled', labels: { a: '', b: 'x' } })
  const empty = await notes.guest.post('/notes', { words: '', remark: '', aside: '' })
  expect(empty.body).toEqual({ words: '', title: 'untitled', labels: null, remark: '' })
  expect((await notes.guest.post('/notes', { words: '', remark: null })).body).not.toHaveProperty('remark')
  const refused = await notes.guest.post('/notes', { words: '', title: '' })
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ about: 'title', code: 'BLANK' }]])
  expect((await notes.guest.post('/notes', { words: null })).status).toBe(422)
})

it('merges a map, and removes keys with empty values', async () => {
  await notes.guest.post('/notes', { words: 'last', labels: { a: '1', b: '2' } })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const all = await notes.guest.send('/labels', { method: 'POST', headers, body: 'labels[a]=&labels[c]=3' })
  expect(all.body.at(-1)).toEqual({ b: '2', c: '3' })
})

it('repeats no secret in a refusal, whatever it is called when it is sent', async () => {
  const told = await notes.guest.post('/keys', {
    'pass-word': 7,
    'a.b': { name: 'too long' },
    more: [{ 'pass-word': 'x' }],
  })
  expect(told.body).toEqual({
    sent: { 'a.b': { name: 'too long' }, more: [{}] },
    values: [
      { of: 'more', at: '/more', value: [{}] },
      { of: 'pass-word', at: '/pass-word', value: null },
      { of: '"a.b".name', at: '/a.b/name', value: 'too long' },
    ],
  })
  const body = { 'pass-word': 'x', 'a.b': { name: 'x' }, page: { counts: [1, 'x'] } }
  expect((await notes.guest.post('/keys', body)).body.values).toEqual([
    { of: 'page.counts[1]', at: '/page/counts/1', value: 'x' },
  ])
})

it('repeats a text as it was sent, and no secret one', async () => {
  const refused = async (path: string, type: string, body: string) =>
    (await notes.guest.send(path, { method: 'POST', headers: { 'content-type': type }, body })).body
  expect(await refused('/words', 'text/plain', 'four')).toEqual({ sent: 'four' })
  expect(await refused('/words', 'application/json', '{"page": {"words": "four"}}')).toEqual({
    sent: { page: { words: 'four' } },
  })
  expect(JSON.stringify(await refused('/hidden-words', 'text/plain', 'much too secret'))).not.toContain('secret')
})
