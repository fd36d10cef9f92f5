// A hierarchy of records: a reference upwards, which may go in a circle, and questions whether one stands below another.

import { chosen, type Random } from '../../chance.ts'
import type { MadeUpPart } from './made-up-field.ts'

/** `isOnlyWay`: no other field refers to records of the same entity. */
export function branchFields(random: Random, name: string, isOnlyWay: boolean): MadeUpPart {
  const way = isOnlyWay ? chosen(['', ', over'], random) : ', over'
  const marked = `${name}.filter(m, m.flag == true)`
  return {
    fields: [
      {
        name: 'over',
        row: `over | ${name} | cleared on deletion | | `,
        isUnshown: true,
        parts: {
          overCode: 'over.code',
          below: `${name}.filter(b, b.isWithin(this${way})).map(b, b.code)`,
          isBelowMarked: `over.isWithin(${marked}${way})`,
          isInCircle: `over.isWithin(this${way})`,
          minuteOf: 'minute(orElse(at, now))',
          numberIn: 'asNumber(replace(code, "alpha", ""))',
          numberOf: 'asNumber(string(orElse(d, 0)))',
        },
        related: (called) => [
          `${called('over')}.isWithin(${marked}${way})`,
          `!${called('over')}.isWithin(${called('over')}.over${way})`,
          `${called('over')} == null || isWithin(${called('over')}, ${name}.filter(m, m.owner == me)${way})`,
        ],
        sent: ({ keyOf }) => ({ $entity: name, $code: keyOf(name) }),
        filter: ({ keyOf }) => `$${name}:${keyOf(name)}`,
      },
      {
        name: 'isUnder',
        row: `isUnder | yes/no | computed${chosen(['', ' over all'], random)} \`isWithin(over.over, over${way})\` | | `,
        related: (called) => [called('isUnder')],
        filter: () => chosen(['true', 'false'], random),
      },
    ],
  }
}
