import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyFixes } from '../diagnostic/apply-fixes.ts'
import { FUNCTIONS } from '../expression/functions.ts'
import { actionsIn } from './actions.ts'
import { openDocument } from './document.ts'
import { foldingOf } from './folding.ts'
import { FUNCTION_WORDS, LIST_FUNCTIONS, signatureOf } from './function-words.ts'
import { hoverAt } from './hover.ts'
import { landmarksOf } from './landmarks.ts'
import { tokensOf } from './tokens.ts'

const text = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const helpDesk = openDocument(text)

function hover(words: string, index = 0): string | undefined {
  return hoverAt(helpDesk, text.indexOf(words) + index)?.markdown
}

describe('hover', () => {
  it('says what a field is, its type, whether it may be empty, and shows its row', () => {
    const markdown = hover('assignee.teams.exists', 2)
    expect(markdown).toContain('**assignee** — field of Ticket: a User, may be empty')
    expect(markdown).toContain(
      '| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| assignee | User |',
    )
  })
  it('says what the language brings along', () => {
    expect(hover('me.has(', 1)).toContain('whoever is signed in')
    expect(hover('plus(now, answerTime', 2)).toContain('(a date and time, a duration) → a date and time')
  })
  it('says what a label, a column and the verb of a step are for', () => {
    expect(hover('**Filter by:**', 3)).toContain('narrow the list')
    expect(hover('| Must hold |', 4)).toContain('good record')
    expect(hover('| Time zone |', 4)).toContain('The zone in which "today"')
    expect(hover('1. find ticket', 4)).toContain('Looks for one record')
    expect(hover('### States of Ticket.status', 5)).toContain('transitions')
  })
  it('says of a name in a step what it is bound to', () => {
    expect(hover('me == ticket.requester', 7)).toContain('bound by a step: a Ticket')
  })
  it('names the diagnostics that point there', () => {
    const broken = openDocument(text.replace('| Owner | see |', '| Ownr | see |'))
    expect(hoverAt(broken, broken.text.indexOf('Ownr'))?.markdown).toContain('N601')
  })
})

describe('actions', () => {
  it('mend what a diagnostic points at', () => {
    const broken = openDocument(text.replace('| Owner | see |', '| Ownr | see |'))
    const at = broken.text.indexOf('Ownr')
    const [fix] = actionsIn(broken, { start: at, end: at })
    expect(fix).toMatchObject({ kind: 'fix', isOnly: true, settles: { number: 'N601' } })
    expect(applyFixes(broken.text, [{ title: '', edits: fix?.edits ?? [] }])).toBe(text)
  })
  it('answer an open question with what the language knows', () => {
    const open = openDocument(
      text.replace('| `category.active` | CATEGORY_INACTIVE |', '| `category.active` | not shown |'),
    )
    const at = open.text.indexOf('| `category.active` | not shown') + 26
    const answers = actionsIn(open, { start: at, end: at }).filter(({ kind }) => kind === 'answer')
    const answer = answers.find(({ title }) => title.endsWith('CATEGORY_INACTIVE'))
    expect(applyFixes(open.text, [{ title: '', edits: answer?.edits ?? [] }])).toBe(text)
  })
})

describe('the outline', () => {
  it('has the nine points, their parts, and what is declared in them', () => {
    const points = landmarksOf(helpDesk)
    expect(points).toHaveLength(9)
    const ticket = points[2]?.children.find(({ name }) => name === 'Entity: Ticket')
    expect(ticket?.children.map(({ name }) => name)).toContain('dueAt')
    expect(text.slice(ticket?.span.start, ticket?.span.end)).toMatch(/^### Entity: Ticket[^]*comments[^]*$/)
  })
  it('folds points, parts and tables', () => {
    const folded = foldingOf(helpDesk).map(({ start, end }) => text.slice(start, end))
    expect(folded.some((part) => part.startsWith('### Screen: Queue') && part.endsWith('Well done."'))).toBe(true)
    expect(folded.some((part) => part.startsWith('| Code | Status |'))).toBe(true)
  })
})

it('colours say what a name is, and where it is declared', () => {
  const tokens = tokensOf(helpDesk)
  const at = (words: string, index = 0) => tokens.find(({ span }) => span.start === text.indexOf(words) + index)
  expect(at('| dueAt | date', 2)).toMatchObject({ kind: 'field', isDeclaration: true })
  expect(at('dueAt < now')).toMatchObject({ kind: 'field', isDeclaration: false })
  expect(at('"open", "pending"', 1)).toMatchObject({ kind: 'state' })
  expect(at('`pageSize` per', 1)).toMatchObject({ kind: 'constant' })
  expect(at('&& dueAt')).toMatchObject({ kind: 'operator' })
})

it('every function has its words and its signature', () => {
  for (const name of Object.keys(FUNCTIONS))
    expect([name, FUNCTION_WORDS[name], signatureOf(name)]).not.toContain(undefined)
  for (const name of LIST_FUNCTIONS) expect(FUNCTION_WORDS[name]).toBeDefined()
})
