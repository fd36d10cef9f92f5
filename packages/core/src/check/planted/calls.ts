// Mistakes in point 7 of the help desk and of Conduit: inputs, repetitions, schedules, examples.

import type { PlantedMistake, PlantedMistakes } from './planted.ts'

/** A part at the end of point 7. */
function added(numbers: string, part: string): PlantedMistake {
  return [numbers, '## 8. The error catalogue', `${part}\n\n## 8. The error catalogue`]
}

function schedule(steps: string, runs = 'every day at 02:00'): string {
  return `### Schedule: nightly\n\n- **Runs:** ${runs}\n\n${steps}`
}

function example(...steps: string[]): string {
  return `### Example: A customer asks\n\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`
}

const REPLY = 'as Cleo Customer: call `POST /api/tickets/1000/comments`'
const HAND_OVER =
  '2. change ticket with given assignee or fail NOT_YOUR_TICKET\n3. respond 200 with `TicketView(ticket)`'

export const HELP_DESK_CALLS: PlantedMistakes = {
  messages: [
    [
      'N717',
      '| Ticket resolved | email |',
      '| ⟪Never sent⟫ | email | `"desk@example.test"` | Hello | Hello |\n| Ticket resolved | email |',
    ],
    ['N729', '| `ticket.requester.email` | [#{ticket.number}] solved |', '| `⟪ticket⟫` | [#{ticket.number}] solved |'],
    [
      'N729',
      '| Still waiting for you | email | `ticket.requester.email`',
      '| Still waiting for you | in-app | `⟪ticket.requester.email⟫`',
    ],
    ['N741', '| Still waiting for you | email |', '| Still waiting for you | email, signed with ⟪HOOK⟫ |'],
    ['N051', '{comment.author.name} wrote: {comment.body}', '{comment.author.name} wrote: {⟪coment⟫.body}'],
    ['N054', '[#{ticket.number}] {ticket.subject} |', '[#{ticket.number}] {⟪ticket⟫} |'],
    ['N011', '| New reply | email |', '| New reply | ⟪e-mail⟫ |'],
    ['N723', 'send New reply', 'send ⟪New replies⟫'],
  ],
  'steps and labels of calls': [
    [
      'N728',
      HAND_OVER,
      '2. let late be `true`\n3. change ⟪late⟫ with given assignee or fail NOT_YOUR_TICKET\n4. respond 200 with `TicketView(ticket)`',
    ],
    [
      'N721',
      HAND_OVER,
      '2. change ticket with given assignee or fail NOT_YOUR_TICKET\n3. when `ticket.priority == "low"`: respond 200 with `{"low": true}`\n4. respond 200 with `⟪TicketView(ticket)⟫`',
    ],
    ['N738', '- **Who:** Agent\n\n| Input', '- **Who:** Agent\n- **Runs as:** ⟪the product⟫\n\n| Input'],
    ['N740', '- **Repeatable:** with an Idempotency-Key', '- **Repeatable:** ⟪naturally⟫'],
    ['N011', '- **Repeatable:** with an Idempotency-Key', '- **Repeatable:** ⟪with an Idempotency Key⟫'],
    [
      'N705',
      HAND_OVER,
      `${HAND_OVER.replace('change ticket with', '⟪change ticket using').replace(' or fail NOT_YOUR_TICKET', '⟫ or fail NOT_YOUR_TICKET')}`,
    ],
    [
      'N708',
      HAND_OVER,
      '2. change ticket with given assignee or fail NOT_YOUR_TICKET\n3. for each comment in ticket.comments:\n   1. ⟪respond 204⟫\n4. respond 204',
    ],
    ['N017', HAND_OVER, `${HAND_OVER}\n   1. ⟪send New reply⟫`],
  ],
  schedules: [
    added('N730', schedule('1. for each ticket in Ticket where `late`:\n   1. ⟪delete ticket⟫')),
    added(
      'N730',
      schedule('1. for each ticket in Ticket where `late`:\n   1. ⟪change ticket with subject = `"late"`⟫'),
    ),
    added('N051', schedule('1. for each ticket in Ticket where `requester == ⟪me⟫`:\n   1. discard ticket')),
    added('N731', '### Schedule: ⟪nightly⟫\n\n- **Runs:** every day at 02:00'),
    added('N011', schedule('1. for each ticket in Ticket:\n   1. discard ticket', 'every ⟪mondey⟫ at 02:00')),
    added('N011', schedule('1. for each ticket in Ticket:\n   1. discard ticket', '⟪every day⟫')),
    added('N011', schedule('1. ⟪for each ticket in Ticket where `late`:⟫')),
  ],
  examples: [
    added('N732', example('as ⟪Cleo Costumer⟫: call `GET /api/tickets` answers 200')),
    added('N733', example('as Cleo Customer: call `⟪GET /api/ticket⟫` answers 200')),
    added('N734', example(`${REPLY} with \`{"body": "Hello"}\` answers ⟪200⟫`)),
    added('N735', example(`${REPLY} with \`⟪{"internal": false}⟫\` answers 201`)),
    added('N736', example(`${REPLY} with \`{"body": "Hello"}\` answers 201, keep ⟪ids⟫`)),
    added(
      'N737',
      example(
        'as ⟪Cleo Customer⟫: call `POST /api/tickets/1000/assignee` with `{"assignee": "ben@example.test"}` answers 200',
      ),
    ),
    added('N725', example(`${REPLY} with \`{"body": "Hello", "⟪inernal⟫": false}\` answers 201`)),
    added('N054', example(`${REPLY} with \`{"body": ⟪17⟫}\` answers 201`)),
    added('N802', example(`${REPLY} with \`{"body": "Hello"}\` answers 404 ⟪TICKET_NOT_FOND⟫`)),
    added('N051', example('as Cleo Customer: call `GET /api/tickets/{⟪number⟫}` answers 200')),
    added('N705', example('⟪Cleo Customer calls `GET /api/tickets`, which answers 200⟫')),
  ],
}

