// Words of the author on screens: guests get them where the screen is for guests, a role gets its own, and a language
// its translation, with their Markdown. They have no data of their own.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIELDS, members } from '@ninefold/core/check/specification-for-tests.ts'
import { translationRows } from '@ninefold/core/contract/languages/languages.ts'
import { type Client, runApplication, type RunningApplication } from '../../testing/running-application.ts'

const TEXT = `# Shop

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Welcome | none |
| \`/staff\` | Staff | none |

### Screen: Welcome

- **Who:** Guest, Member
- **Text:** "Made **here** since *1921*, by "hand". See the [staff](/staff)."
- **Title:** "Hello"
- **Width:** half
- **Text:** "Ten percent off.", for Member

### Screen: Staff

- **Who:** Member
- **Text:** "Only for us."

## 3. Entities and their fields

### Entity: User

${FIELDS}
| email | email | required, unique | | |
| password | password 10 to 200 | required, hidden | | |

### Sample data: User

| email | password | roles |
| --- | --- | --- |
| ann@example.test | correct-horse-1 | Member |

## 6. Roles and permissions

${members('User')}

### Permissions

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | create | User | | email, password |
| Member | see | User | \`id == me.id\` | all |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | en |

### Translation: de

| Words | Translation |
| --- | --- |
| Made **here** since *1921*, by "hand". See the [staff](/staff). | Seit *1921* **hier** gemacht. |
`

let shop: RunningApplication
let ann: Client

beforeAll(async () => {
  shop = await runApplication(TEXT)
  ann = await shop.signIn('ann@example.test', 'correct-horse-1')
})

afterAll(() => shop[Symbol.asyncDispose]())

const MADE = 'Made **here** since *1921*, by "hand". See the [staff](/staff).'

async function shown(client: Client, language = 'en'): Promise<unknown> {
  const { body } = await client.get('/_ninefold/app', { 'accept-language': language })
  return body.screens.map(({ key, blocks }: { key: string; blocks: Record<string, unknown>[] }) => [
    key,
    blocks.map(({ kind, title, width, text }) => ({ kind, title, width, text })),
  ])
}

it('shows a guest the words of the screens for guests, with their Markdown', async () => {
  expect(await shown(shop.guest)).toEqual([['welcome', [{ kind: 'text', title: 'Hello', width: 'half', text: MADE }]]])
})

it('shows a role its own words as well', async () => {
  expect(await shown(ann)).toEqual([
    [
      'welcome',
      [
        { kind: 'text', title: 'Hello', width: 'half', text: MADE },
        { kind: 'text', title: '', width: undefined, text: 'Ten percent off.' },
      ],
    ],
    ['staff', [{ kind: 'text', title: '', width: undefined, text: 'Only for us.' }]],
  ])
})

it('shows the translation with its own Markdown, and keeps words without one', async () => {
  expect(await shown(ann, 'de')).toMatchObject([
    ['welcome', [{ title: 'Hello', text: 'Seit *1921* **hier** gemacht.' }, { text: 'Ten percent off.' }]],
    ['staff', [{ text: 'Only for us.' }]],
  ])
  const rows = translationRows(shop.application.model, 'de')
  expect(rows).toContainEqual([MADE, 'Seit *1921* **hier** gemacht.'])
  expect(rows).toContainEqual(['Only for us.', ''])
})

it('has no data behind the words', async () => {
  expect((await shop.guest.get('/_ninefold/screens/welcome/0')).status).toBe(404)
  expect((await shop.guest.get('/_ninefold/screens/staff/0')).status).toBe(401)
})
