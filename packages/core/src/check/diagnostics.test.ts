// Mistakes in the help desk that involve several lines. Those within one line are in planted/.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'

const helpdesk = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

function said(text: string): string[] {
  return compile(text).diagnostics.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

const usual = said(helpdesk)

it('warns about a given field that no permission lets anybody give', () => {
  const text = helpdesk
    .replace('subject, category, team, priority, assignee |', 'subject, category, team, priority |')
    .replace('| Admin | see, change | Ticket |', '| Admin | see | Ticket |')
  expect(said(text).filter((line) => !usual.includes(line))).toEqual(['N712 assignee'])
})

it('warns about a message that nothing sends', () => {
  const text = helpdesk.replace(
    '| Ticket resolved | email |',
    '| Never sent | email | `ticket.requester.email` | Hello | Hello |\n| Ticket resolved | email |',
  )
  expect(said(text).filter((line) => !usual.includes(line))).toEqual(['N717 Never sent'])
})

it('explains an unused name by the misspelt one, and says so once', () => {
  expect(
    said(
      helpdesk.replace('{attemptWindow}', '{atemptWindow}').replace('in `attemptWindow`', 'in `atemptWindow`'),
    ).filter((line) => !usual.includes(line)),
  ).toEqual(['N908 atemptWindow', 'N804 atemptWindow'])
})

it('says of how long something is kept that a constant has the amount only if their names share a word', () => {
  const kept = helpdesk.replace('### Entity: Ticket\n', '### Entity: Ticket\n\n- **Deleted:** kept 14 days\n')
  const constant = (text: string, name: string) => text.replaceAll('giveUpAfter', name)
  expect(kept).not.toBe(helpdesk)
  for (const [name, count] of [
    ['giveUpAfter', 0],
    ['keptDeleted', 1],
  ] as const)
    expect(said(constant(kept, name)).filter((line) => line === 'N904 14 days')).toHaveLength(count)
})

it('suggests a constant only where one can stand, and reports braces that nothing fills in', () => {
  const [start, end] = [helpdesk.indexOf('| Transition | From'), helpdesk.indexOf('| Clock | Does')]
  const withReasons = helpdesk
    .slice(start, end)
    .replaceAll(/^(\|.*) \|([^|]*)\|$/gm, '$1 | |$2|')
    .replace('| Only if | | Then |', '| Only if | If not | Then |')
    .replace('| --- | | --- |', '| --- | --- | --- |')
  const refusing = (words: string) =>
    said(
      helpdesk.slice(0, start) +
        withReasons.replace('`assignee == null` | |', `\`assignee == null\` | ${words} |`) +
        helpdesk.slice(end),
    ).filter((line) => /^N9(?:04|26) /.test(line))
  expect(refusing('Somebody has it since 14 days.')).toEqual([])
  expect(refusing('Somebody has it since {giveUpAfter}.')).toEqual(['N926 {giveUpAfter}'])
})

it('says nothing of a user without a stated role whose own value gives one', () => {
  const given = helpdesk
    .replace(
      '| Admin | Agent | from an Admin; the first user who signs up |',
      '| Admin | Agent | from an Admin; the first user who signs up |\n| Known | | when `name != null` |',
    )
    .replace(/^(\| Ada Admin \|.*\|) Admin \|$/m, '$1 |')
  expect(given).not.toBe(helpdesk)
  expect(said(given).filter((line) => line.startsWith('N318'))).toEqual([])
  expect(
    said(given.replace('| Known | | when `name != null` |\n', '')).filter((line) => line.startsWith('N318')),
  ).toEqual(['N318 Ada Admin'])
})
