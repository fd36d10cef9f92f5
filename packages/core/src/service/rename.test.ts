import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { applyFixes } from '../diagnostic/apply-fixes.ts'
import { openDocument } from './document.ts'
import { definitionsAt, referencesAt } from './names.ts'
import { renameableAt, renameAt } from './rename.ts'

const text = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')
const helpDesk = openDocument(text)
const meant = meaning(helpDesk.compiled.model)

/**
 * The model without positions, without translations, which have rows for both names after a rename, and without the
 * mark on renamed names.
 */
function meaning(model: unknown): string {
  return JSON.stringify(model, (key, value: unknown) => (key === 'span' || key === 'translations' ? undefined : value))
    .toLowerCase()
    .replaceAll('qz', '')
}

function marked(name: string): string {
  return `${/^[A-Z]/.test(name) ? 'Qz' : 'qz'}${name}`
}

function everyName(document = helpDesk) {
  const places = new Map<string, { at: number; name: string }>()
  for (const { named, span, isDeclaration } of document.compiled.names.occurrences) {
    if (!isDeclaration) continue
    const found = renameableAt(document, span.start)
    if (found !== null)
      places.set(`${named.kind} ${named.of ?? ''} ${named.name}`, { at: span.start, name: found.name })
  }
  return [...places]
}

describe('renaming', () => {
  it('knows every name of the help desk', () => {
    expect(everyName().length).toBeGreaterThan(110)
  })

  it.each(everyName())('keeps the meaning: %s', (what, { at, name }) => {
    const renaming = renameAt(helpDesk, at, marked(name))
    if (renaming.kind === 'refused') throw new Error(renaming.why)
    const renamed = applyFixes(text, [{ title: '', edits: renaming.edits }])
    expect(renaming.edits.length).toBeGreaterThan(0)
    const { model, diagnostics } = compile(renamed)
    expect(meaning(model)).toBe(meant)
    // Its words are still translated, unless the new name adds words: an input with another name than its field, and a
    // name that is not "name".
    const left = diagnostics.filter(({ number }) => number === 'N923' || number === 'N922')
    expect(left.map(({ number }) => number)).toEqual(/^input .*|name$/.test(what) ? expect.anything() : [])
  })

  it.each(['booking', 'expenses', 'stock'])('keeps the meaning or refuses, in other examples: %s', (example) => {
    const document = openDocument(
      readFileSync(new URL(`../../../../examples/${example}/app.md`, import.meta.url), 'utf8'),
    )
    const before = meaning(document.compiled.model)
    const names = everyName(document).filter((_name, index) => index % 15 === 0)
    const outcomes = names.map(([, { at, name }]) => {
      const renaming = renameAt(document, at, marked(name))
      if (renaming.kind === 'refused') return 'refused'
      const renamed = applyFixes(document.text, [{ title: '', edits: renaming.edits }])
      return meaning(compile(renamed).model) === before ? 'renamed' : `${name} changed the meaning`
    })
    expect(new Set(outcomes)).toEqual(new Set(outcomes.includes('refused') ? ['renamed', 'refused'] : ['renamed']))
  })

  it.each([
    ['a word of the expression language', '| subject | text 5', 'null'],
    ['a name with a space where expressions use it', '| subject | text 5', 'the subject'],
    ['another field of the entity', '| subject | text 5', 'body'],
    ['a name that a step has bound', 'find ticket in', 'comment'],
    ['a role that there is', 'Team agent | Ticket | Agent', 'Owner'],
    ['a pipe', 'Team agent | Ticket | Agent', 'a|b'],
    ['nothing', 'Team agent | Ticket | Agent', ''],
    ['another state', 'pending | we wait', 'open'],
    ['another code', 'NOT_IN_TEAM | 422', 'OWN_ROLES'],
    ['a constant', 'answerTime\n\n| priority', 'pageSize'],
  ])('refuses %s', (_what, place, name) => {
    const at = text.indexOf(place) + (place.startsWith('| ') ? 2 : place.startsWith('find ') ? 5 : 0)
    expect(renameAt(helpDesk, at, name)).toMatchObject({ kind: 'refused' })
  })

  it('refuses what the language brings along, and addresses', () => {
    for (const word of [
      'me.has(',
      'plus(now',
      'now, answerTime',
      '/api/tickets/:number/assignee — Hand',
      'id == path.id',
    ])
      expect(renameableAt(helpDesk, text.indexOf(word) + 1), word).toBeNull()
  })
})

describe('a name', () => {
  const at = (words: string, index = 0): number => text.indexOf(words) + index
  const words = (spans: readonly { start: number; end: number }[]): string[] =>
    spans.map(({ start, end }) => text.slice(start, end))

  it('leads to its declaration, from a cell, a step and an expression', () => {
    const declared = at('| dueAt | date', 2)
    for (const place of [at('sorted by dueAt', 10), at('dueAt < now'), at('all except dueAt', 11)])
      expect(definitionsAt(helpDesk, place)).toEqual([{ start: declared, end: declared + 5 }])
  })
  it('leads to the field of the record that stands before the dot', () => {
    const declared = at('| active | yes/no', 2)
    expect(definitionsAt(helpDesk, at('category.active', 10))).toEqual([{ start: declared, end: declared + 6 }])
  })
  it('a bound name leads to the step that binds it', () => {
    const place = at('me == ticket.requester', 7)
    expect(definitionsAt(helpDesk, place)).toEqual([{ start: at('find ticket in', 5), end: at('find ticket in', 11) }])
  })
  it('is found wherever it stands, in quotes and in sample data too', () => {
    expect(words(referencesAt(helpDesk, at('pending | we wait')))).toHaveLength(13)
    expect(words(referencesAt(helpDesk, at('| Agent | Requester | from', 2))).every((word) => word === 'Agent')).toBe(
      true,
    )
  })
  it('has a definition in a text with errors', () => {
    const broken = openDocument(
      text.replace('| Otherwise |', '| Otherwisse |').replace('`category.active`', '`category.`'),
    )
    expect(broken.compiled.model).toBeNull()
    expect(definitionsAt(broken, broken.text.indexOf('requester == me'))).toHaveLength(1)
  })
})