export const CONDUIT_CALLS: PlantedMistakes = {
  'Conduit: calls as a whole': [
    [
      'N220 N702',
      '### GET /api/profiles/:username — Profile',
      '### GET ⟪/api/profiles/me⟫ — Mine\n\n- **Who:** Writer\n\n1. respond 200 with `{"profile": Profile(me)}`\n\n### GET ⟪/api/profiles/:username⟫ — Profile',
    ],
    [
      'N712',
      '| Self | change | User | | username, email, password, bio, image |',
      '| Self | change | User | | username, email, password, image |',
      [
        'given user.username, user.email, user.password, user.bio,',
        'given user.username, user.email, user.password, user.⟪bio⟫,',
      ],
    ],
    [
      'N719',
      '1. list articles from Article, narrowed by the query, sorted by createdAt newest first, take',
      '1. list ⟪articles⟫ from Article, narrowed by the query, take',
    ],
    [
      'N720',
      '### GET /api/tags — Tags\n\n- **Who:** Guest, Writer',
      '### GET /api/tags — Tags\n\n- **Who:** ⟪Guest⟫, Writer\n- **Runs as:** the product',
    ],
    [
      'N739',
      'createdAt, updatedAt, version',
      'createdAt, updatedAt',
      [
        '### PUT /api/articles/:slug — Change article\n\n- **Who:** Writer',
        '### PUT /api/articles/:slug — Change article\n\n- **Who:** Writer\n- **Needs:** ⟪the version⟫',
      ],
    ],
    [
      'N715',
      '### DELETE /api/articles/:slug/favorite — Unfavourite',
      '### GET /api/articles/:slug/unfavorite — Unfavourite',
      ['2. remove me from article.favoritedBy', '2. ⟪remove me from article.favoritedBy⟫'],
      [
        'Unfavourite: call `DELETE /api/articles/:slug/favorite`',
        'Unfavourite: call `GET /api/articles/:slug/unfavorite`',
      ],
      [
        'Unfavourite: call `DELETE /api/articles/:slug/favorite`',
        'Unfavourite: call `GET /api/articles/:slug/unfavorite`',
      ],
    ],
  ],
}
