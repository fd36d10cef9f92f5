// Mistakes in authors' own texts that had no diagnostic, each planted as a variation in another text. Mistakes that
// only the author can recognise are left out.

import type { PlantedMistakes } from './planted.ts'

const SHORT = '| Short visits | Visit | always | | `slot.end <= plus(slot.start, longestVisit)` | TOO_LONG |'
const short = (mustHold: string) => SHORT.replace('`slot.end <= plus(slot.start, longestVisit)`', mustHold)
const ROOM = '| room | text up to 4 | pattern `[A-Z][0-9]{2}` | | |'
const CREATE = '| Patient | create | Visit | `patient == me` | slot, reason |'
const RETURN = '| return | planned | asked | Desk | `now < plus(slot.start, returnTime)` | clear doctor |'
const CALL_OFF = '| call off | asked, planned | off | Patient, Desk | `now < slot.start` | |'
const REMINDER = '| reminder | remind | `remindAfter` after entering asked, once |'
const DORA = '| Dora | dora@example.test |'
const MINE = 'where `doctor == me && status == "planned"`'
const DAY = '**Shows:** list of Visit where `status != "done"`'
const PLANNED = '| Planned | email | `patient.email` |'
const WAITING = '| Waiting | email | `patient.email` |'

const PLANNED_AT = [
  ['| finishedAt | date', '| plannedAt | date and time | set by product | | |\n| finishedAt | date'],
  ['| send Planned |', '| send Planned; set plannedAt to `now` |'],
  ['| Patient | see | Visit | `patient == me` | all |', '| Patient | see | Visit | `patient == me` | all |'],
] as const

