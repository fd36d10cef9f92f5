import { expect, it } from 'vitest'
import { readFragment, saidAbout } from './testing.ts'

const CATALOGUE = '| Code | Status | About | Message |\n| --- | --- | --- | --- |'

it('reads messages with placeholders', () => {
  const { draft, said, text } = readFragment(
    'errors',
    `${CATALOGUE}\n| A | 422 | assignee | {assignee.name} is not in {team.name}. |`,
  )
  expect(said).toEqual([])
  const parts = draft.errors.catalogue[0]?.message.parts ?? []
  expect(parts.map((part) => (part.kind === 'text' ? part.text : part.expression.text))).toEqual([
    'assignee.name',
    ' is not in ',
    'team.name',
    '.',
  ])
  for (const part of parts)
    if (part.kind === 'placeholder')
      expect(text.slice(part.expression.span.start, part.expression.span.end)).toBe(part.expression.text)
})

it('reports a status that is none, and leaves out an entry without one', () => {
  const read = readFragment(
    'errors',
    `${CATALOGUE}\n| A | four | a | b |\n| B | not shown | a | b |\n| C | 404 | a | not shown |`,
  )
  expect(saidAbout(read)).toEqual(['N011 four', 'N007 not shown', 'N007 not shown'])
  expect(read.draft.errors.catalogue.map((entry) => entry.code.text)).toEqual(['C'])
})

it('reads the error body and the built-in errors', () => {
  const { draft, said } = readFragment(
    'errors',
    '**Error body:** `{"errors": errors}`\n\n| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| blank | 422 | the field | can\'t be blank |\n\n**Built-in errors:** as supplied, messages in English',
  )
  expect(said).toEqual([])
  expect(draft.errors.body?.text).toBe('{"errors": errors}')
  expect(draft.errors.builtIn[0]?.name.text).toBe('blank')
})

it('names translations as not supported yet, and reads the rest', () => {
  const read = readFragment(
    'errors',
    '| Code | Status | About | Message | Message (de) |\n| --- | --- | --- | --- | --- |\n| A | 404 | a | no | nein |',
  )
  expect(saidAbout(read)).toEqual(['N012 Message (de)'])
  expect(read.draft.errors.catalogue).toHaveLength(1)
})
