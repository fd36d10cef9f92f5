// Documents with mistakes, and differences between two versions of documents.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { differences } from '../../evolution/difference.ts'
import { evolve } from '../../evolution/evolve.ts'
import type { Model } from '../../model/model.ts'
import { planTables } from '../../plan/schema/tables.ts'

interface Parts {
  readonly document?: string
  readonly can?: string
  readonly calls?: string
  readonly language?: string
}

const DOCUMENT = `- **Title:** "Receipt for {reader}"
- **Fields:** reader
- **Shows:** list of its books, sorted by title A to Z
- **Columns:** title, fee
- **Totals:** fee`

function textOf({ document = DOCUMENT, can = 'document Receipt', calls = '', language = 'en' }: Parts): string {
  return `# Library

**Ninefold:** 1

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/loans/:id\` | Loan | id is Loan.id |

### Screen: Loan

- **Who:** Librarian
- **Shows:** one Loan by id
- **Fields:** reader
- **Can:** ${can}

### Document: Receipt of Loan

${document}

## 3. Entities and their fields

### Entity: Loan

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| reader | text up to 80 | required | | |
| key | secret text | | | |
| address | email | | | |
| previous | Loan | cleared on deletion | | |
| books | list of LentBook via loan | | | |

### Entity: LentBook

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| loan | Loan | required, deleted together | | |
| title | text up to 200 | required | | |
| fee | decimal with 2 places | required | | |

## 7. The calls it makes
${calls}

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Language | ${language} |
`
}

/** Number and text of each diagnostic about documents. */
function saidOf(parts: Parts): string[] {
  const text = textOf(parts)
  return compile(text).diagnostics.flatMap(({ number, severity, span }) =>
    ['error', 'warning'].includes(severity) ? [`${number} ${text.slice(span.start, span.end)}`] : [],
  )
}

function modelOf(parts: Parts): Model {
  const { model } = compile(textOf(parts))
  if (model === null) throw new Error('There is no model.')
  return model
}

const CALL = (steps: string, message = ''): string => `
### POST /api/loans — Lend

- **Who:** Librarian
- **Used by:** other programs

| Input | Like | Needed |
| --- | --- | --- |
| reader | Loan.reader | yes |

1. create Loan as loan with given reader
${steps}
${message}`

const MESSAGE = (by: string, attaches: string): string => `
### Message: Lent

- **By:** ${by}
- **To:** \`loan.address\`
- **Subject:** Lent
- **Body:** Bring it back.
- **Attaches:** ${attaches}
`

it('is right as it stands', () => {
  expect(saidOf({})).toEqual([])
})

it('has a title above its parts, in quotes, and parts that are known', () => {
  expect(saidOf({ document: '- **Fields:** reader' })).toEqual([])
  const open = compile(textOf({ document: '- **Fields:** reader' })).diagnostics
  expect(open.map(({ number, message }) => `${number} ${message}`)).toContain(
    'N007 The title of "Receipt" is not shown.',
  )
  expect(saidOf({ document: `- **Title:** Receipt` })).toEqual(['N011 Receipt'])
  expect(saidOf({ document: `${DOCUMENT}\n- **Pages:** A3` })).toEqual(['N011 A3'])
  expect(saidOf({ document: `${DOCUMENT}\n- **Text:** Thank you.` })).toEqual(['N011 Thank you.'])
  expect(saidOf({ document: `- **Title:** "R"\n- **Fields:** reader\n- **Columns:** reader` })).toEqual([
    'N017 Columns',
  ])
  expect(saidOf({ document: `- **Title:** "R"\n- **Shows:** list of Loan` })).toEqual(['N011 list of Loan'])
  expect(saidOf({ document: `- **Title:** "R"\n- **Shows:** list of its reader` })).toEqual(['N011 reader'])
})

it('shows no secret, no format of its own and nothing of whoever looks', () => {
  expect(saidOf({ document: `- **Title:** "R"\n- **Fields:** key` })).toEqual(['N236 key'])
  expect(saidOf({ document: `- **Title:** "R"\n- **Fields:** reader as formatted text` })).toEqual([
    'N011 as formatted text',
  ])
  expect(saidOf({ document: `- **Title:** "For {me.name}"\n- **Fields:** reader` })).toEqual(['N051 me'])
})

it('is refused in a language whose letters its font has not', () => {
  expect(saidOf({ language: 'ja' })).toEqual(['N013 Receipt'])
  expect(saidOf({ language: 'de-AT' })).toEqual([])
})

it('is answered and attached of a record that is at hand and certainly there', () => {
  expect(saidOf({ calls: CALL('2. respond 201 as document Receipt of loan') })).toEqual([])
  expect(saidOf({ calls: CALL('2. respond 201 as document Recipt of loan') })).toEqual(['N237 Recipt'])
  expect(saidOf({ calls: CALL('2. respond 201 as document Receipt of book') })).toEqual(['N051 book'])
  const sent = (by: string, attaches: string): string[] =>
    saidOf({ calls: CALL('2. send Lent\n3. respond 204', MESSAGE(by, attaches)) })
  expect(sent('email', 'Receipt of loan')).toEqual([])
  expect(sent('email', 'Receipt of book')).toEqual(['N051 book'])
  expect(sent('email', 'the receipt')).toEqual(['N011 the receipt'])
  expect(sent('webhook, signed with HOOK', 'Receipt of loan')).toContain('N236 Receipt')
})

it('is shown by an e-mail beside a button, and by nothing else', () => {
  const sent = (by: string, more: string): string[] =>
    saidOf({ calls: CALL('2. send Lent\n3. respond 204', MESSAGE(by, 'Receipt of loan') + more) })
  const BUTTON = (words: string): string => `- **Button:** ${words}\n`
  expect(
    sent('email', `- **Shows:** Receipt of loan\n${BUTTON('"Look" to `"https://x.example/" + loan.reader`')}`),
  ).toEqual([])
  expect(sent('email', '- **Shows:** Receipt of book\n')).toEqual(['N051 book'])
  expect(sent('email', BUTTON('Look to `loan.reader`'))).toEqual(['N011 Look to `loan.reader`'])
  expect(sent('email', BUTTON('"Look" to `loan.books`'))).toEqual(['N054 loan.books'])
  expect(sent('in-app', BUTTON('"Look" to `loan.reader`'))).toContain('N236 Look')
})

it('is issued of a record that is at hand', () => {
  expect(saidOf({ calls: CALL('2. issue Receipt of loan\n3. respond 204') })).toEqual([])
  expect(saidOf({ calls: CALL('2. issue Recipt of loan\n3. respond 204') })).toEqual(['N237 Recipt'])
  expect(saidOf({ calls: CALL('2. issue Receipt of book\n3. respond 204') })).toEqual(['N051 book'])
})

it('tells what is different from the version before', () => {
  const before = modelOf({})
  const said = (document: string): string[] => {
    const after = modelOf({ document })
    const { changes } = evolve({ schema: planTables(before), model: before, identities: null }, after, null)
    return differences(before, after, changes).map(({ sentence }) => sentence)
  }
  expect(said(`${DOCUMENT}\n- **Pages:** A5 landscape`)).toEqual(['The document "Receipt" has pages of A5 landscape.'])
  expect(said(DOCUMENT.replace(', fee', '').replace('\n- **Totals:** fee', ''))).toEqual([
    'The document "Receipt" shows books.fee no more.',
  ])
  expect(said(DOCUMENT.replace('Receipt for', 'Lent to'))).toEqual(['The document "Receipt" has another title.'])
})
