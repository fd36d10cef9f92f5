// Mistakes in conditions and rules of the help desk: each reads well, but can never hold, always holds, or contradicts
// another line.

import type { PlantedMistakes } from './planted.ts'

const RULE = '| A closed ticket takes no comments | Comment |'

/** An additional rule, inserted before the last one. */
function rule(cells: string): string {
  return `| Another rule | ${cells} |\n${RULE}`
}

export const CONDITIONS_AND_RULES: PlantedMistakes = {
  'conditions that have one answer': [
    ['N059', '`assignee == null` | set assignee', '`⟪assignee == null && assignee != null⟫` | set assignee'],
    ['N059', '`resolvedAt != null && now <', '`resolvedAt != null && ⟪subject != null⟫ && now <'],
    ['N059', '`rating != null` |', '`rating != null && ⟪rating > 5⟫` |'],
    ['N059', '`status != "closed"`, may hand over', '`⟪status != "closed" \\|\\| status == "closed"⟫`, may hand over'],
    ['N059', '| `active` | id, name |', '| `⟪active && !active⟫` | id, name |'],
    [
      'N059',
      '`status in ["new", "open", "pending"]`',
      '`⟪status in ["new", "open", "pending", "resolved", "closed"]⟫`',
    ],
    ['N059', 'where `requester == me`, sorted', 'where `⟪requester == requester⟫`, sorted'],
    ['N059', 'where `requester == me`, sorted', 'where `requester == me && ⟪number < 1000⟫`, sorted'],
    ['N059', '5. when `!comment.internal`', '5. when `⟪comment != null⟫`'],
    ['N059', '`assignee == me` |', '`assignee == me && ⟪me != null⟫` |'],
    ['N059', '`firstRepliedAt == null && dueAt < now`', '`⟪firstRepliedAt == null && firstRepliedAt != null⟫`'],
    [
      'N059',
      '`comments.exists(c, c.author == me && !c.internal)`',
      '`comments.exists(c, ⟪c.internal && !c.internal⟫)`',
    ],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `⟪late && firstRepliedAt != null⟫` |'],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `⟪size(subject) > 120⟫` |'],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `⟪priority < "low"⟫` |'],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `⟪answerTime(priority) > reopenWithin⟫` |'],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `⟪orElse(rating, 3) > 5⟫` |'],
    ['N059', '| Assigned agent, Admin | |', '| Assigned agent, Admin | `priority == "low" ? late : !⟪true⟫` |'],
    [
      'N059',
      '`number == path.number` or fail TICKET_NOT_FOUND\n2. create',
      '`number == path.number && status == "closed"` or fail TICKET_NOT_FOUND\n2. create',
      [
        '`me == ticket.requester && ticket.status == "pending"`',
        '`⟪me == ticket.requester && ticket.status == "pending"⟫`',
      ],
    ],
  ],
  'rules that can never hold': [
    ['N501', '`status in ["resolved", "closed"]`', '`⟪status == "resolved" && status == "closed"⟫`'],
    ['N501', '`status in ["resolved", "closed"]`', '`⟪rating == 0⟫`'],
    ['N501', '| `internal` | `me.has("Agent")` |', '| `internal` | `⟪!internal⟫` |'],
    ['N501', RULE, rule('Ticket | do resolve | | `⟪status == "open"⟫` | NOT_IN_TEAM')],
    ['N501', RULE, rule('Ticket | create | | `⟪status != "new"⟫` | NOT_IN_TEAM')],
    ['N501', RULE, rule('Ticket | always | | `⟪createdAt < updatedAt && updatedAt < createdAt⟫` | NOT_IN_TEAM')],
    ['N501', '| `internal` | `me.has("Agent")` |', '| `internal` | `⟪me.has("Admin") && !me.has("Agent")⟫` |'],
  ],
  'rules that always hold': [
    ['N502', '| `category.active` |', '| `⟪category.active \\|\\| !category.active⟫` |'],
    ['N502', '| `rating != null` | `status in ["resolved", "closed"]` |', '| `rating != null` | `⟪rating != null⟫` |'],
    ['N502', '| `internal` | `me.has("Agent")` |', '| `internal` | `⟪internal⟫` |'],
    ['N502', RULE, rule('Ticket | create | | `⟪status == "new"⟫` | NOT_IN_TEAM')],
    ['N502', RULE, rule('Ticket | do resolve | | `⟪status == "resolved"⟫` | NOT_IN_TEAM')],
    ['N502', RULE, rule('Ticket | always | `priority in ["high", "urgent"]` | `⟪priority >= "high"⟫` | NOT_IN_TEAM')],
    ['N504', RULE, rule('Ticket | always | | `⟪size(subject) <= 120⟫` | NOT_IN_TEAM')],
    ['N504', RULE, rule('Ticket | always | | `⟪subject != null⟫` | NOT_IN_TEAM')],
    ['N504', RULE, rule('Ticket | always | `rating != null` | `⟪rating >= 1 && rating <= 5⟫` | NOT_IN_TEAM')],
    ['N504', RULE, rule('Comment | create | | `⟪size(body) > 0⟫` | TICKET_CLOSED')],
  ],
  'rules that contradict each other': [
    [
      'N503',
      RULE,
      rule(
        'Ticket | always | `status == "closed"` | `rating != null` | NOT_IN_TEAM |\n| One more | Ticket | always | `status == "closed"` | `⟪rating == null⟫` | NOT_IN_TEAM',
      ),
    ],
    [
      'N503',
      RULE,
      rule(
        'Ticket | always | `rating != null` | `rating >= 4` | NOT_IN_TEAM |\n| One more | Ticket | rating changes | `rating != null` | `⟪rating <= 2⟫` | NOT_IN_TEAM',
      ),
    ],
    [
      'N503',
      RULE,
      rule(
        'Ticket | always | `resolvedAt != null` | `resolvedAt > createdAt` | NOT_IN_TEAM |\n| One more | Ticket | change | `resolvedAt != null` | `⟪resolvedAt < createdAt⟫` | NOT_IN_TEAM',
      ),
    ],
    [
      'N503',
      RULE,
      rule(
        'Ticket | create | `priority == "urgent"` | `size(subject) > 20` | NOT_IN_TEAM |\n| One more | Ticket | create | `priority >= "high"` | `⟪size(subject) < 10⟫` | NOT_IN_TEAM',
      ),
    ],
    [
      'N503',
      RULE,
      rule('Comment | create | `internal` | `author == ticket.requester` | TICKET_CLOSED'),
      [
        RULE,
        `| One more | Comment | create | \`internal\` | \`⟪author != ticket.requester⟫\` | TICKET_CLOSED |\n${RULE}`,
      ],
    ],
  ],
  'rules that nothing can break': [
    ['N507', RULE, rule('Ticket | always | | `⟪number > 1000⟫` | NOT_IN_TEAM')],
    ['N507', RULE, rule('Ticket | always | | `⟪createdAt < updatedAt⟫` | NOT_IN_TEAM')],
    ['N507', RULE, rule('Ticket | change | `number > 2000` | `⟪number != 5000⟫` | NOT_IN_TEAM')],
    ['N508', '| category changes |', '| ⟪requester⟫ changes |'],
    ['N508', '| category changes |', '| ⟪number⟫ changes |'],
    ['N508', '| category changes |', '| ⟪createdAt⟫ changes |'],
    ['N511', RULE, rule('Comment | create | | `body != "no"` | ⟪RATING_TOO_EARLY⟫')],
    ['N511', RULE, rule('Team | always | | `name != "none"` | ⟪CATEGORY_INACTIVE⟫')],
  ],
}
