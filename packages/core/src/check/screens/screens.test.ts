// Checked screens without a mistake: the shown part of an answer, and the sources of values.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import type { Model } from '../../model/model.ts'
import type { AnswerBlock, FormBlock, Screen } from '../../model/screens.ts'

const help = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const conduit = modelOf(readFileSync(new URL('../../../../../examples/conduit/app.md', import.meta.url), 'utf8'))

function modelOf(text: string): Model {
  const { model, diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (model === null) throw new Error('There is no model.')
  return model
}

function screenNamed(model: Model, name: string): Screen {
  const screen = model.screens.screens.find((candidate) => candidate.name === name)
  if (screen === undefined) throw new Error(`There is no screen "${name}".`)
  return screen
}

function answersOf(model: Model, screen: string): AnswerBlock[] {
  return screenNamed(model, screen).blocks.flatMap((block) => (block.kind === 'answer' ? [block] : []))
}

function formOf(model: Model, screen: string): FormBlock | undefined {
  return screenNamed(model, screen).blocks.find((block) => block.kind === 'form')
}

function library(screens: string, rest = ''): Model {
  return modelOf(`# Library

**Ninefold:** 1

## 1. What the product does and for whom

## 2. Screens and routes

| Route | Screen | Parameter |
| --- | --- | --- |
| \`/\` | Books | none |
| \`/books/:shelfmark\` | Book | shelfmark is Book.shelfmark |

${screens}
${['Books', 'Book']
  .filter((name) => !screens.includes(`### Screen: ${name}\n`))
  .map((name) => `\n### Screen: ${name}\n\n- **Who:** R\n`)
  .join('')}
## 3. Entities and their fields

### Entity: Book

| Field | Type | Rules | Default | Meaning |
| --- | --- | --- | --- | --- |
| shelfmark | text up to 20 | required, unique | | |
| title | text up to 200 | required | | |
| part | Book | | | |

## 4. States and transitions

## 5. Validation rules

## 6. Roles and permissions

## 7. The calls it makes

### Standard calls

| Entity | Path | Calls | Found by | Answers with |
| --- | --- | --- | --- | --- |
| Book | /api/books | list, get, create, change | shelfmark | everything visible |

${rest}

## 8. The error catalogue

## 9. Business constants and limits
`)
}

it('shows the list in an answer, or its only record', () => {
  expect(answersOf(conduit, 'Home').map(({ path, part, isList }) => ({ path, part, isList }))).toEqual([
    { path: '/api/tags', part: ['tags'], isList: true },
    { path: '/api/articles/feed', part: ['articles'], isList: true },
    { path: '/api/articles', part: ['articles'], isList: true },
    { path: '/api/articles', part: ['articles'], isList: true },
  ])
  expect(answersOf(conduit, 'Article')[0]).toMatchObject({ part: ['article'], isList: false })
  const [list] = answersOf(
    library('### Screen: Books\n\n- **Who:** R\n- **Shows:** answer of call `GET /api/books`\n- **Columns:** title'),
    'Books',
  )
  expect(list).toMatchObject({ part: ['items'], isList: true, columns: [{ path: ['title'], type: { kind: 'text' } }] })
})

it('follows keys into the shapes of an answer, each with its type', () => {
  const [, , article] = answersOf(conduit, 'Home')
  expect(article?.columns.map(({ path, type }) => `${path.join('.')}: ${type.kind}`)).toEqual([
    'author.image: text',
    'author.username: text',
    'createdAt: timestamp',
    'favoritesCount: integer',
    'title: text',
    'description: text',
    'tagList: text',
  ])
})

it('gives tabs their titles, their people and the lines that they share', () => {
  const [, feed, all, tagged] = answersOf(conduit, 'Home')
  expect(feed?.forRoles).toMatchObject([{ kind: 'role', role: 'Writer' }])
  expect(all?.forRoles).toBe(null)
  expect(tagged?.tab?.parts).toMatchObject([
    { kind: 'text', text: '# ' },
    { kind: 'placeholder', expression: { kind: 'variable', name: 'chosen.tag', type: { kind: 'text' } } },
  ])
  expect(new Set([feed, all, tagged].map((block) => block?.whenEmpty))).toEqual(
    new Set(['No articles are here... yet.']),
  )
})

it('fills the path of a call from the address where both are the same field', () => {
  const [profile, articles] = answersOf(conduit, 'Profile')
  expect(profile?.with).toMatchObject([{ name: 'username', value: { kind: 'variable', name: 'path.username' } }])
  expect(articles?.with).toMatchObject([{ name: 'author', value: { kind: 'variable', name: 'path.username' } }])
  expect(formOf(conduit, 'Edit article')?.filledFrom?.with).toMatchObject([{ name: 'slug' }])
})

it('limits columns of a board that there are, each once, to a number of cards', () => {
  const said = (by: string): string[] => {
    const text = help.replace('- **Columns:** number', `- **As:** board by ${by}\n- **Columns:** number`)
    return compile(text).diagnostics.flatMap(({ number, severity, span }) =>
      severity === 'error' ? [`${number} ${text.slice(span.start, span.end)}`] : [],
    )
  }
  expect(said('status, at most 3 in open, at most 5 in each column')).toEqual([])
  expect(said('priority, at most 3 in urgent')).toEqual([])
  expect(said('assignee, at most 3 in each column')).toEqual([])
  expect(said('status, at most 3 in opn')).toEqual(['N219 opn'])
  expect(said('assignee, at most 3 in Ann')).toEqual(['N219 Ann'])
  expect(said('status, at most 0 in open')).toEqual(['N219 0'])
  expect(said('status, at most `few` in open')).toEqual(['N908 few'])
  expect(said('status, at most 3 in open, at most 4 in open')).toEqual(['N219 at most 4 in open'])
  expect(said('status, at most 3')).toEqual(['N011 at most 3'])
})

it('sorts by what records point to, and says why by nothing else', () => {
  const said = (sorted: string): string[] => {
    const text = help.replace('sorted by dueAt oldest first', `sorted by ${sorted}`)
    return compile(text).diagnostics.flatMap(({ severity, span, message, hint }) =>
      severity === 'error' ? [`${text.slice(span.start, span.end)}: ${message} ${hint ?? ''}`.trim()] : [],
    )
  }
  expect(said('assignee.name A to Z then requester.createdAt newest first')).toEqual([])
  expect(said('subject by hand')).toEqual(['subject: "subject" is not a rank: only the order of a rank is by hand.'])
  expect(said('assignee A to Z')).toEqual([
    'assignee: A list cannot be sorted by "assignee": its values have no order. Write assignee.name.',
  ])
  expect(said('assignee.nme A to Z')).toEqual([expect.stringMatching(/^nme: User has no field "nme"/)])
  expect(said('assignee.password A to Z')).toEqual([expect.stringMatching(/^password: /)])
  expect(said('comments.createdAt newest first')).toEqual([
    'comments: "comments" leads to several records: none of them decides.',
  ])
  expect(said('subject.length A to Z')).toEqual(['subject: "subject" is not a record: nothing comes after it.'])
})

it('shows no rank as a column, because its text means nothing to readers', () => {
  const text = help
    .replace('| subject | text', '| place | rank | | | |\n| subject | text')
    .replace('- **Columns:** number', '- **Columns:** place, number')
  const said = compile(text).diagnostics.filter(({ severity }) => severity === 'error')
  expect(said.map(({ message }) => message)).toEqual([expect.stringContaining('a place among its neighbours')])
})

it('filters by what records point to, and says why by nothing else', () => {
  const said = (filters: string): string[] => {
    const text = help.replace('- **Filter by:** status, priority', `- **Filter by:** ${filters}, status, priority`)
    return compile(text).diagnostics.flatMap(({ severity, span, message }) =>
      severity === 'error' ? [`${text.slice(span.start, span.end)}: ${message}`] : [],
    )
  }
  expect(said('assignee.email, category.team')).toEqual([])
  expect(said('category.tem')).toEqual([expect.stringMatching(/^tem: Category has no field "tem"/)])
  expect(said('assignee.password')).toEqual([expect.stringMatching(/^password: /)])
  expect(said('comments.author')).toEqual(['comments: "comments" leads to several records.'])
  expect(said('subject.length')).toEqual(['subject: "subject" is not a record: nothing comes after it.'])
})

it('keeps the pages of a form with the inputs on them', () => {
  const model = library(
    '### Screen: Books\n\n- **Who:** R\n- **Form:** call `POST /api/books`, then open Book\n- **Steps:**\n\n1. What: title\n2. Where: shelfmark',
  )
  expect(formOf(model, 'Books')?.steps).toMatchObject([
    { title: 'What', inputs: [['title']] },
    { title: 'Where', inputs: [['shelfmark']] },
  ])
})

it('takes what is chosen and what the address says into the condition of a list', () => {
  const rest = `### GET /api/titles — Titles

- **Who:** R

1. list books from Book, sorted by title A to Z, all of them
2. respond 200 with \`{"titles": books.map(b, b.title)}\``
  const model = library(
    '### Screen: Book\n\n- **Who:** R\n- **Shows:** answer of call `GET /api/titles` as choices for title\n- **Shows:** list of Book where `title == chosen.title && shelfmark != path.shelfmark`, all of them\n- **As:** tree by part\n- **Columns:** title',
    rest,
  )
  expect(screenNamed(model, 'Book').blocks[1]).toMatchObject({ kind: 'list', form: { kind: 'tree', by: ['part'] } })
})

