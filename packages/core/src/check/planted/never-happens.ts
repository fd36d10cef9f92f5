// Mistakes that make something impossible: zero amounts, limits that permit no value, an impossible order of moments,
// rows that violate constraints.

import type { PlantedMistakes } from './planted.ts'

const SHORT = '`during.end <= plus(during.start, longestBooking)`'
const CODE = '| code | text up to 12 | required, unique, pattern `[A-Z]{2}-[0-9]{3,6}` |'
const IBAN = '| iban | text up to 34 | personal data, pattern `[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}` |'
const NEW_TICKETS = '| New tickets | `POST /api/tickets` | user, 1 hour | `ticketsPerHour` |'

export const NEVER_HAPPENS_IN_BOOKING: PlantedMistakes = {
  'moments of a period': [
    ['N501', SHORT, '`⟪during.end <= minus(during.start, holdFor)⟫`'],
    ['N501', SHORT, '`⟪during.end < during.start⟫`'],
    [
      'N501',
      SHORT,
      '`⟪during.end <= plus(during.start, longestBooking)⟫`',
      ['| longestBooking | 8 hours |', '| longestBooking | 0 hours |'],
    ],
    [
      'N501',
      SHORT,
      '`⟪during.end - during.start < longestBooking⟫`',
      ['| longestBooking | 8 hours |', '| longestBooking | 0 hours |'],
    ],
    ['N502', SHORT, '`⟪during.start <= during.end⟫`'],
  ],
  'time zones': [
    ['N011', '| Time zone | Europe/Berlin |', '| Time zone | ⟪Europe/Munich⟫ |'],
    ['N011', '| Time zone | Europe/Berlin |', '| Time zone | ⟪Asia/Bombai⟫ |'],
    ['N011', '| Time zone | Europe/Berlin |', '| Time zone | ⟪europe/berlin⟫ |'],
  ],
}

export const NEVER_HAPPENS_IN_HELP_DESK: PlantedMistakes = {
  'amounts of nothing': [
    ['N911', '`maxAttempts` in `attemptWindow`', '`maxAttempts` in ⟪0 minutes⟫'],
    ['N911', '| maxAttempts | 5 |', '| maxAttempts | ⟪0⟫ |'],
    ['N911', '| sessionLength | 30 days |', '| sessionLength | ⟪0 days⟫ |'],
    ['N911', '| ticketsPerHour | 20 |', '| ticketsPerHour | ⟪0⟫ |'],
    ['N911', NEW_TICKETS, NEW_TICKETS.replace('1 hour', '⟪0 hours⟫')],
  ],
  'limits that are there twice': [
    [
      'N008',
      NEW_TICKETS,
      `${NEW_TICKETS} TOO_MANY_TICKETS |\n| ⟪New tickets⟫ | \`POST /api/teams\` | user, 1 hour | 5 |`,
    ],
  ],
  'clocks and transitions': [
    [
      'N423',
      '| remindAfter | 3 days |',
      '| remindAfter | 30 days |',
      ['| reminder | remind |', '| ⟪reminder⟫ | remind |'],
    ],
    [
      'N423 N901',
      '| archive | close | `closeAfter` after entering resolved |',
      '| archive | close | when `⟪createdAt⟫` passes |',
      ['| closeAfter |', '| ⟪closeAfter⟫ |'],
    ],
    [
      'N414',
      '| give up | pending | resolved |',
      '| finish | pending | resolved | Assigned agent | `⟪finding != null⟫` | |\n| give up | pending | resolved |',
      ['| rating |', '| finding | text | | | |\n| rating |'],
      [
        '| Requester | create | Ticket |',
        '| Agent | change | Ticket | `status == "closed"` | finding |\n| Requester | create | Ticket |',
      ],
      ['| Admin | see, change | Ticket | | all |', '| Admin | see, change | Ticket | | all except finding |'],
    ],
  ],
  'names that were changed where they are declared only': [
    ['N601', '| Agent | Requester |', '| ⟪Agnet⟫ | Requester |'],
    ['N601', '| Agent | Requester |', '| ⟪Clerk⟫ | Requester |'],
    ['N301', '### Entity: Team', '### Entity: ⟪Group⟫'],
    ['N301', '### Entity: Category', '### Entity: ⟪Kategory⟫'],
  ],
  'rights that come to nothing': [
    ['N628', '| Requester | create | Ticket | |', '| Requester | create | Ticket | `⟪status == "closed"⟫` |'],
    ['N629', '| Admin | give roles | User | `id != me.id` |', '| Admin | give roles | User | `⟪id == me.id⟫` |'],
  ],
  'comparisons with itself': [
    [
      'N059',
      '`comments.exists(c, c.author == me && !c.internal)`',
      '`comments.exists(c, ⟪c.author == c.author⟫ && !c.internal)`',
    ],
    [
      'N059',
      '`comments.exists(c, c.author == me && !c.internal)`',
      '`comments.filter(c, ⟪c.author == c.author⟫ && !c.internal).size() > 2`',
    ],
  ],
  'rows that no database takes': [
    ['N315', '| Ben Agent | ben@example.test |', '| Ben Agent | ⟪Ada@Example.test⟫ |'],
    ['N315', '| Ben Agent | ben@example.test |', '| Ben Agent | ⟪ada@example.test⟫ |'],
  ],
}

