// Generated entities with random codes → calls that admit anybody who has the code of a record.

import { chosen, type Random } from '../../chance.ts'
import { CODED } from '../fields/made-by-product.ts'
import type { AskedCall } from '../made-up-asked.ts'
import { fieldsOfParts, inText, type MadeUpEntity, maybe, table } from '../made-up-parts.ts'

export function codedCalls(entities: readonly MadeUpEntity[], random: Random): AskedCall[] {
  return entities.flatMap((entity, index) =>
    fieldsOfParts(entity).some(({ name }) => name === CODED) ? [codedCall(entity, index, random)] : [],
  )
}

function codedCall({ name }: MadeUpEntity, index: number, random: Random): AskedCall {
  const path = `/api/link${index}`
  const steps = [
    `find x in ${name} where ${inText(`${CODED} == input.link`)} or fail LOST`,
    chosen(
      [
        'set x.n to `orElse(x.n, 0) + 1`',
        `create Log with what = ${inText(`x.${CODED} == input.link ? "it is" : "it is not"`)}, n = \`1\``,
      ],
      random,
    ),
    `respond 200 with ${inText(`{"x": ifAny(x.code), "link": ifAny(x.${CODED}), "sent": input.link}`)}`,
  ]
  return {
    call: {
      path,
      entity: name,
      method: 'POST',
      sent: (chance, keyOf) => ({
        body: { link: maybe(chance, 0.9) ? { $entity: name, $code: keyOf(name), $field: CODED } : 'abcd' },
      }),
    },
    lines: [
      `### POST ${path} — By its code`,
      '',
      `- **Who:** ${chosen(['Member', 'Guest, Member'], random)}`,
      ...(maybe(random, 0.6) ? ['- **Runs as:** the product'] : []),
      '',
      ...table('Input | Like | Needed', ['link | text up to 40 | yes']),
      ...steps.map((step, place) => `${place + 1}. ${step}`),
      '',
    ],
  }
}
