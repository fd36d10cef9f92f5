// Mistakes in the booking system: periods that must not overlap, capacity, slugs and sequences, clocks, schedules,
// messages and examples.

import type { PlantedMistakes } from './planted.ts'

const LAPSE = '| lapse | held | cancelled | the clock | | send Booking cancelled |'
const OVERFULL = '| Course not overfull | Enrolment | course | `status == "enrolled"` | at most `course.capacity` |'
const DOUBLE = '| No double booking | Booking | room | `status in ["held", "confirmed"]` | `during` never overlaps |'
const TOGETHER = '| course, member | `status == "enrolled"` | ALREADY_ENROLLED |'
const NUMBER = '| number | sequence per year as "B-{year}-{n:4}" | unique |'
const COURSE_SLUG = '| slug | slug from title, numbered when taken, never "new", fixed once made | unique |'
const PATIENCE = '| patience | lapse | `holdFor` after entering held |'
const END = '| end of the booking | finish | when `during.end` passes |'
const LIMIT = '| Bookings | `POST /api/bookings` | user, 24 hours | `bookingsPerDay` |'
const CONFIRMED = '| Booking confirmed | email | `member.email` | {room.name} is yours |'

export const BOOKING: PlantedMistakes = {
  'rules over several records': [
    [
      'N506 N803',
      '`during` never overlaps | ROOM_HAS_COURSE |',
      '`during` never overlaps | |',
      ['| One course at a time |', '| ⟪One course at a time⟫ |'],
      ['| ROOM_HAS_COURSE |', '| ⟪ROOM_HAS_COURSE⟫ |'],
    ],
    ['N510', OVERFULL, '| Course not overfull | Enrolment | | | `⟪course⟫` never in a circle |'],
    ['N320', DOUBLE, DOUBLE.replace('| room |', '| ⟪romm⟫ |')],
    ['N010', DOUBLE, DOUBLE.replace('`during`', '⟪during⟫')],
    ['N510', DOUBLE, DOUBLE.replace('`during`', '`⟪people⟫`')],
    ['N320', DOUBLE, DOUBLE.replace('`during`', '`⟪durring⟫`')],
    ['N011', DOUBLE, DOUBLE.replace('`during` never overlaps', '⟪during does not overlap⟫')],
    ['N011', DOUBLE, DOUBLE.replace('`during` never overlaps', '⟪`during` never overlap⟫')],
    ['N062', DOUBLE, DOUBLE.replace('"held"', '"⟪hold⟫"')],
    ['N502', DOUBLE, DOUBLE.replace('status in ["held", "confirmed"]', '⟪status == "held" && status == "confirmed"⟫')],
    ['N301', OVERFULL, OVERFULL.replace('| Enrolment |', '| ⟪Enrollment⟫ |')],
    ['N051', OVERFULL, OVERFULL.replace('course.capacity', 'course.⟪capasity⟫')],
    ['N054', OVERFULL, OVERFULL.replace('course.capacity', '⟪course.title⟫')],
    ['N011', OVERFULL, OVERFULL.replace('at most `course.capacity`', '⟪not more than `course.capacity`⟫')],
    ['N510', OVERFULL, OVERFULL.replace('| course | `', '| member | `').replace('`course.', '`⟪course⟫.')],
    ['N802', OVERFULL + ' COURSE_FULL |', OVERFULL + ' ⟪COURSE_IS_FULL⟫ |'],
  ],
  periods: [
    [
      'N011',
      '| during | period of date and time | required | | |\n| people',
      '| during | ⟪period of hours⟫ | required | | |\n| people',
    ],
    ['N051', '`during.start > now`', '`during.⟪begin⟫ > now`'],
    ['N054', '`during.start > now`', '`⟪during > now⟫`'],
    ['N054', '`during.end <= plus(during.start, longestBooking)`', '`during.end <= plus(⟪during⟫, longestBooking)`'],
    ['N054', '`during.end <= plus(during.start, longestBooking)`', '`⟪during.end <= longestBooking⟫`'],
    [
      'N054',
      '`during.end <= plus(during.start, longestBooking)`',
      '`during.end <= plus(during.start, ⟪during.start⟫)`',
    ],
    ['N054', '`now < minus(during.start, cancelBefore)`', '`⟪today < minus(during.start, cancelBefore)⟫`'],
    ['N051', '| until | `during.end` |', '| until | `during.⟪until⟫` |'],
  ],
  'slugs and sequences': [
    ['N320', COURSE_SLUG, COURSE_SLUG.replace('slug from title', 'slug from ⟪titel⟫')],
    ['N326', COURSE_SLUG, COURSE_SLUG.replace('slug from title', 'slug from ⟪capacity⟫')],
    ['N011', COURSE_SLUG, COURSE_SLUG.replace('fixed once made', '⟪fixed forever⟫')],
    ['N011', COURSE_SLUG, COURSE_SLUG.replace('never "new"', '⟪never new⟫')],
    ['N204', COURSE_SLUG, COURSE_SLUG.replace('| unique |', '| |')],
    ['N011', NUMBER, NUMBER.replace('B-{year}-{n:4}', '⟪B-{year}⟫')],
    ['N326', NUMBER, NUMBER.replace('sequence per year as "B-{year}-{n:4}"', '⟪sequence per year as "B-{n:4}"⟫')],
    ['N011', NUMBER, NUMBER.replace('per year as "B-{year}-{n:4}"', '⟪each year as "B-{year}-{n:4}"⟫')],
    [
      'N619',
      '| Member | create | Booking | | room, during, people, note |',
      '| Member | create | Booking | | ⟪number⟫, room, during, people, note |',
    ],
    [
      'N320',
      '| `/courses/:slug` | Course | slug is Course.slug |',
      '| `/courses/:slug` | Course | slug is Course.⟪slig⟫ |',
    ],
  ],
  choices: [
    ['N324', '| kind | choice RoomKind | required | | |', '| kind | choice ⟪RoomKinds⟫ | required | | |'],
    ['N008', '| office | Quiet office |', '| office | Quiet office |\n| ⟪studio⟫ | Another one |'],
    ['N315', '| Garage | workshop |', '| Garage | ⟪garage⟫ |'],
    [
      'N325',
      '| kind | choice RoomKind | required | | |',
      '| kind | text | required | | |',
      ['### Choice: RoomKind', '### Choice: ⟪RoomKind⟫'],
    ],
  ],
  'unique together': [
    [
      'N803',
      TOGETHER,
      TOGETHER.replace('ALREADY_ENROLLED', ''),
      ['| ALREADY_ENROLLED | 409', '| ⟪ALREADY_ENROLLED⟫ | 409'],
    ],
    ['N802', TOGETHER, TOGETHER.replace('ALREADY_ENROLLED', '⟪ALREADY_ENROLED⟫')],
    ['N320', TOGETHER, TOGETHER.replace('member', '⟪membre⟫')],
    ['N062', TOGETHER, TOGETHER.replace('"enrolled"', '"⟪enroled⟫"')],
    ['N008', TOGETHER, TOGETHER.replace('course, member', 'course, ⟪course⟫')],
  ],
  clocks: [
    [
      'N409',
      '| lapse | held | cancelled | the clock |',
      '| lapse | held | cancelled | Host |',
      [PATIENCE, PATIENCE.replace('lapse', '⟪lapse⟫')],
    ],
    ['N418', PATIENCE, PATIENCE.replace('lapse', '⟪laps⟫')],
    ['N405', PATIENCE, PATIENCE.replace('entering held', 'entering ⟪hold⟫')],
    ['N409', PATIENCE, PATIENCE.replace('entering held', 'entering ⟪confirmed⟫')],
    ['N051', PATIENCE, PATIENCE.replace('holdFor', '⟪holdfor⟫')],
    ['N054 N901', PATIENCE, PATIENCE.replace('holdFor', '⟪pageSize⟫'), ['| holdFor |', '| ⟪holdFor⟫ |']],
    ['N054', END, END.replace('during.end', '⟪during⟫')],
    ['N010', END, END.replace('`during.end`', '⟪during.end⟫')],
    ['N011', END, END.replace('when `during.end` passes', '⟪at `during.end`⟫')],
    [
      'N409',
      END + '\n',
      '',
      ['| finish | confirmed | over | the clock |', '| finish | confirmed | over | ⟪the clock⟫ |'],
    ],
    ['N403', '| over | the time has passed | final |', '| ⟪over⟫ | the time has passed | |'],
    ['N404', '| cancel | held, confirmed | cancelled |', '| cancel | held, confirmed, ⟪over⟫ | cancelled |'],
  ],
  messages: [
    ['N723', LAPSE, LAPSE.replace('Booking cancelled', '⟪Booking canceled⟫')],
    ['N051', CONFIRMED, CONFIRMED.replace('{room.name}', '{room.⟪nam⟫}')],
    ['N729', CONFIRMED, CONFIRMED.replace('`member.email`', '`⟪member.name⟫`')],
    ['N010', CONFIRMED, CONFIRMED.replace('`member.email`', '⟪member.email⟫')],
    ['N011', CONFIRMED, CONFIRMED.replace('| email |', '| ⟪letter⟫ |')],
    [
      'N717',
      '| Host | | send Booking confirmed |',
      '| Host | | |',
      ['| Booking confirmed | email |', '| ⟪Booking confirmed⟫ | email |'],
    ],
    ['N723', '3. send Enrolled', '3. send ⟪Enroled⟫'],
  ],
  schedules: [
    ['N011', '- **Runs:** every day at 07:00', '- **Runs:** every ⟪morning⟫'],
    ['N011', '- **Runs:** every day at 07:00', '- **Runs:** ⟪every day at 7⟫'],
    ['N418', '   1. do lapse on booking', '   1. do ⟪elapse⟫ on booking'],
    ['N051', '2. for each booking in due:', '2. for each booking in ⟪dues⟫:'],
    [
      'N731',
      '### Schedule: morning round\n',
      '### Schedule: ⟪evening round⟫\n\n- **Runs:** every day at 19:00\n\n### Schedule: morning round\n',
    ],
  ],
  examples: [
    ['N732', '1. as Milo Member:', '1. as ⟪Milo Membre⟫:'],
    ['N733', '2. as Milo Member: call `POST /api/bookings`', '2. as Milo Member: call `⟪POST /api/booking⟫`'],
    [
      'N725',
      '{"room": room, "during": {"start": "2030-05-01T10:00:00Z"',
      '{"⟪rooms⟫": room, "during": {"start": "2030-05-01T10:00:00Z"',
    ],
    [
      'N735',
      '{"room": room, "during": {"start": "2030-05-01T10:00:00Z", "end": "2030-05-01T11:00:00Z"}}',
      '⟪{"room": room}⟫',
    ],
    ['N734', 'answers 201, keep number', 'answers ⟪200⟫, keep number'],
    ['N736', 'answers 201, keep number', 'answers 201, keep ⟪nomber⟫ as number'],
  ],
  'limits and lists': [
    [
      'N904 N901',
      '| photo | image up to `maxPhotoSize` |',
      '| photo | image up to ⟪5 MB⟫ |',
      ['| maxPhotoSize |', '| ⟪maxPhotoSize⟫ |'],
    ],
    [
      'N903 N901',
      '| photo | image up to `maxPhotoSize` |',
      '| photo | image up to `⟪pageSize⟫` |',
      ['| maxPhotoSize |', '| ⟪maxPhotoSize⟫ |'],
    ],
    ['N905', LIMIT, LIMIT.replace('POST /api/bookings', '⟪POST /api/booking⟫')],
    ['N051', LIMIT, LIMIT.replace('bookingsPerDay', '⟪bookingPerDay⟫')],
    ['N601', LIMIT, LIMIT.replace('user, 24 hours', '⟪member and day⟫')],
    ['N219', '- **As:** calendar by during', '- **As:** calendar by ⟪room⟫'],
    ['N219', '- **As:** board by status', '- **As:** board by ⟪people⟫'],
    ['N011', '- **As:** calendar by during', '- **As:** ⟪timeline⟫ by during'],
    ['N320', '- **Columns:** photo, name, kind,', '- **Columns:** ⟪picture⟫, name, kind,'],
  ],
  'what is computed and by default': [
    [
      'N308',
      '| places | whole number | computed over all `capacity',
      '| ⟪places⟫ | whole number | computed over all `places',
    ],
    ['N054', '| required, set by product | `room.hourlyPrice` |', '| required, set by product | `⟪room.seats⟫` |'],
    ['N062', 'e.status == "enrolled").size()', 'e.status == "⟪enrollled⟫").size()'],
    ['N063', 'e.status == "enrolled").size()', 'e.status == "enrolled").⟪count⟫()'],
    ['N302', '| bookings | list of Booking via room |', '| bookings | list of Booking via ⟪rooom⟫ |'],
  ],
  'what was probably not meant': [
    [
      'N311',
      COURSE_SLUG,
      COURSE_SLUG.replace(', never "new"', '').replace(
        'slug from title, numbered when taken, fixed once made',
        '⟪slug from title, numbered when taken, fixed once made⟫',
      ),
      ['| `/plan` | Course plan | none |', '| `/courses/new` | Course plan | none |'],
    ],
    [
      'N317',
      '| Guest | see | Room | `active` |',
      '| Guest | see | User | | name, ⟪phone⟫ |\n| Guest | see | Room | `active` |',
    ],
    [
      'N318',
      '| Nora Member | nora@example.test | correct-horse-3 | Member |',
      '| ⟪Nora Member⟫ | nora@example.test | correct-horse-3 | |',
    ],
    ['N327', '| title | text 3 to 120 | required |', '| title | text 3 to 120 | required, ⟪blank becomes empty⟫ |'],
    ['N313', '| phone | phone | personal data |', '| ⟪pin⟫ | text | hidden | | |\n| phone | phone | personal data |'],
  ],
}
