// Numbers of sequences and slugs, which the product generates.

import { chosen, type Random } from '../../chance.ts'
import { some } from '../made-up-parts.ts'
import type { MadeUpField, MadeUpPart } from './made-up-field.ts'

export function fieldsMadeByProduct(random: Random): MadeUpPart {
  return { fields: some(ALL, random, 0.5).flatMap((fields) => fields(random)) }
}

/** Field with a random code. */
export const CODED = 'token'

const ALL: readonly ((random: Random) => readonly MadeUpField[])[] = [
  (random) => [
    {
      name: 'number',
      row: `number | sequence from ${chosen([1, 10], random)}${chosen([', without gaps', ' per year', ' per year, without gaps'], random)} | | | `,
      conditions: (of) => [`${of('number')} % 2 == 0`],
      filter: ({ random: chance }) => chosen(['1..3', '10', '11,12'], chance),
      isSorted: true,
    },
  ],
  (random) => [
    {
      name: 'bill',
      row: `bill | sequence from 1 ${chosen(['per year as "R{year}-{n:3}"', 'per year as "{n:2}/{year}"', 'as "B{n}"', 'as "B{n:2}-{year}"'], random)} | | | `,
      conditions: (of) => [`${of('bill')}.endsWith("1")`],
      filter: ({ random: chance }) => chosen(['R2026-001', 'B1', '01/2026'], chance),
      isSorted: true,
    },
  ],
  (random) => [
    {
      name: 'kind',
      row: 'kind | choice: big, small | required, set once | big | ',
      isSetOnce: true,
      conditions: (of) => [`${of('kind')} == "big"`],
      sent: ({ random: chance }) => chosen(['big', 'small'], chance),
      filter: ({ random: chance }) => chosen(['big', 'small,big'], chance),
      isSorted: true,
    },
    {
      name: 'place',
      row: `place | sequence from 5 per kind${chosen(['', ' per year'], random)} | | | `,
      conditions: (of) => [`${of('place')} > 6`],
      filter: ({ random: chance }) => chosen(['5', '5..6'], chance),
      isSorted: true,
    },
  ],
  () => [
    {
      name: CODED,
      row: `${CODED} | random code of 40 characters | | | `,
      conditions: (of) => [`size(${of(CODED)}) == 40`, `${of(CODED)} == ${of('code')}`],
    },
  ],
  (random) => [
    {
      name: 'title',
      row: `title | text up to 30 | ${chosen(['| ', '| new', 'required | new'], random)} | `,
      conditions: (of) => [`${of('title')} != null`],
      sent: ({ random: chance }) => chosen(['One Two', 'one two', 'Åse & Co.', 'new', '!!!', 'Ω mega', 'x'], chance),
      filter: ({ random: chance }) => chosen(['x', 'new'], chance),
      isSorted: true,
      set: (of) => `"Set " + ${of('code')}`,
    },
    {
      name: 'address',
      row: `address | slug from title${chosen([', numbered when taken', ', numbered when taken, never "new", "x"', ', never "new"', ''], random)}${chosen([', fixed once made', ''], random)} | | | `,
      conditions: (of) => [`${of('address')}.contains("-")`, `size(${of('address')}) > 3`],
      filter: ({ random: chance }) => chosen(['one-two', 'new-2', 'x'], chance),
      isSorted: true,
    },
  ],
]
