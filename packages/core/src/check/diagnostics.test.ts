// Each case changes one line of the help desk, a specification without a mistake. ⟪ ⟫ mark the span that
// the one new diagnostic must have. So every case also shows that one cause gives one diagnostic.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compile } from '../compile.ts'
import { withoutMarks } from '../read/testing.ts'

const helpdesk = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

function said(text: string): string[] {
  return compile(text).diagnostics.map(({ number, span }) => `${number} ${text.slice(span.start, span.end)}`)
}

const usual = said(helpdesk)

function expectDiagnostics(before: string, after: string, ...numbers: string[]): void {
  expect(helpdesk, 'the help desk has this line').toContain(before)
  const { text, marks } = withoutMarks(helpdesk.replace(before, () => after))
  const expected = [...usual]
  const news = compile(text).diagnostics.filter(({ number, span }) => {
    const index = expected.indexOf(`${number} ${text.slice(span.start, span.end)}`)
    if (index >= 0) expected.splice(index, 1)
    return index < 0
  })
  const shown = (number: string, span: { start: number; end: number }) => `${number} at ${span.start}: ${text.slice(span.start, span.end)}`
  expect(news.map(({ number, span, message }) => `${shown(number, span)} (${message})`.replace(/ \(.*\)$/s, ''))).toEqual(
    marks.map((span, index) => shown(numbers[index] ?? numbers[0] ?? '', span)),
  )
}

