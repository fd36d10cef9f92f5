// Mistakes inside the backticks of the help desk: keywords of other languages, incompatible types, and forbidden
// constructs.

import type { PlantedMistakes } from './planted.ts'

export const IN_EXPRESSIONS: PlantedMistakes = {
  'words that no choice has': [
    ['N062', '`ticket.status != "closed"` |', '`ticket.status != "⟪close⟫"` |'],
    ['N062', '`status in ["new", "open", "pending"]`', '`status in ["new", "⟪opened⟫", "pending"]`'],
  ],
  'functions of other dialects': [
    ['N063', '| `active` | id, name |', '| `⟪matches⟫(name, "a.*")` | id, name |'],
    ['N063', '`rating != null` |', '`rating != null && ⟪int⟫(subject) > 3` |'],
    ['N063', '`now`', '`⟪timestamp⟫("2026-01-01T00:00:00Z")`'],
    ['N054', '`rating != null` |', '`⟪has⟫(this.rating)` |'],
    ['N051', '`rating != null` |', '`rating != null && ⟪substr⟫(subject, 1) == "a"` |'],
  ],
  'roles for a record': [
    ['N051', '`firstRepliedAt == null && dueAt < now`', '`is("⟪Ownr⟫", this)`'],
    ['N051', '`firstRepliedAt == null && dueAt < now`', '`is("⟪Agent⟫", this)`'],
    ['N054', '`firstRepliedAt == null && dueAt < now`', '`is("Owner", ⟪requester⟫)`'],
    [
      'N066',
      '| `requester == me` |',
      '| `is("⟪Team agent⟫", this)` |',
      ['`team.members.exists(m, m == me)` |', '`is("Owner", this)` |'],
    ],
  ],
  'what is too much': [
    ['N061', '| `active` | id, name |', `| \`${'('.repeat(40)}⟪(⟫active${')'.repeat(41)}\` | id, name |`],
    ['N064', '`firstRepliedAt == null && dueAt < now`', '`comments.map(c, ⟪{"b": c.body}⟫).exists(x, true)`'],
  ],
  'values that do not go together': [
    ['N054', '`firstRepliedAt == null && dueAt < now`', '`⟪comments == null⟫`'],
    ['N054', '`firstRepliedAt == null && dueAt < now`', '`⟪dueAt < today⟫`'],
    ['N055', '`firstRepliedAt == null && dueAt < now`', '`⟪firstRepliedAt⟫ < now`'],
    ['N055', '`firstRepliedAt == null && dueAt < now`', '`firstRepliedAt == null \\|\\| ⟪resolvedAt⟫ < now`'],
    ['N058', '`firstRepliedAt == null && dueAt < now`', '`100 % ⟪number⟫ > 3`'],
  ],
}
