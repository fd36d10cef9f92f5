import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completionsAt } from './completion.ts'
import { openDocument } from './document.ts'

const helpDesk = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

/** Completions at the caret (¦) when `written` takes the place of `found` in the help desk. */
function offered(found: string, written: string): string[] {
  const at = helpDesk.indexOf(found)
  if (at < 0) throw new Error(`The help desk has no ${found}`)
  const text = helpDesk.slice(0, at) + written.replace('¦', '') + helpDesk.slice(at + found.length)
  return completionsAt(openDocument(text), at + written.indexOf('¦')).map(({ label }) => label)
}

/** Completions at the caret in a step of a call with a query. */
function offeredInStep(step: string): string[] {
  const text = `## 7. The calls it makes

### GET /api/pages — Pages

- **Who:** Guest

| Query | Type | Keeps only |
| --- | --- | --- |
| page | whole number at least 1, otherwise 1 | |

1. ${step.replace('¦', '')}
`
  return completionsAt(openDocument(text), text.indexOf('1. ') + 3 + step.indexOf('¦')).map(({ label }) => label)
}

const PERMISSION = '| Team agent | see | Ticket | | all |'
const GUARD = '`comments.exists(c, c.author == me && !c.internal)`'
const STEP = '5. when `!comment.internal`: send New reply'

describe('in a cell', () => {
  it('roles are offered under "Who", though the rest of the row is not written yet', () => {
    expect(offered(PERMISSION, '| Te¦')).toEqual(expect.arrayContaining(['Team agent', 'Requester']))
  })
  it('what a role may do is offered under "May", after a comma too', () => {
    expect(offered(PERMISSION, '| Team agent | see, ¦ | Ticket | | all |')).toEqual(
      expect.arrayContaining(['change', 'delete']),
    )
  })
  it('fields are those of the entity in the same row', () => {
    const fields = offered(PERMISSION, '| Team agent | see | Comment | | ¦ |')
    expect(fields).toEqual(expect.arrayContaining(['internal', 'all']))
    expect(fields).not.toContain('subject')
  })
  it('a type is a word of the language, an entity, or a list of one', () => {
    const types = offered('| active | yes/no |', '| active | ¦ |')
    expect(types).toEqual(expect.arrayContaining(['yes/no', 'Ticket', 'list of ENTITY']))
    expect(offered('| active | yes/no |', '| active | list of ¦ |')).toContain('Comment')
  })
  it('a type is offered by the name that people have for it', () => {
    expect(offered('| active | yes/no |', '| active | pri¦ |')).toContain('money in EUR')
    expect(offered('| active | yes/no |', '| active | pho¦ |')).toEqual(
      expect.arrayContaining(['image up to 5 MB', 'phone']),
    )
    expect(offered('| active | yes/no |', '| active | drop¦ |')).toContain('choice: a, b')
    expect(offered('| subject | text 5 to 120 | required |', '| subject | text 5 to 120 | pri¦ |')).not.toContain(
      'money in EUR',
    )
  })
  it('rules are offered after a comma', () => {
    expect(offered('| subject | text 5 to 120 | required |', '| subject | text 5 to 120 | required, ¦ |')).toContain(
      'unique',
    )
  })
  it('a default is one of the choices of its field', () => {
    expect(offered('| required | normal |', '| required | ¦ |')).toEqual(expect.arrayContaining(['low', 'urgent']))
  })
  it('codes are offered under "Otherwise"', () => {
    expect(offered('| `category.active` | CATEGORY_INACTIVE |', '| `category.active` | ¦ |')).toContain(
      'CATEGORY_INACTIVE',
    )
  })
  it('states are those of the part', () => {
    expect(offered('| ask | open | pending |', '| ask | open | ¦ |')).toEqual(
      expect.arrayContaining(['pending', 'closed']),
    )
  })
  it('words of a lookup are the choices of its field', () => {
    expect(offered('| high | 8 hours |', '| ¦ | 8 hours |')).toContain('urgent')
  })
  it('sample users get plain roles', () => {
    expect(offered('| correct-horse-3 | Requester |', '| correct-horse-3 | ¦ |')).toContain('Requester')
  })
})