it('lets nobody open a screen that nobody is said to use, and lets the rest run', () => {
  const who = (line: string): Screen['who'] =>
    screenNamed(
      modelOf(helpdesk.replace('### Screen: Set-up\n\n- **Who:** Admin\n', `### Screen: Set-up\n\n${line}`)),
      'Set-up',
    ).who
  expect(who('- **Who:** Admin\n')).toHaveLength(1)
  expect(who('- **Who:** not shown\n')).toEqual([])
  expect(who('- **Who:** none\n')).toEqual([])
  expect(who('')).toEqual([])
})

const helpdesk = readFileSync(new URL('../../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

it('shows the fields of the text where a screen leaves open which ones it shows', () => {
  const model = library(
    '### Screen: Books\n\n- **Who:** R\n- **Shows:** list of Book\n\n### Screen: Book\n\n- **Who:** R\n- **Shows:** one Book by shelfmark\n',
    '',
  )
  const columnsOf = (screen: string) =>
    screenNamed(model, screen).blocks.map((block) =>
      'columns' in block ? block.columns.map(({ path }) => path.join('.')) : [],
    )
  expect(columnsOf('Books')).toEqual([['shelfmark', 'title', 'part']])
  expect(columnsOf('Book')).toEqual([['shelfmark', 'title', 'part']])
})

it('says that fields are left open, and nothing of derived ones that none of the readers may see', () => {
  const owners = help.replace('- **Who:** Owner, Team agent, Admin\n', '- **Who:** Owner\n')
  const said = (fields: string) =>
    compile(owners.replace(/- \*\*Fields:\*\* number, subject, body.*\n/, fields)).diagnostics.map(
      ({ number }) => number,
    )
  expect(said('')).toContain('N007')
  expect(said('')).not.toContain('N206')
  expect(said('- **Fields:** number, late\n')).toContain('N206')
})
