// Mistakes that leave a text in which something can never happen: amounts of nothing, limits that let no value through,
// an order of moments that no period has, rows that no database takes.

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