describe('in an expression', () => {
  it('fields, variables, constants and functions are in scope', () => {
    expect(offered(GUARD, '`¦`')).toEqual(
      expect.arrayContaining(['assignee', 'me', 'now', 'pageSize', 'plus', 'answerTime']),
    )
  })
  it('after a dot stand the fields of the record, though the backtick is not closed yet', () => {
    const fields = offered(GUARD, '`assignee.¦')
    expect(fields).toContain('email')
    expect(fields).not.toContain('password')
    expect(fields).not.toContain('subject')
  })
  it('after the dot of a list stand what can be asked about its items', () => {
    expect(offered(GUARD, '`comments.¦`')).toEqual(expect.arrayContaining(['exists', 'filter', 'size']))
  })
  it('the item of a list has the fields of its entity', () => {
    expect(offered(GUARD, '`comments.exists(c, c.¦)`')).toContain('internal')
  })
  it('what a choice is compared with is one of its words', () => {
    expect(offered('`status != "closed"`', '`status == "¦"`')).toEqual(['new', 'open', 'pending', 'resolved', 'closed'])
    expect(offered('`status != "closed"`', '`status == ¦`')).toContain('"open"')
    expect(offered('`me.has("Agent")`', '`me.has("¦")`')).toContain('Admin')
  })
  it('a step knows what earlier steps have bound, inputs and parameters', () => {
    expect(offered(STEP, '5. when `¦')).toEqual(
      expect.arrayContaining(['comment', 'ticket', 'input.body', 'path.number']),
    )
    expect(offered(STEP, '5. when `input.¦`')).toEqual(expect.arrayContaining(['body', 'internal']))
  })
})

describe('elsewhere', () => {
  it('a step begins with one of the forms', () => {
    expect(offered(STEP, '5. ¦')).toContain('find NAME in ENTITY where `…` or fail CODE')
  })
  it('the words of a step go on by its form', () => {
    expect(offered(STEP, '5. send ¦')).toEqual(['New reply', 'Ticket resolved', 'Still waiting for you'])
    expect(offered(STEP, '5. do ¦')).toContain('give up')
    expect(offered('or fail NOT_YOUR_TICKET', 'or fail ¦')).toContain('OWN_ROLES')
    expect(offered('given body, internal, files', 'given body, ¦')).toEqual(['body', 'internal', 'files'])
    expect(offered('find user in User', 'find user in ¦')).toContain('Team')
    expect(offered(STEP, '5. set ticket.¦')).toContain('resolvedAt')
  })
  it('labels are those of the part that are not written yet', () => {
    const labels = offered('- **Search in:** number, subject, body\n', '- ¦\n')
    expect(labels).toContain('Search in')
    expect(labels).not.toContain('Who')
  })
  it('what stands after a label is read by its form', () => {
    expect(offered('- **Can:** open Ticket; Take: do take', '- **Can:** open Ticket; Take: do ¦')).toContain('reopen')
    expect(offered('- **Can:** open Ticket; Take: do take', '- **Can:** Take: call `¦`')).toContain('POST /api/tickets')
    expect(offered('sorted by updatedAt newest first', 'sorted by ¦')).toContain('dueAt')
    expect(offered('list of Ticket where `requester == me`', 'list of Ticket where `¦')).toContain('requester')
  })
  it('a heading is one of the parts of its point', () => {
    expect(offered('### Entity: Comment\n', '### ¦\n')).toEqual(
      expect.arrayContaining(['Entity:', 'Sample data: User']),
    )
  })
  it('a table comes with the line below its header', () => {
    const at = helpDesk.indexOf('### Lookup: answerTime')
    const found = completionsAt(openDocument(`${helpDesk.slice(0, at)}\n\n${helpDesk.slice(at)}`), at)
    expect(found.find(({ label }) => label === '| Constant | Value | Used for |')?.insert).toContain(
      '\n| --- | --- | --- |\n',
    )
  })
})

it('nothing is offered for free words', () => {
  expect(offered('Phone and chat support', 'Phone and chat ¦')).toEqual([])
  expect(offered('- **Search in:** number, subject, body\n', '- **Sea¦\n')).toEqual(['Search in'])
})

it('what is typed so far is replaced, and nothing else', () => {
  const text = helpDesk.replace('| Who | May |', '| Who | May |')
  const at = text.indexOf('| Team agent | see') + '| Team ag'.length
  const role = completionsAt(openDocument(text), at).find(({ label }) => label === 'Team agent')
  expect(text.slice(role?.span.start, role?.span.end)).toBe('Team ag')
})

describe('in an answer', () => {
  it('addresses are offered, and what an answer leaves out', () => {
    const words = ['publicAddress', 'withQuery', 'ifAny']
    for (const step of [
      'respond 200 with `¦`',
      'respond 200 with `{"a": ¦}`',
      'respond 200 with `{"a": query.page}`, header Link `¦`',
    ])
      expect(offeredInStep(step)).toEqual(expect.arrayContaining(words))
    for (const word of words) expect(offeredInStep('require `¦` or fail NONE')).not.toContain(word)
  })
  it('a shape has the address of the application', () => {
    const text = '## 7. Calls\n\n### Shape: Row of Book\n\n| Key | Value |\n| --- | --- |\n| self | `` |\n'
    const labels = completionsAt(openDocument(text), text.indexOf('``') + 1).map(({ label }) => label)
    expect(labels).toContain('publicAddress')
  })
  it('the address of the request varies by a parameter of its query', () => {
    expect(offeredInStep('respond 200 with `{"next": withQuery("¦", 2)}`')).toEqual(['page'])
    expect(offeredInStep('respond 200 with `{"next": withQuery("¦`')).toEqual(['page'])
  })
})