const cases: Readonly<Record<string, readonly (readonly [number: string, before: string, after: string])[]>> = {
  'names are declared once': [
    ['N008', '| active | yes/no |', '| ⟪Name⟫ | yes/no | | | |\n| active | yes/no |'],
    ['N008', '### Reference data: Team', '### Entity: ⟪comment⟫\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| body | text | | | |\n\n### Reference data: Team'],
    ['N009', '| rating | whole number 1 to 5 | | | given by the requester |', '| rating | whole number 1 to 5 | | | given by the requester |\n| ⟪import⟫ | yes/no | | | |'],
    ['N008', '| maxFiles | 5 |', '| maxFiles | 5 | |\n| ⟪pagesize⟫ | 6 |'],
  ],
  '1. purpose': [
    ['N601', '| Support agent | Agent |', '| Support agent | ⟪Agnet⟫ |'],
    ['N101', '| Support agent | Agent | work', '| ⟪Anybody⟫ | | look around |\n| Support agent | Agent | work'],
    ['N102', '| Admin | Agent | from an Admin;', '| ⟪Auditor⟫ | Requester | from an Admin |\n| Admin | Agent | from an Admin;'],
  ],
  '2. screens': [
    ['N201', '| `/queue` | Queue | none |', '| `/queue` | Queue | none |\n| `/late` | ⟪Late tickets⟫ | none |'],
    ['N202', '### Screen: Queue', '### Screen: ⟪Nowhere⟫\n\n- **Who:** Admin\n- **Shows:** list of Team, sorted by name A to Z, all of them\n- **Columns:** name\n\n### Screen: Queue'],
    ['N201', '- **Can:** open Ticket; Take', '- **Can:** open ⟪Tickets⟫; Take'],
    ['N203', '| `/queue` | Queue | none |', '| `/queue/⟪:team⟫` | Queue | none |'],
    ['N204', '| number is Ticket.number |', '| number is Ticket.⟪subject⟫ |'],
    ['N208', 'call `POST /api/teams`;', 'call `⟪POST /api/team⟫`;'],
    ['N211', '| `/setup` | Set-up |', '| `⟪/queue⟫` | Set-up |'],
    ['N301', '- **Shows:** list of Category,', '- **Shows:** list of ⟪Categry⟫,'],
    ['N320', '- **Columns:** number, subject, status, updatedAt', '- **Columns:** number, ⟪subjct⟫, status, updatedAt'],
    ['N320', 'priority, category.name, team.name, assignee.name, dueAt', 'priority, category.⟪nam⟫, team.name, assignee.name, dueAt'],
    ['N057', '- **Columns:** name, members.name', '- **Columns:** name, members.⟪password⟫'],
    ['N320', '- **Search in:** number, subject, body', '- **Search in:** number, subject, ⟪text⟫'],
    ['N418', '- **Can:** Take: do take; Ask', '- **Can:** Take: do ⟪tke⟫; Ask'],
    ['N908', 'sorted by updatedAt newest first, `pageSize` per page', 'sorted by updatedAt newest first, `⟪pagSize⟫` per page'],
    ['N602', '### Screen: Queue\n\n- **Who:** Agent', '### Screen: Queue\n\n- **Who:** ⟪Team agent⟫'],
    ['N206', '- **Columns:** number, subject, status, updatedAt', '- **Columns:** number, subject, status, ⟪late⟫, updatedAt'],
    ['N205', '### Screen: Set-up\n\n- **Who:** Admin', '### Screen: Set-up\n\n- **Who:** Admin, ⟪Guest⟫'],
  ],
  '3. entities': [
    ['N301', '| assignee | User |', '| assignee | ⟪Usr⟫ |'],
    ['N302', '| list of Comment via ticket |', '| list of Comment via ⟪author⟫ |'],
    ['N303', '| category | Category | required, blocks deletion |', '| ⟪category⟫ | Category | required |'],
    ['N307', '| required | normal |', '| required | ⟪nromal⟫ |'],
    ['N055', 'set once, blocks deletion | `me` | |\n| category', 'set once, blocks deletion | `⟪assignee⟫` | |\n| category'],
    ['N308', '| late | yes/no | computed `firstRepliedAt == null && dueAt < now`', '| ⟪late⟫ | yes/no | computed `late && dueAt < now`'],
    ['N315', '| General | First line |', '| General | ⟪Second line⟫ |'],
    ['N322', '| requester | User | required, set once, blocks deletion |', '| requester | User | required, set once, ⟪cleared on deletion⟫ |'],
    ['N323', '| body | long text up to 10000 | required | | |\n| requester', '| body | long text up to 10000 | required, ⟪blocks deletion⟫ | | |\n| requester'],
    ['N601', '| correct-horse-2 | Agent |', '| correct-horse-2 | ⟪Agnt⟫ |'],
    ['N305', '| rating | whole number 1 to 5 | |', '| ⟪mood⟫ | text | required | | |\n| rating | whole number 1 to 5 | |'],
    ['N306', '| comments | list', '| ⟪cause⟫ | Ticket | required, blocks deletion | `this` | |\n| comments | list'],
  ],
  '4. states': [
    ['N401', '| open | an agent works on it | |', '| open | an agent works on it | ⟪initial⟫ |'],
    ['N402', '| pending | we wait', '| ⟪asleep⟫ | never | |\n| pending | we wait'],
    ['N404', '| close | resolved | closed |', '| undo | ⟪closed⟫ | open | Admin | | |\n| close | resolved | closed |'],
    ['N405', '| ask | open | pending |', '| ask | open | ⟪pendng⟫ |'],
    ['N406', 'clear resolvedAt; clear rating', 'clear resolvedAt; clear ⟪subject⟫'],
    ['N409', '| silence | give up |', '| silence | ⟪reopen⟫ |'],
    ['N418', '| archive | close |', '| archive | ⟪closes⟫ |'],
    ['N601', '| pending | Assigned agent |', '| pending | ⟪Asigned agent⟫ |'],
    ['N723', 'set resolvedAt to `now`; send Ticket resolved |\n| reopen', 'set resolvedAt to `now`; send ⟪Ticket solved⟫ |\n| reopen'],
    ['N055', '`resolvedAt != null && now < plus(resolvedAt, reopenWithin)`', '`now < plus(⟪resolvedAt⟫, reopenWithin)`'],
  ],
  '5. validation': [
    ['N301', '| Only active categories are chosen | Ticket |', '| Only active categories are chosen | ⟪Tiket⟫ |'],
    ['N320', '| category changes |', '| ⟪categry⟫ changes |'],
    ['N055', '| always | `assignee != null` | `assignee.teams', '| always | | `⟪assignee.teams⟫'],
    ['N051', '| `category.active` |', '| `category.⟪activ⟫` |'],
    ['N802', '| RATING_TOO_EARLY |\n| Only', '| ⟪RATING_TO_EARLY⟫ |\n| Only'],
  ],
  '6. roles': [
    ['N601', '| Agent | Requester | from an Admin |', '| Agent | ⟪Requestr⟫ | from an Admin |'],
    ['N602', '| Owner of ticket | see | Comment |', '| ⟪Owner⟫ | see | Comment |'],
    ['N603', '| Guest | create | User | |', '| Guest | create | User | `⟪me⟫.name == name` |'],
    ['N606', '| Requester | | by signing up |', '| Requester | ⟪Admin⟫ | by signing up |'],
    ['N320', '| subject, body, category, priority |', '| subject, body, ⟪categori⟫, priority |'],
    ['N415', '| Owner | change | Ticket | | rating |', '| Owner | change | Ticket | | rating, ⟪status⟫ |'],
    ['N619', '| Owner | change | Ticket | | rating |', '| Owner | change | Ticket | | rating, ⟪late⟫ |'],
    ['N609', '| Owner | change | Ticket | | rating |', '| Owner | change, ⟪delete⟫ | Ticket | | rating |'],
    ['N621', '- **Sign in with:** email and password', '- **Sign in with:** ⟪name⟫ and password'],
    ['N908', 'ends `sessionLength` after', 'ends `⟪sesionLength⟫` after'],
    ['N620', '| Owner | change | Ticket | | rating |', '| Owner | ⟪change⟫ | Ticket | | |'],
  ],
  '7. calls': [
    ['N701', '### POST /api/users/:id/roles', '### POST ⟪/api/teams⟫\n\n- **Who:** Admin\n\n1. respond 204\n\n### POST /api/users/:id/roles'],
    ['N704', '### POST /api/users/:id/roles — Give a role\n\n- **Who:** Admin', '### POST ⟪/api/users/:id/roles⟫ — Give a role'],
    ['N703', '| Team | `/api/teams` | list, create, change | id |', '| Team | `/api/teams` | list, create, change | ⟪members⟫ |'],
    ['N706', '2. change ticket with given assignee', '2. find ⟪other⟫ in Ticket where `number == path.number`\n3. change ticket with given assignee'],
    ['N707', '| role | one of', '| ⟪why⟫ | text | no |\n| role | one of'],
    ['N708', '3. respond 204', '3. respond 204\n4. ⟪send New reply⟫'],
    ['N709', 'transitions | number | TicketView |', 'transitions | number | ⟪CommentView⟫ |'],
    ['N710', 'set ticket.firstRepliedAt to `now`', 'set ticket.subject to `⟪input.body⟫`'],
    ['N722', '| id | everything visible |\n| Category', '| id | ⟪TeamView⟫ |\n| Category'],
    ['N724', 'create Comment as comment with ticket = `ticket`, given body', 'create ⟪Comment⟫ as comment with given body'],
    ['N726', '### Shape: CommentView of Comment', '### Shape: ⟪Unused⟫ of Comment\n\n| Key | Value |\n| --- | --- |\n| id | `id` |\n\n### Shape: CommentView of Comment'],
    ['N725', '2. change ticket with given assignee', '2. change ticket with given ⟪asignee⟫'],
    ['N051', '3. respond 200 with `TicketView(ticket)`', '3. respond 200 with `TicketView(⟪tickt⟫)`'],
    ['N051', '2. give role `input.role` to user', '2. give role `input.role` to ⟪usr⟫'],
    ['N601', '| role | one of Requester, Agent, Admin |', '| role | one of Requester, ⟪Agnt⟫, Admin |'],
    ['N418', 'do answer on ticket', 'do ⟪answr⟫ on ticket'],
  ],
  '8. errors': [
    ['N801', '| OWN_ROLES | 403 | roles |', '| ⟪NOT_YOUR_TICKET⟫ | 403 | roles | Again. |\n| OWN_ROLES | 403 | roles |'],
    ['N803', '| OWN_ROLES | 403 | roles |', '| ⟪NEVER_RAISED⟫ | 403 | roles | Never. |\n| OWN_ROLES | 403 | roles |'],
    ['N804', '{assignee.name} does not', '{⟪assignee.nam⟫} does not'],
    ['N804', 'Try again in {attemptWindow}', 'Try again in {⟪atemptWindow⟫}'],
  ],
  '9. limits': [
    ['N901', '| ticketsPerHour | 20 |', '| ⟪unused⟫ | 3 | nothing |\n| ticketsPerHour | 20 |'],
    ['N902', '| urgent | 1 hour |', '| ⟪urgnt⟫ | 1 hour |'],
    ['N905', '| New tickets | `POST /api/tickets` |', '| New tickets | `⟪POST /api/ticket⟫` |'],
    ['N011', '| closeAfter | 30 days |', '| closeAfter | ⟪30 dayz⟫ |'],
  ],
}