export const NEVER_HAPPENS_IN_STOCK: PlantedMistakes = {
  'patterns and lengths': [
    ['N331', CODE, CODE.replace('up to 12', 'up to 5').replace('[A-Z]{2}-[0-9]{3,6}', '⟪[A-Z]{2}-[0-9]{3,6}⟫')],
    ['N331', CODE, CODE.replace('up to 12', '10 to 12').replace('[A-Z]{2}-[0-9]{3,6}', '⟪[A-Z]{2}-[0-9]{3,6}⟫')],
    ['N331', CODE, CODE.replace('text up to 12', '⟪text up to 0⟫').replace(', pattern `[A-Z]{2}-[0-9]{3,6}`', '')],
  ],
}

export const NEVER_HAPPENS_IN_EXPENSES: PlantedMistakes = {
  'patterns and lengths': [
    [
      'N331',
      IBAN,
      IBAN.replace('up to 34', 'up to 10').replace(
        '[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}',
        '⟪[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}⟫',
      ),
    ],
  ],
}

export const NEVER_HAPPENS_IN_CONDUIT: PlantedMistakes = {
  'optional inputs': [['N744', '| article.body | Article.body | yes |', '| ⟪article.body⟫ | Article.body | no |']],
}

export const NEVER_HAPPENS_IN_LOANS: PlantedMistakes = {
  'keys that callers never get': [
    [
      'N612',
      '### POST /api/loans/:id/forgotten',
      '### Shape: OneEvent of Event\n\n| Key | Value |\n| --- | --- |\n| what | `what` |\n| by | `createdBy.name` |\n| ⟪at⟫ | `createdAt` |\n\n### GET /api/events — What happened\n\n- **Who:** Reader\n\n1. list events from Event, sorted by what A to Z, all of them\n2. respond 200 with `events.map(e, OneEvent(e))`\n\n### POST /api/loans/:id/forgotten',
      [
        '| Librarian | see, delete | Event | | all |',
        '| Librarian | delete | Event | | |\n| Reader | see | Event | | id, what, createdBy |',
      ],
    ],
    [
      'N612 N612',
      '### POST /api/loans/:id/forgotten',
      '### GET /api/events — What happened\n\n- **Who:** Reader\n\n1. list events from Event, sorted by what A to Z, all of them\n2. respond 200 with `{"events": events.map(e, {"what": e.what, "at": ⟪e.createdAt⟫}), "mine": ⟪me.loans.filter(l, l.note == null).size()⟫}`\n\n### POST /api/loans/:id/forgotten',
      [
        '| Librarian | see, delete | Event | | all |',
        '| Librarian | delete | Event | | |\n| Reader | see | Event | | id, what |',
      ],
      ['| name | text | required | | |', '| name | text | required | | |\n| loans | list of Loan via reader | | | |'],
      ['| Reader | see | User | | all |', '| Reader | see | User | | id, name |'],
    ],
  ],
  'steps of transitions that nobody may take': [
    [
      'N711',
      '### Transition: Loan take back',
      '### Transition: Loan pause\n\n1. create ⟪Event⟫ with loan = `loan`, what = `"paused"`\n\n### Transition: Loan take back',
    ],
  ],
  'transitions that a step may never do': [
    [
      'N745',
      '### POST /api/loans/:id/forgotten',
      '### Schedule: nightly\n\n- **Runs:** every day at 02:00\n\n1. for each loan in Loan where `status == "paused"`:\n   1. do ⟪go on⟫ on loan\n\n### POST /api/loans/:id/forgotten',
    ],
    [
      'N745',
      '### POST /api/loans/:id/forgotten',
      '### POST /api/loans/:id/return — Bring back\n\n- **Who:** Librarian\n- **Used by:** other programs\n\n1. find loan in Loan where `id == path.id` or fail TOO_MANY\n2. do ⟪remind⟫ on loan\n3. respond 204\n\n### POST /api/loans/:id/forgotten',
    ],
    [
      'N745',
      '### Transition: Loan take back',
      '### Transition: Loan remind\n\n1. for each other in Loan where `status == "paused"`:\n   1. do ⟪pause⟫ on other\n\n### Transition: Loan take back',
    ],
  ],
  'messages to somebody who may be missing': [
    [
      'N743',
      '### POST /api/loans/:id/forgotten',
      '| Message | By | To | Subject | Body |\n| --- | --- | --- | --- | --- |\n| Back | email | `⟪helper.email⟫` | It is back | It is back. |\n\n### POST /api/loans/:id/forgotten',
      ['| note | text | | | |', '| note | text | | | |\n| helper | User | cleared on deletion | | |'],
      ['| lend | asked | out | Librarian | | |', '| lend | asked | out | Librarian | | send Back |'],
      ['| note, number, dueAt |', '| note, number, dueAt, helper |'],
    ],
  ],
}
