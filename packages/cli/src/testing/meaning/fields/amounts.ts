// Numbers with limits, percentages, money in one currency and money with its own currency.

import { chosen, type Random } from '../../chance.ts'
import type { Json } from '../json.ts'
import { some } from '../made-up-parts.ts'
import type { MadeUpField, MadeUpPart } from './made-up-field.ts'

/** Constants of point 9. */
export const AMOUNTS = ['fee | 4.90 EUR | fees', 'most | 3 | counts', 'least | 2 | counts'] as const

export function amountFields(random: Random): MadeUpPart {
  return { fields: some(ALL, random, 0.5).flatMap((fields) => fields(random)) }
}

const ALL: readonly ((random: Random) => readonly MadeUpField[])[] = [
  (random) => [
    {
      name: 'price',
      row: `price | money in EUR | ${chosen(['', 'at least 0', 'at least 0, at most 100'], random)} | ${chosen(['', '`fee`', '2 EUR'], random)} | `,
      parts: { priceHalf: 'div(orElse(price, fee), 3)', priceAmount: 'price.amount', priceIn: 'price.currency' },
      conditions: (of) => [
        `${of('price')} == null || ${of('price')} >= fee`,
        `orElse(${of('price')}, fee) == fee`,
        `${of('price')} != null && round(${of('price')} / 3, 2) > 0`,
      ],
      sent: sentOf(['5', '4.90', '4.9', '-1', '100.01', '0.005', 3, 'x']),
      filter: ({ random: chance }) => chosen(['4.90', '0..5', '..4.9', '-', '5,4.90', 'x'], chance),
      isSorted: true,
      set: (of) => `orElse(${of('price')}, fee) + fee`,
    },
    {
      name: 'total',
      row: `total | money in EUR | computed \`${chosen(['orElse(price, fee) * 2', 'price == null ? fee : round(price * 1.19, 2)', 'price'], random)}\` | | `,
      conditions: (of) => [`${of('total')} != null && ${of('total')} > fee`],
      filter: ({ random: chance }) => chosen(['9.8', '9..11', '..5'], chance),
    },
  ],
  () => [
    {
      name: 'yen',
      row: 'yen | money in JPY | | 500 | ',
      conditions: (of) => [`${of('yen')} != null && ${of('yen')} > 0`],
      sent: sentOf([100, '200', '1.5', '1.0', null]),
      filter: ({ random: chance }) => chosen(['100..300', '500', '-,100'], chance),
      isSorted: true,
    },
  ],
  (random) => [
    {
      name: 'tip',
      row: `tip | money with currency | | ${chosen(['', '0 EUR', '1.50 USD'], random)} | `,
      parts: { tipNumber: 'number(tip.amount)', tipAmount: 'tip.amount', tipIn: 'tip.currency' },
      conditions: (of) => [
        `${of('tip')} == null`,
        `${of('tip')} != null && ${of('tip')}.currency == "EUR"`,
        `${of('tip')} != null && ${of('tip')}.amount > 1`,
      ],
      sent: sentOf([
        { amount: '1.50', currency: 'EUR' },
        { amount: 2, currency: 'USD' },
        { amount: '7', currency: 'JPY' },
        { amount: '1.234', currency: 'EUR' },
        { amount: '3' },
        { currency: 'EUR' },
        '4 EUR',
        { amount: '1', currency: 'XXX' },
      ]),
      filter: ({ random: chance }) => chosen(['EUR', '1.50 EUR', '0..2 USD', '..5 EUR', 'XXX', '-', '1'], chance),
      isSorted: true,
    },
  ],
  () => [
    {
      name: 'rate',
      row: 'rate | percent | at most 50 | | ',
      conditions: (of) => [`orElse(${of('rate')}, 0) * 2 >= 19`],
      sent: sentOf(['19', '7.5', 50, '50.01', '-3', '0.123456']),
      filter: ({ random: chance }) => chosen(['19', '0..20', '7.50,-'], chance),
      isSorted: true,
    },
  ],
  (random) => [
    {
      name: 'count',
      row: `count | whole number 1 to 5 | ${chosen(['required | 1', '| `most`', 'at most 4 | `most - 1`', 'at most `most` |', 'at least `least` | `most`'], random)} | `,
      conditions: (of) => [
        `orElse(${of('count')}, 0) < most`,
        `${of('count')} != null && abs(0 - ${of('count')}) % 2 == 1`,
      ],
      sent: sentOf([1, 2, 5, 0, 6, 2.5, '3']),
      filter: ({ random: chance }) => chosen(['2', '1..3', '1,5,-'], chance),
      isSorted: true,
      set: (of) => `orElse(${of('count')}, 0) + 1`,
    },
    {
      name: 'lowest',
      row: `lowest | whole number ${chosen(['at least 1', 'from 0'], random)} | | \`n\` | `,
      conditions: (of) => [`${of('lowest')} != null && ${of('lowest')} > 2`],
      sent: sentOf([1, 3, 0, -1]),
      isSorted: true,
      set: (of) => `orElse(${of('n')}, 2) - 1`,
    },
  ],
]

function sentOf(values: readonly Json[]): NonNullable<MadeUpField['sent']> {
  return ({ random }) => chosen(values, random)
}
