import { expect, test } from 'vitest'
import { runApplication } from '../../testing/running-application.ts'

const TEXT = (more: string): string => `# Notes

## 3. Entities and their fields

### Entity: Note

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| title | text 2 to 40 | required | | |

## 6. Roles and permissions

### Roles

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Note | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Note | \`/api/notes\` | list, get, create | id | everything visible |

## 8. The error catalogue

${more}
`

const GERMAN = `**Built-in errors:** as supplied

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | de-AT |`

const WORDED = `| Built-in error | Status | About | Message |
| --- | --- | --- | --- |
| blank | 422 | body | Niente. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | it |`

const ENGLISH = { blank: 'Please fill this in.', 'too short': 'Please use at least 2 characters.' }
const DEUTSCH = { blank: 'Bitte füllen Sie dies aus.', 'too short': 'Bitte verwenden Sie mindestens 2 Zeichen.' }

test('a refusal is said in the language that the request would like, and else in the one that is stated', async () => {
  await using stated = await runApplication(TEXT(GERMAN))
  await using unstated = await runApplication(TEXT('**Built-in errors:** as supplied'))
  const said = async (application: typeof stated, language: string | null): Promise<unknown> => {
    const headers: Record<string, string> = language === null ? {} : { 'accept-language': language }
    const blank = await application.guest.post('/api/notes', {}, headers)
    const short = await application.guest.post('/api/notes', { title: 'x' }, headers)
    expect([blank.status, short.status]).toEqual([422, 422])
    return { blank: blank.body.errors[0].message, 'too short': short.body.errors[0].message }
  }
  expect(await said(stated, null)).toEqual(DEUTSCH)
  expect(await said(stated, 'en-US,en;q=0.9')).toEqual(ENGLISH)
  expect(await said(stated, '*, en;q=0.9')).toEqual(DEUTSCH)
  expect(await said(stated, 'fr, xx;q=0.1')).toEqual(DEUTSCH)
  expect(await said(stated, 'en;q=0, de;q=0.2')).toEqual(DEUTSCH)
  expect(await said(unstated, null)).toEqual(ENGLISH)
  expect(await said(unstated, '*, de;q=0.9')).toEqual(DEUTSCH)
  expect(await said(unstated, 'en;q=0.1, de-CH;q=0.8')).toEqual(DEUTSCH)
  expect(await said(unstated, `${','.repeat(3000)};q=x`)).toEqual(ENGLISH)

  const app = async (application: typeof stated, language: string): Promise<any> =>
    (await application.guest.get('/_ninefold/app', { 'accept-language': language })).body
  expect(await app(stated, '*')).toMatchObject({ language: 'de-AT', refusals: { blank: DEUTSCH.blank } })
  expect(await app(unstated, 'de')).toMatchObject({ language: null, refusals: { blank: DEUTSCH.blank } })
})

test('what point 8 words itself is said as it stands there, whatever is asked for', async () => {
  await using application = await runApplication(TEXT(WORDED))
  for (const language of ['de', 'en', '*']) {
    const answer = await application.guest.post('/api/notes', {}, { 'accept-language': language })
    expect(answer.body.errors[0].message).toBe('Niente.')
  }
})