export const MISSED_IN_CLINIC: PlantedMistakes = {
  'settings of another world': [
    ['N011', '| Time zone | Asia/Kolkata |', '| Time zone | ⟪Asia/Mumbai⟫ |'],
    ['N911', '| tries | 6 |', '| tries | ⟪0⟫ |'],
  ],
  'signing up': [
    ['N630', '| Guest | create | User | | name, email, password |\n', '', ['gives Patient', 'gives ⟪Patient⟫']],
    ['N630', 'open, gives Patient', 'open, gives ⟪Guest⟫'],
    ['N630', 'open, gives Patient', 'open, gives ⟪Doctor⟫'],
    ['N630', 'open, gives Patient', 'closed', ['| Patient | | by signing up |', '| Patient | | ⟪by signing up⟫ |']],
    ['N305', 'name, email, password |', 'name, email |', ['| password | password', '| ⟪password⟫ | password']],
  ],
  'creations that no record begins with': [
    ['N628', CREATE, CREATE.replace('`patient == me`', '`⟪status == "planned" && patient == me⟫`')],
    ['N628', CREATE, CREATE.replace('`patient == me`', '`⟪status in ["done", "off"]⟫`')],
    ['N628', CREATE, CREATE.replace('`patient == me`', '`⟪finishedAt != null⟫`')],
  ],
  'moments of a period': [
    ['N501', SHORT, short('`⟪plus(slot.end, longestVisit) < slot.start⟫`')],
    ['N501', SHORT, short('`⟪slot.start > slot.end⟫`'), ['| longestVisit | 2 hours | visits |\n', '']],
    ['N501', SHORT, short('`⟪slot.end - slot.start <= longestVisit⟫`'), ['| 2 hours |', '| 0 minutes |']],
  ],
  'transitions that nobody comes to': [
    [
      'N414',
      '| Doctor | see, change | Visit | `doctor == me` | finding |',
      '| Doctor | see, change | Visit | `doctor == me && status == "done"` | finding |',
      ['Doctor | `finding != null` |', 'Doctor | `⟪finding != null⟫` |'],
    ],
    [
      'N414',
      '| Doctor | see, change | Visit | `doctor == me` | finding |',
      '| Doctor | see, change | Visit | `doctor == me && finishedAt != null` | finding |',
      ['Doctor | `finding != null` |', 'Doctor | `⟪finding != null⟫` |'],
    ],
    ['N414', CALL_OFF, CALL_OFF.replace('`now < slot.start`', '`⟪finishedAt != null⟫`')],
  ],
  'patterns and lengths': [['N331', ROOM, ROOM.replace('`[A-Z][0-9]{2}`', '`⟪[A-Z]{2}-[0-9]{2,5}⟫`')]],
  'clocks against clocks': [
    [
      'N423',
      REMINDER,
      REMINDER.replace('| reminder |', '| ⟪reminder⟫ |'),
      ['| remindAfter | 2 days |', '| remindAfter | 2 weeks |'],
    ],
    [
      'N423',
      REMINDER,
      '| reminder | remind | when `⟪createdAt⟫` passes |',
      ['| remindAfter | 2 days | visits that nobody plans |\n', ''],
    ],
    ['N423', '| giveUpAfter | 10 days |', '| giveUpAfter | ⟪0 days⟫ |'],
    [
      'N423',
      REMINDER,
      REMINDER.replace('`remindAfter`', '⟪0 hours⟫'),
      ['| remindAfter | 2 days | visits that nobody plans |\n', ''],
    ],
  ],
  'guards that another clock decides': [
    // Forgotten 60 days after it was planned, although the plan can be taken back for 90 days.
    [
      'N059',
      RETURN,
      '| return | planned | asked | Desk | `plannedAt != null && ⟪now < plus(plannedAt, returnTime)⟫` | clear doctor |',
      ['| returnTime | 1 day |', '| returnTime | 90 days |'],
      ...PLANNED_AT,
    ],
    [
      'N059',
      RETURN,
      '| return | planned | asked | Desk | `plannedAt != null && ⟪minus(now, returnTime) > plannedAt⟫` | clear doctor |',
      ['| returnTime | 1 day |', '| returnTime | 60 days |'],
      ...PLANNED_AT,
    ],
    [
      'N059',
      CALL_OFF,
      CALL_OFF.replace('asked, planned', 'asked').replace('now < slot.start', '⟪now > plus(createdAt, returnTime)⟫'),
      ['| returnTime | 1 day |', '| returnTime | 2 weeks |'],
      [`${RETURN}\n`, ''],
      ['Take back: do return; ', ''],
    ],
  ],
  'rows that no database takes': [['N315', DORA, '| Dora | ⟪PIA@example.test⟫ |']],
  'comparisons with itself': [
    ['N056', '`visits.exists(v, v.doctor == me)`', '`visits.exists(v, ⟪v.doctor == v.doctor⟫)`'],
    [
      'N059',
      '`visits.exists(v, v.doctor == me)`',
      '`visits.exists(v, ⟪v.slot.start == v.slot.start⟫ && v.doctor == me)`',
    ],
    ['N056', MINE, 'where `⟪this.doctor == doctor⟫ && status == "planned"`'],
  ],
  'roles for oneself': [
    [
      'N629',
      '| Desk | see, give roles | User | | all |',
      '| Desk | see | User | | all |\n| Desk | give roles | User | `⟪me.id == id⟫` | |',
    ],
  ],
  'optional inputs': [
    ['N744', '| reason | Visit.reason | yes |', '| ⟪reason⟫ | Visit.reason | no |'],
    [
      'N744',
      '| reason | Visit.reason | yes |',
      '| ⟪about⟫ | text up to 300 | no |',
      ['with given slot, reason', 'with given slot, about as reason'],
    ],
  ],
  'questions that no state answers': [
    ['N059', MINE, 'where `⟪status == "asked" && finishedAt != null⟫`'],
    ['N059', DAY, '**Shows:** list of Visit where `⟪status in ["asked", "planned"] && finishedAt != null⟫`'],
    ['N059', MINE, 'where `⟪status == "planned" && doctor == null⟫`'],
  ],
  'letters to nobody': [
    ['N743', WAITING, '| Waiting | email | `⟪doctor.email⟫` |'],
    [
      'N743',
      '2. respond 201',
      '2. send Told\n3. respond 201',
      [PLANNED, '| Told | email | `⟪visit.doctor.email⟫` | New | Somebody asks. |\n' + PLANNED],
    ],
  ],
  'cells that have changed places': [
    ['N011', '| TOO_LONG | 422 | slot | A visit is shorter. |', '| TOO_LONG | 422 | ⟪A visit is shorter.⟫ | slot |'],
    [
      'N307',
      '| room | text up to 4 | pattern `[A-Z][0-9]{2}` | | |',
      '| room | text up to 40 | | ⟪required, set once⟫ | |',
    ],
    [
      'N011',
      '| Desk | change | Visit | | doctor, slot, room, urgency |',
      '| Desk | change | Visit | | doctor, slot, room, urgency |\n| Desk | delete | Visit | | ⟪`urgency == 1`⟫ |',
    ],
    [
      'N011',
      '| Desk | change | Visit | | doctor, slot, room, urgency |',
      '| Desk | change | Visit | | doctor, slot, room, urgency |\n| Desk | delete | Visit | | ⟪urgency⟫ |',
    ],
    ['N315', '| Pia | pia@example.test | password-1 |', '| Pia | ⟪password-1⟫ | password-1 |'],
  ],
  'names and rows that are there twice': [
    ['N008', '| finish | planned | done |', '| finish | planned, ⟪planned⟫ | done |'],
    ['N008', '- **Who:** Patient, Desk\n- **Shows:** list', '- **Who:** Desk, ⟪Desk⟫\n- **Shows:** list'],
    [
      'N008',
      '| A doctor | Doctor | see patients |',
      '| A doctor | Doctor | see patients |\n| ⟪A doctor⟫ | Doctor | see patients |',
    ],
  ],
  'transitions that nothing offers': [
    ['N424', 'Take back: do return; ', '', ['| return | planned |', '| ⟪return⟫ | planned |']],
    ['N301', '| Doctor | see | Visit | | all |', '| Doctor | see | ⟪Visit, User⟫ | | all |'],
  ],
  'prohibitions that are there already': [
    [
      'N610',
      '| Patient | see | Visit | `patient == me` | all |',
      '| Nobody | change, delete | Visit | | reason, slot |\n| ⟪Nobody⟫ | change | Visit | `urgency == 1` | slot |\n| Patient | see | Visit | `patient == me` | all |',
      [
        '| Desk | change | Visit | | doctor, slot, room, urgency |',
        '| Desk | change | Visit | | doctor, room, urgency |',
      ],
    ],
  ],
  'roles that guests cannot have or give': [
    ['N605', '| Doctor | | from a Desk |', '| Doctor | | from a ⟪Guest⟫ |'],
    ['N315', '| password-1 | Patient |', '| password-1 | ⟪Guest⟫ |'],
  ],
}
