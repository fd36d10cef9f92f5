// Mistakes of the document as a whole, of sign-in, of errors and of limits, and missing statements: planted in the help
// desk.

import type { PlantedMistakes } from './planted.ts'

export const DOCUMENT_AND_LIMITS: PlantedMistakes = {
  'the document': [
    ['N024', '**Ninefold:** 1', '**Ninefold:** 1\n\n**Chapters:** ⟪billing.md⟫'],
    ['N025', '**Ninefold:** 1', '**Ninefold:** 1\n\n**Chapters:**\n\n- [Billing](⟪billing.md⟫)'],
    ['N016', '**Ninefold:** 1', '**Ninefold:** ⟪7⟫'],
    ['N015', '# Helpdesk\n\n**Ninefold:** 1', '# ⟪Helpdesk⟫'],
    [
      'N017',
      '## 6. Roles and permissions',
      '### ⟪Lookup: patience⟫\n\n| priority | Value |\n| --- | --- |\n| low | 1 |\n| normal | 1 |\n| high | 1 |\n| urgent | 1 |\n\n## 6. Roles and permissions',
      ['## 9. Business constants and limits', '## 9. Business constants and limits\n\nSee `patience(priority)`.'],
    ],
    [
      'N018',
      '## 5. Validation rules',
      '## 5. Validation rules\n\n⟪| Rule | Entity | When | If | Must hold | Otherwise |⟫\n| Good | Ticket | always | | `subject != "x"` | NOT_IN_TEAM |',
    ],
  ],
  'what is not shown': [
    [
      'N007',
      '| rating | whole number 1 to 5 | |',
      '| colour | ⟪Not shown⟫ | | | |\n| rating | whole number 1 to 5 | |',
    ],
    [
      'N007 N019',
      '| rating | whole number 1 to 5 | |',
      '| colour | ⟪Not shown⟫ | | | |\n| isRed | yes/no | computed `⟪colour == "red"⟫` | | |\n| rating | whole number 1 to 5 | |',
    ],
    [
      'N007',
      '| Admin | Agent | from an Admin; the first user who signs up |',
      '| Admin | Agent | from an Admin; the first user who signs up |\n| Auditor | Agent | ⟪Not shown⟫ |',
      ['| Support agent | Agent |', '| Auditor | Auditor | look |\n| Support agent | Agent |'],
    ],
    ['N020', '| pageSize | 20 |', '| pageSize | ⟪any of 20, 50⟫ |'],
    ['N011', '| pageSize | 20 |', '| pageSize | ⟪not shown, 20⟫ |'],
  ],
  'signing in': [
    [
      'N621',
      '- **Sign up:** open, gives Requester',
      '- **Sign up:** open, gives Requester\n- **Forgotten password:** link by ⟪name⟫, valid 1 hour',
    ],
    [
      'N011',
      '- **Sign up:** open, gives Requester',
      '- **Sign up:** open, gives Requester\n- **Change of password:** ⟪asks for old⟫',
    ],
    ['N903', 'in `attemptWindow`, then', 'in `⟪maxFiles⟫`, then'],
    ['N623', '- **Sign in with:** email and password\n', '', ['### Signing in', '### ⟪Signing in⟫']],
    ['N051', '| Requester | | by signing up |', '| Requester | | by signing up; when `⟪nam⟫ == "x"` |'],
    [
      'N608',
      '| Requester | | by signing up |',
      '| Requester | | by signing up |\n| Chief | Agent | when `name == "Chief"` |',
      [
        '| Requester | change | User | `id == me.id` | name, password |',
        '| Requester | change | User | `id == me.id` | ⟪name⟫, password |',
      ],
      ['| Support agent | Agent |', '| Chief | Chief | lead |\n| Support agent | Agent |'],
    ],
  ],
  permissions: [
    [
      'N604',
      '### Reference data: Team',
      '### Entity: ⟪Hint⟫\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| words | text | | | |\n\n### Reference data: Team',
      ['| Nobody | delete | Ticket | | |', '| Nobody | delete | Ticket | | |\n| Admin | see, change | Hint | | all |'],
    ],
    ['N013', '| Owner | change | Ticket | | rating |', '| Owner | change | Ticket | ⟪same as team⟫ | rating |'],
    [
      'N607',
      '| Admin | create, change, delete | Team | | name, members |',
      '| Admin | create, change, delete | Team | | name, members |\n| Guest | ⟪change⟫ | Category | | name |',
    ],
    ['N011', '| Owner | change | Ticket | | rating |', '| Owner | ⟪chang⟫ | Ticket | | rating |'],
  ],
  'the error catalogue': [
    ['N805', '| NOT_IN_TEAM | 422 |', '| NOT_IN_TEAM | ⟪500⟫ |'],
    ['N805', '| TICKET_CLOSED | 409 |', '| TICKET_CLOSED | ⟪401⟫ |'],
    [
      'N804',
      '**Built-in errors:** as supplied, messages in English',
      '| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| blank | 422 | the field | {⟪min⟫} is needed. |',
    ],
    [
      'N801',
      '**Built-in errors:** as supplied, messages in English',
      '| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| busy | | | Wait. |\n| ⟪busy⟫ | | | Wait again. |',
    ],
    [
      'N011',
      '**Built-in errors:** as supplied, messages in English',
      '| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| busy | | ⟪503⟫ | Wait. |',
    ],
    [
      'N808',
      '**Built-in errors:** as supplied, messages in English',
      '| Built-in error | Status | About | Message |\n| --- | --- | --- | --- |\n| ⟪to short⟫ | | | Longer. |',
    ],
    ['N011', '**Built-in errors:** as supplied, messages in English', '**Built-in errors:** ⟪as always⟫'],
    [
      'N011',
      '**Built-in errors:** as supplied, messages in English',
      '**Built-in errors:** ⟪as supplied, messages in Englihs⟫',
    ],
    ['N051', '"message": message', '"message": ⟪mesage⟫'],
    [
      'N807',
      '**Built-in errors:** as supplied, messages in English\n',
      '',
      ['| Language | en |', '| Language | ⟪fr⟫ |'],
    ],
  ],
  'constants and limits': [
    ['N902', '| priority | Value |', '| ⟪priorty⟫ | Value |'],
    ['N902', '| urgent | 1 hour |', '| urgent | ⟪2 months⟫ |'],
    ['N903', '| user, 1 hour |', '| user, `⟪maxFiles⟫` |'],
    ['N601', '| user, 1 hour |', '| ⟪usr⟫, 1 hour |'],
    ['N011', '| user, 1 hour |', '| ⟪user⟫ |'],
    ['N011', '| New tickets |', '| Open streams | streams | ⟪path⟫ | 5 | |\n| New tickets |'],
    ['N927', '| New tickets |', '| Open streams | streams of `⟪POST /api/tickets⟫` | user | 5 | |\n| New tickets |'],
    ['N904', '{team.name}.', '{team.name}. Ask again in ⟪14 days⟫.'],
    ['N926', '- **When empty:** "', '- **When empty:** "⟪{closeAfter}⟫ '],
    ['N909', '| Language | en |', '| Language | en |\n| Brand colour | ⟪teal⟫ |'],
    ['N910', '| Language | en |', '| Language | en |\n| Logo | ⟪../logo.svg⟫ |'],
    ['N907', '| maxFiles | 5 |', '| mailPassword | ⟪"swordfish"⟫ | `mailPassword` |\n| maxFiles | 5 |'],
    ['N002', '| Language | en |', '| ⟪Langage⟫ | en |'],
    ['N008', '| Language | en |', '| Language | en |\n| ⟪Language⟫ | en |'],
    ['N011', '| Language | en |', '| Language | en |\n| Week starts | ⟪Mondays⟫ |'],
    ['N054', '| user, 1 hour | `ticketsPerHour` |', '| user, 1 hour | `⟪closeAfter⟫` |'],
  ],
}
