// Mistakes of the help desk that only two points together show: a state that a rule makes impossible, a right that its
// holders can give themselves, a button for people without the right.

import type { PlantedMistakes } from './planted.ts'

const RULE = '| A closed ticket takes no comments | Comment |'
const ANSWER = '| answer | pending | open | Owner | | |'
const PERMISSION = '| Nobody | delete | Ticket | | |'

export const ACROSS_POINTS: PlantedMistakes = {
  'cases of one transition': [
    ['N408', ANSWER, `${ANSWER}\n| answer | pending | resolved | Owner | \`⟪priority == "urgent"⟫\` | |`],
    ['N408', ANSWER, `${ANSWER}\n| ⟪answer⟫ | pending, open | resolved | Owner | | |`],
    [
      'N408',
      ANSWER,
      '| answer | pending | open | Owner | `priority in ["low", "high"]` | |\n| answer | pending | resolved | Owner | `⟪priority > "normal"⟫` | |',
    ],
    [
      'N408',
      ANSWER,
      '| answer | pending | open | Owner | `rating == null` | |\n| answer | pending | resolved | Owner | `⟪rating == null \\|\\| rating > 2⟫` | |',
    ],
    [
      'N421',
      ANSWER,
      '| ⟪answer⟫ | pending | open | Owner | `priority == "low"` | |\n| answer | pending | resolved | Owner | `priority == "high"` | |',
    ],
    [
      'N421',
      ANSWER,
      '| ⟪answer⟫ | pending | open | Owner | `rating == null \\|\\| rating < 3` | |\n| answer | pending | resolved | Owner | `rating != null && rating > 3` | |',
    ],
  ],
  'transitions that nobody can do': [
    ['N407', '`assignee == null` | set assignee', '`⟪status == "pending"⟫` | set assignee'],
    ['N407', ANSWER, '| answer | pending | open | Owner | `⟪status == "resolved"⟫` | |'],
    ['N407', '| take | new, open | open | Team agent |', '| take | new, open | open | ⟪Assigned agent⟫ |'],
  ],
  'states that a rule keeps out': [
    ['N411', RULE, `| Another rule | Ticket | always | | \`⟪status != "closed"⟫\` | NOT_IN_TEAM |\n${RULE}`],
    [
      'N411',
      RULE,
      `| Another rule | Ticket | status changes | | \`⟪status in ["new", "open", "resolved", "closed"]⟫\` | NOT_IN_TEAM |\n${RULE}`,
    ],
    [
      'N411',
      RULE,
      `| Another rule | Ticket | always | \`status in ["pending", "open"]\` | \`⟪status == "open"⟫\` | NOT_IN_TEAM |\n${RULE}`,
    ],
  ],
  'effects that break a rule': [
    [
      'N412',
      RULE,
      `| Another rule | Ticket | do reopen | | \`rating != null\` | NOT_IN_TEAM |\n${RULE}`,
      ['clear resolvedAt; clear rating', 'clear resolvedAt; ⟪clear rating⟫'],
    ],
    [
      'N412',
      RULE,
      `| Another rule | Ticket | do take | | \`assignee == null\` | NOT_IN_TEAM |\n${RULE}`,
      ['| set assignee to `me` |', '| ⟪set assignee to `me`⟫ |'],
    ],
    [
      'N412',
      '| close | resolved | closed | the clock | | |',
      '| close | resolved | closed | the clock | | ⟪set rating to `9`⟫ |',
    ],
    ['N412', ANSWER, '| answer | pending | open | Owner | | ⟪set rating to `5`⟫ |'],
  ],
  'effects that nobody may have': [
    [
      'N413',
      PERMISSION,
      `${PERMISSION}\n| Nobody | change | Ticket | | rating |`,
      ['clear resolvedAt; clear rating', 'clear resolvedAt; ⟪clear rating⟫'],
    ],
    [
      'N413',
      PERMISSION,
      `${PERMISSION}\n| Nobody | change | Ticket | | assignee |`,
      ['| set assignee to `me` |', '| ⟪set assignee to `me`⟫ |'],
    ],
  ],
  'rights that widen themselves': [
    ['N608', PERMISSION, `${PERMISSION}\n| Agent | change | Team | | name, ⟪members⟫ |`],
    ['N608', PERMISSION, `${PERMISSION}\n| Agent | ⟪add⟫, remove | Team.members | | |`],
    ['N608', PERMISSION, `${PERMISSION}\n| Agent | change | Ticket | | ⟪assignee⟫ |`],
    [
      'N608',
      '| Requester | see | Category | `active` | id, name |',
      '| Requester | see | Category | `active && me.name != "Nobody"` | id, name |',
      ['`id == me.id` | name, password |', '`id == me.id` | ⟪name⟫, password |'],
    ],
  ],
  'rows that a wider one contains': [
    ['N610', PERMISSION, `${PERMISSION}\n| ⟪Requester⟫ | see | User | \`id == me.id\` | name |`],
    ['N610', PERMISSION, `${PERMISSION}\n| ⟪Admin⟫ | see | Category | | all |`],
    ['N610', PERMISSION, `${PERMISSION}\n| ⟪Agent⟫ | see | Category | \`active\` | id, name |`],
    ['N610', PERMISSION, `${PERMISSION}\n| ⟪Owner⟫ | change | Ticket | \`status == "resolved"\` | rating |`],
    [
      'N610',
      PERMISSION,
      `${PERMISSION}\n| ⟪Assigned agent⟫ | see | Ticket | \`assignee != null\` | number |\n| Agent | see | Ticket | | all |`,
      ['| Team agent | see | Ticket | | all |\n', ''],
    ],
  ],
  'parts without their whole': [
    ['N615', '| Owner of ticket | see | Comment |', '| ⟪Requester⟫ | see | Comment |'],
    [
      'N615 N610',
      '| Team agent of ticket | see | Comment | | all |',
      '| ⟪Agent⟫ | see | Comment | | all |',
      ['| Admin | see | Comment', '| ⟪Admin⟫ | see | Comment'],
    ],
    [
      'N615',
      '| Owner | see | Ticket | | all except dueAt, late |\n| Owner | see | Ticket | | updatedAt, version |',
      '| Owner | see | Ticket | `status != "closed"` | all except dueAt, late |\n| Owner | see | Ticket | `status != "closed"` | updatedAt, version |',
      ['| Owner of ticket | see | Comment |', '| ⟪Owner of ticket⟫ | see | Comment |'],
    ],
  ],
  'lists that use what is not seen': [
    [
      'N611',
      'where `requester == me`, sorted by updatedAt newest first',
      'where `requester == me`, sorted by ⟪dueAt⟫ oldest first',
    ],
    [
      'N611',
      'where `requester == me`, sorted by updatedAt newest first',
      'where `requester == me`, sorted by category.⟪active⟫ A to Z',
    ],
    [
      'N228 N611',
      '| Agent | see | Category | | all |',
      '| Agent | see | Category | | all except id |',
      ['| Requester | see | Category | `active` | id, name |', '| Requester | see | Category | `active` | name |'],
      [
        '- **Can:** Report a problem: call `POST /api/tickets`',
        '- **Can:** ⟪Report a problem: call `POST /api/tickets`⟫',
      ],
      [
        '- **Filter by:** status, priority, category, assignee',
        '- **Filter by:** status, priority, ⟪category⟫, assignee',
      ],
    ],
    ['N611', '- **Filter by:** status\n', '- **Filter by:** status, ⟪late⟫\n'],
    [
      'N611 N622',
      '- **Filter by:** status\n',
      '- **Filter by:** status\n- **Search in:** number, ⟪body⟫\n',
      ['all except dueAt, late |', 'all except dueAt, late, body |'],
      ['| body | `body` |\n| status', '| ⟪body⟫ | `body` |\n| status'],
    ],
  ],
  'keys of answers': [
    [
      'N206 N612',
      '| Owner | see | Ticket | | all except dueAt, late |',
      '| Owner | see | Ticket | | all except dueAt, late, rating |',
      ['| Team agent | see | Ticket | | all |', '| Team agent | see | Ticket | | all except rating |'],
      ['| Admin | see, change | Ticket | | all |', '| Admin | see, change | Ticket | | all except rating |'],
      ['dueAt, late, rating\n', 'dueAt, late, ⟪rating⟫\n'],
      ['| rating | `rating` |', '| ⟪rating⟫ | `rating` |'],
    ],
    [
      'N622',
      '| Owner | see | Ticket | | all except dueAt, late |',
      '| Owner | see | Ticket | | all except dueAt, late, priority |',
      ['| priority | `priority` |', '| ⟪priority⟫ | `priority` |'],
    ],
    ['N622', '| updatedAt | `updatedAt` |', '| updatedAt | `updatedAt` |\n| ⟪teamMembers⟫ | `team.updatedAt` |'],
  ],
  'steps that no caller may take': [
    ['N711', '3. respond 204', '3. delete ⟪user⟫\n4. respond 204'],
    [
      'N711',
      '6. respond 201 with `CommentView(comment)`',
      '6. change ⟪comment⟫ with body = `"Changed"`\n7. respond 201 with `CommentView(comment)`',
    ],
    [
      'N711',
      '| Admin | give roles | User | `id != me.id` | |\n',
      '',
      ['give role `input.role` to user', 'give role `input.role` to ⟪user⟫'],
    ],
  ],
  'transitions that are never possible': [
    [
      'N714',
      '`me == ticket.requester && ticket.status == "pending"`: do answer',
      '`me == ticket.requester && ticket.status == "open"`: do ⟪answer⟫',
    ],
    [
      'N714',
      '`me == ticket.requester && ticket.status == "pending"`: do answer',
      '`me == ticket.requester && ticket.status == "pending"`: do ⟪reopen⟫',
    ],
    [
      'N714',
      '3. when `me == ticket.requester && ticket.status == "pending"`: do answer on ticket',
      '3. require `ticket.status == "closed"` or fail TICKET_CLOSED\n4. do ⟪resolve⟫ on ticket',
      ['4. when', '5. when'],
      ['5. when `!comment', '6. when `!comment'],
      ['6. respond', '7. respond'],
    ],
  ],
  'actions of screens': [
    [
      'N240',
      '- **Can:** Report a problem: call `POST /api/tickets`',
      '- **Can:** Report a problem: call `POST /api/tickets`; Add team: call `⟪POST /api/teams⟫`',
    ],
    [
      'N240',
      '- **Can:** Report a problem: call `POST /api/tickets`',
      '- **Can:** Report a problem: call `POST /api/tickets`; Take: do ⟪take⟫',
    ],
    ['N207', '- **Can:** open Ticket; Take: do take', '- **Can:** open Ticket; Take: do take; Archive: do ⟪close⟫'],
    [
      'N240',
      '- **Can:** open Ticket; Take: do take',
      '- **Can:** open Ticket; Take: do take; Add: call `⟪POST /api/categories⟫`',
    ],
    [
      'N240',
      '- **Can:** open Ticket; Take: do take',
      '- **Can:** open Ticket; Take: do take; Promote: call `⟪POST /api/users/:id/roles⟫`',
    ],
    [
      'N210',
      '| Requester | create | Ticket | | subject, body, category, priority |',
      '| Requester | create | Ticket | | subject, body, priority |\n| Admin | create | Ticket | | category |',
      ['Report a problem: call `POST /api/tickets`', 'Report a problem: call `⟪POST /api/tickets⟫`'],
    ],
    [
      'N228',
      '- **Can:** Report a problem: call `POST /api/tickets`',
      '- **Can:** ⟪Report a problem: call `POST /api/tickets`⟫',
      ['| Requester | see | Category | `active` | id, name |', '| Requester | see | Category | `active` | name |'],
    ],
    ['N213', 'list of Team, sorted by name A to Z, all of them', 'list of ⟪Team⟫, sorted by name A to Z'],
    [
      'N213',
      'list of its comments, sorted by createdAt oldest first, all of them',
      'list of its ⟪comments⟫, sorted by createdAt oldest first',
    ],
    [
      'N213',
      'sorted by updatedAt newest first, `pageSize` per page',
      'sorted by updatedAt newest first',
      ['list of Ticket where `requester', 'list of ⟪Ticket⟫ where `requester'],
    ],
    [
      'N209',
      '| `/setup` | Set-up | none |',
      '| `/setup` | Set-up | none |\n| `/users/:id` | Person | id is User.id |',
      [
        '### Screen: Set-up',
        '### Screen: ⟪Person⟫\n\n- **Who:** Agent\n- **Shows:** one User by id\n- **Fields:** name, email\n\n### Screen: Set-up',
      ],
    ],
  ],
}
