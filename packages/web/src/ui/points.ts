// The nine points in the web app: where the running application shows each one, and how each question is answered, with
// the shortest valid example. A missing point or question is a compile error. Only the page about the specification
// loads this file.

import type { Point, QuestionLabel } from '@ninefold/core/model/points.ts'

interface PointGuide {
  /** Where the running application shows what this point states. */
  readonly shownAs: string
}

export const POINT_GUIDES: Readonly<Record<Point, PointGuide>> = {
  purpose: { shownAs: 'The words that welcome people when they sign in.' },
  screens: { shownAs: 'Navigation, pages, lists and buttons.' },
  entities: { shownAs: 'Tables in the database, inputs in forms, cells in lists.' },
  states: { shownAs: 'Badges, and buttons that appear only when a step is possible.' },
  validation: { shownAs: 'Messages at inputs, while typing and again on the server.' },
  roles: { shownAs: 'Signing in, and what each person can see and do.' },
  calls: { shownAs: 'The REST API, and what buttons do.' },
  errors: { shownAs: 'The words of every refusal.' },
  limits: { shownAs: 'Page sizes, deadlines, quotas, language and time zone.' },
}

interface QuestionGuide {
  /** The next thing to write, as one sentence. */
  readonly write: string
  readonly example: string
}

export const QUESTION_GUIDES: Readonly<Record<QuestionLabel, QuestionGuide>> = {
  Purpose: {
    write: 'Say in a few sentences what the product does.',
    example: '**Purpose:** Members book rooms. The office sees which rooms are free.',
  },
  'Intended users': {
    write: 'Name who uses it, with which role, and what for.',
    example:
      '**Intended users:**\n\n| User | Role | Comes to |\n| --- | --- | --- |\n| Member | Member | book a room |',
  },
  'Screens and what a user can do on each': {
    write: 'Describe each screen: who opens it, what it shows, and what can be done there.',
    example:
      '### Screen: Rooms\n\n- **Who:** Member\n- **Shows:** list of Room, sorted by name A to Z, all of them\n- **Columns:** name, seats\n- **When empty:** "No rooms yet."',
  },
  'Product routes and route parameters': {
    write: 'Give every screen its address.',
    example:
      '**Routes:**\n\n| Route | Screen | Parameter |\n| --- | --- | --- |\n| `/` | Rooms | none |\n| `/rooms/:id` | Room | id is Room.id |',
  },
  'Entities and fields': {
    write: 'List what is kept, field by field. One entity is enough to start: a list and a form appear by themselves.',
    example:
      '### Entity: Room\n\n| Field | Type | Rules | Default | Meaning |\n| --- | --- | --- | --- | --- |\n| name | text up to 60 | required, unique | | |\n| seats | whole number 1 to 200 | required | | how many people fit |',
  },
  'States and transitions': {
    write: 'Name the states of a field of type `state`, and the steps between them.',
    example:
      '### States of Booking.status\n\n| State | Means | Kind |\n| --- | --- | --- |\n| asked | waits for the office | initial |\n| confirmed | the room is theirs | final |\n\n| Transition | From | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| confirm | asked | confirmed | Office | | |',
  },
  'Validation rules': {
    write: 'State what must hold, and the error that says so when it does not.',
    example:
      '| Rule | Entity | When | If | Must hold | Otherwise |\n| --- | --- | --- | --- | --- | --- |\n| Ends after it starts | Booking | always | | `startsAt < endsAt` | ENDS_TOO_EARLY |',
  },
  'Roles and permissions': {
    write:
      'Say how people sign in, which roles there are, and what each may do. Actions that are not stated are not allowed.',
    example:
      '### Signing in\n\n- **Users are:** User\n- **Sign in with:** email and password\n\n### Permissions\n\n| Who | May | Entity | Only where | Fields |\n| --- | --- | --- | --- | --- |\n| Member | see | Room | | all |',
  },
  'Product calls (method, path shape, payload shape)': {
    write: 'List the standard calls of each entity, and describe any others.',
    example:
      '### Standard calls\n\n| Entity | Path | Calls | Found by | Answers with |\n| --- | --- | --- | --- | --- |\n| Room | `/api/rooms` | list, get, create, change | id | everything visible |',
  },
  'Responses and what the product does with them': {
    write: 'Say what a call answers, key by key.',
    example: '### Shape: RoomView of Room\n\n| Key | Value |\n| --- | --- |\n| name | `name` |\n| seats | `seats` |',
  },
  'Error catalogue': {
    write: 'List the errors that the product can answer with.',
    example:
      '| Code | Status | About | Message |\n| --- | --- | --- | --- |\n| ENDS_TOO_EARLY | 422 | endsAt | The end must come after the start. |',
  },
  'Product-specific error messages': {
    write: 'Keep the supplied wording of built-in refusals, or say your own.',
    example: '**Built-in errors:** as supplied, messages in English',
  },
  'Business constants and limits': {
    write: 'Name the numbers and settings that the rest of the text uses.',
    example:
      '| Setting | Value |\n| --- | --- |\n| Time zone | Europe/Berlin |\n| Language | en |\n\n| Constant | Value | Used for |\n| --- | --- | --- |\n| pageSize | 20 | lists |',
  },
}
