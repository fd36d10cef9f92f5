// Three small example products for authors without an idea of their own. Later questions get suggestions from the
// present text, so that a world with changed words stays consistent.

export interface World {
  readonly title: string
  readonly purpose: string
  readonly users: readonly (readonly [user: string, role: string, comesTo: string])[]
  readonly entities: readonly WorldEntity[]
}

export interface WorldEntity {
  readonly name: string
  readonly fields: readonly (readonly [name: string, type: string, rules: string, start: string, meaning: string])[]
}

export const WORLDS: readonly World[] = [
  {
    title: 'Repairs in a house',
    purpose: 'Residents report what is broken in the house, and the caretaker puts it right.',
    users: [
      ['Resident', 'Resident', 'report what is broken'],
      ['Caretaker', 'Caretaker', 'see what is to be done, and do it'],
    ],
    entities: [
      {
        name: 'Repair',
        fields: [
          ['title', 'text up to 120', 'required', '', 'what is broken'],
          ['room', 'text up to 60', 'required', '', 'where it is'],
          ['urgency', 'choice: low, normal, high', 'required', 'normal', ''],
          ['wantedBy', 'date', '', '', 'by when it should work again'],
          ['details', 'long text', '', '', ''],
        ],
      },
    ],
  },
  {
    title: 'Things that are lent',
    purpose: 'Neighbours lend each other tools, and everybody sees what there is.',
    users: [
      ['Neighbour', 'Neighbour', 'find a tool and bring it back'],
      ['Organiser', 'Organiser', 'keep the list in order'],
    ],
    entities: [
      {
        name: 'Tool',
        fields: [
          ['name', 'text up to 80', 'required', '', ''],
          ['condition', 'choice: new, good, worn', 'required', 'good', ''],
          ['deposit', 'money in EUR', '', '', 'what is left as security'],
          ['dueBack', 'date', '', '', 'when it is expected back'],
          ['notes', 'long text', '', '', 'how to handle it'],
        ],
      },
    ],
  },
  {
    title: 'Events of a club',
    purpose: 'A club plans its events, and everybody knows who comes.',
    users: [
      ['Member', 'Member', 'see what is on, and say who comes'],
      ['Organiser', 'Organiser', 'plan the events'],
    ],
    entities: [
      {
        name: 'Event',
        fields: [
          ['title', 'text up to 120', 'required', '', ''],
          ['startsAt', 'date and time', 'required', '', ''],
          ['place', 'text up to 80', 'required', '', ''],
          ['seats', 'whole number 1 to 500', 'required', '20', ''],
        ],
      },
      {
        name: 'Registration',
        fields: [
          ['event', 'Event', 'required, deleted together', '', ''],
          ['name', 'text up to 80', 'required', '', 'who comes'],
          ['guests', 'whole number 0 to 5', 'required', '0', 'how many come along'],
        ],
      },
    ],
  },
]
