import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { limitsInWords, languagesInWords } from '../../pictures/limits.ts'
import { chosenTranslation } from './choice.ts'
import { everyWord, spokenModel } from './languages.ts'

const text = (rows: string): string => `# Specification: Shop

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Orders | none |

### Screen: Orders

- **Who:** Guest
- **Shows:** list of Order, sorted by openedAt newest first, all of them
- **Columns:** status, buyer.city, buyer.name
- **Can:** Open: call \`POST /api/orders\`

## 3. Entities and their fields

### Entity: Buyer

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| name | text up to 80 | required | | |
| city | text up to 80 | required | | |

### Entity: Order

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| buyer | Buyer | required, blocks deletion | | |
| status | choice: open, paid | required | open | |
| openedAt | date and time | set by product | \`now\` | |

## 5. Validation rules

| Rule | Entity | When | If | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Paid late | Order | always | \`status == "paid"\` | \`buyer.city != "x"\` | TOO_LATE |

## 6. Roles and permissions

| Role | Includes | A user gets it |
| --- | --- | --- |
| Guest | | by not being signed in |

| Who | May | Entity | Only where | Fields |
| --- | --- | --- | --- | --- |
| Guest | see, create | Order | | buyer, status |
| Guest | see | Buyer | | all |

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Order | /api/orders | list, create | id | everything visible |

## 8. The error catalogue

| Code | Status | About | Message |
| --- | --- | --- | --- |
| TOO_LATE | 422 | order | {buyer.name} has {patience}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | en |

| Constant | Value | Used for |
| --- | --- | --- |
| patience | 15 minutes | payments |

### Translation: de

| Words | Translation |
| --- | --- |
${rows}
`

const ROWS = `| status | Zustand |
| Open | Öffnen |
| Order.status: Open | Offen |
| Buyer city | Ort der Kundschaft |
| {buyer.name} has {patience}. | Frist von {buyer.name}: {patience}. |`

const modelOf = (rows: string) => compile(text(rows)).model ?? expect.fail('The text has errors.')

function german(rows: string) {
  const model = modelOf(rows)
  return spokenModel(model, model.limits.translations[0] ?? expect.fail('There is no translation.'))
}

it('says words in their place, names as words, and headings of several labels as a whole', () => {
  const model = german(ROWS)
  const [screen] = model.screens.screens
  const status = model.entities.entities.flatMap(({ fields }) => fields).find(({ name }) => name === 'status')
  expect(status).toMatchObject({ label: 'Zustand', type: { labels: { open: 'Offen', paid: 'Paid' } } })
  const [list] = screen?.blocks ?? []
  const columns = list?.kind === 'list' ? list.columns : []
  expect(columns.map(({ title }) => title)).toEqual([null, 'Ort der Kundschaft', null])
  const actions = [...(screen?.actions ?? []), ...(list?.actions ?? [])]
  expect(actions.map(({ label, named }) => [label, named])).toEqual([['Öffnen', 'Open']])
})

it('asks for the heading of a key whose value is of a field that every entity has', () => {
  const call = `### GET /api/newest — Newest

- **Who:** Guest

1. list found from Order, sorted by openedAt newest first, all of them
2. respond 200 with \`{"orders": found.map(o, {"orderedAt": o.createdAt, "opened": o.openedAt})}\`

## 8.`
  const words = everyWord(
    compile(
      text('')
        .replace('## 8.', call)
        .replace('## 3. Entities and their fields', '$&\n\n**Every entity has:** createdAt')
        .replace(
          '- **Can:** Open',
          '- **Shows:** answer of call `GET /api/newest`\n- **Columns:** orderedAt, opened\n$&',
        ),
    ).model ?? expect.fail('The text has errors.'),
  ).map((word) => word.words)
  expect(words).toContain('Ordered at')
  expect(words).not.toContain('Opened')
})

it('keeps placeholders, in any order, with amounts in the words of the language', () => {
  const parts = (rows: string) => german(rows).errors.catalogue[0]?.message.parts
  expect(parts(ROWS)).toMatchObject([
    { text: 'Frist von ' },
    { path: ['buyer', 'name'] },
    { text: ': ' },
    { name: 'patience', text: '15 Minuten' },
    { text: '.' },
  ])
  // An unknown placeholder would appear literally.
  const wrong = ROWS.replace('Frist von {buyer.name}', 'Frist von {buyer.nome}')
  expect(parts(wrong)?.map((part) => part.kind)).toEqual(['path', 'text', 'constant', 'text'])
  expect(compile(text(wrong)).diagnostics.map(({ number }) => number)).toContain('N924')
})

it('counts each phrase once, whatever its places', () => {
  const model = modelOf(ROWS)
  const words = new Set(everyWord(model).map((word) => word.words))
  expect([...words].filter((word) => word === 'Open')).toHaveLength(1)
  expect(languagesInWords(model)).toMatchObject([{ language: 'de', translated: `4 of ${words.size}` }])
  expect(limitsInWords(model)).toEqual([])
  const [missing] = compile(text(ROWS)).diagnostics.filter(({ number }) => number === 'N922')
  expect(missing?.message).toBe(`${words.size - 4} words or sentences are not translated into "de".`)
})

it.each([
  [undefined, null],
  ['de-CH', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['en, de', null],
  ['*, de;q=0.9, en;q=0.8', 'de'],
  ['de;q=0, fr', null],
])('is read by who asks for %s in %s', (accepted, language) => {
  expect(chosenTranslation(modelOf(ROWS), accepted)?.language ?? null).toBe(language)
})