for (const [point, lines] of Object.entries(cases)) {
  for (const [number, before, after] of lines) {
    it(`${point}: ${number} in ${after.split('\n').find((line) => line.includes('⟪')) ?? after}`, () => expectDiagnostics(before, after, number))
  }
}

it('warns about a given field that no permission lets anybody give', () => {
  const text = helpdesk.replace('subject, category, team, priority, assignee |', 'subject, category, team, priority |').replace('| Admin | see, change | Ticket |', '| Admin | see | Ticket |')
  expect(said(text).filter((line) => !usual.includes(line))).toEqual(['N712 assignee'])
})

it('warns about a message that nothing sends, beside saying that messages are not supported yet', () => {
  const text = helpdesk.replace('| Ticket resolved | email |', '| Never sent | email | `ticket.requester.email` | Hello | Hello |\n| Ticket resolved | email |')
  expect(said(text).filter((line) => !usual.includes(line))).toEqual(['N012 Never sent', 'N717 Never sent'])
})

it('explains an unused name by the misspelt one, and says so once', () => {
  expect(said(helpdesk.replace('{attemptWindow}', '{atemptWindow}').replace('in `attemptWindow`', 'in `atemptWindow`')).filter((line) => !usual.includes(line))).toEqual(['N908 atemptWindow', 'N804 atemptWindow'])
})
