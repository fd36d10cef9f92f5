// Mistakes of wording in the help desk: headings, labels, tables and expressions that are almost right.

import type { PlantedMistakes } from './planted.ts'

export const WORDING: PlantedMistakes = {
  'headings, labels and tables': [
    ['N001', '## 9. Business constants and limits', '## ⟪9. Constants and limits⟫'],
    ['N002', '- **When empty:** "The queue is', '- **⟪If empty⟫:** "The queue is'],
    ['N003', '| closeAfter | 30 days | resolved tickets |', '| closeAfter | 30 days | resolved tickets | ⟪too many |⟫'],
    ['N004', '`active` | id, name |', '`active⟪ || ⟫active` | id, name |'],
    ['N005', '`status in ["new", "open", "pending"]`', '`status in [⟪“⟫new", "open", "pending"]`'],
    ['N006', 'Phone and chat support are outside this product.', '⟪Phone support must be answered.⟫'],
    ['N010', '`ticket.status != "closed"` | TICKET_CLOSED', '⟪ticket.status != "closed"⟫ | TICKET_CLOSED'],
    ['N011', '- **Label:** `"#"', '- **Deleted:** ⟪thirty⟫\n- **Label:** `"#"'],
    ['N015', '# Helpdesk\n\n**Ninefold:** 1\n\n', '# ⟪Helpdesk⟫\n\n'],
    ['N016', '**Ninefold:** 1\n', '**Ninefold:** ⟪7⟫\n'],
  ],
  expressions: [
    ['N051', '`assignee != null` | `assignee.teams', '`⟪asignee⟫ != null` | `assignee.teams'],
    ['N053', '`team.members.exists(m, m == me)`', '`team.members.exists(⟪me⟫, me == me)`'],
    ['N054', '`status != "closed"`, may', '`⟪status == 3⟫`, may'],
    ['N054', '| `active` | id, name |', '| `⟪name⟫` | id, name |'],
    ['N056', '`firstRepliedAt == null && dueAt < now`', '`⟪firstRepliedAt == resolvedAt⟫`'],
    ['N058', '`firstRepliedAt == null && dueAt < now`', '`number / ⟪size(body)⟫ > 3`'],
    ['N060', '`requester == me`, sorted', '`requester ⟪=⟫ me`, sorted'],
    ['N054', '`resolvedAt != null && now < plus(', '`resolvedAt != null && ⟪now + 3⟫ < plus('],
  ],
  'what is missing': [
    [
      'N220',
      '- **Can:** Hand over: call `POST /api/tickets/:number/assignee`\n',
      '',
      ['### POST /api/tickets/:number/assignee', '### POST ⟪/api/tickets/:number/assignee⟫'],
    ],
    ['N403', '| closed | nothing more can happen | final |', '| ⟪closed⟫ | nothing more can happen | |'],
    [
      'N506',
      '`ticket.status != "closed"` | TICKET_CLOSED |',
      '`ticket.status != "closed"` | |',
      ['| A closed ticket takes', '| ⟪A closed ticket takes no comments⟫'],
      ['⟫ no comments |', '⟫ |'],
      ['| TICKET_CLOSED | 409 | ticket | This ticket is closed. Please open a new one. |\n', ''],
    ],
    [
      'N705',
      '2. give role `input.role` to user or fail OWN_ROLES',
      '2. ⟪give the role `input.role` to user⟫ or fail OWN_ROLES',
    ],
    [
      'N715',
      '### POST /api/users/:id/roles',
      '### GET /api/users/:id/roles',
      ['call `POST /api/users/:id/roles`', 'call `GET /api/users/:id/roles`'],
      ['2. give role `input.role` to user or fail OWN_ROLES', '2. ⟪give role `input.role` to user or fail OWN_ROLES⟫'],
    ],
    [
      'N808',
      '**Built-in errors:** as supplied, messages in English',
      '| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| ⟪not signd in⟫ | 401 | you | Sign in. |',
    ],
    [
      'N310',
      '| rating | whole number 1 to 5 | |',
      '| half | whole number | required, computed `rating` | | |\n| rating | whole number 1 to 5 | |'.replace(
        'half',
        '⟪half⟫',
      ),
    ],
    [
      'N309',
      '| rating | whole number 1 to 5 | |',
      '| old | yes/no | computed and stored `createdAt < ⟪now⟫` | | |\n| rating | whole number 1 to 5 | |'.replace(
        '| old |',
        '| aged |',
      ),
    ],
    [
      'N605',
      '| Support manager | Admin | set',
      '| Robot | Robot | work |\n| Support manager | Admin | set',
      ['| Admin | Agent | from an Admin;', '| ⟪Robot⟫ | Requester | |\n| Admin | Agent | from an Admin;'],
    ],
    [
      'N727',
      '| version | `version` |',
      '| version | `version` |\n| itself | `TicketView(this)` |',
      ['### Shape: TicketView of', '### Shape: ⟪TicketView⟫ of'],
    ],
  ],
}
