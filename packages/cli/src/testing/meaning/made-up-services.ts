// Generated entities → an outside service: calls that use it, answered by the examples of the specification, and signed
// calls that it makes itself, some of them twice.

import { below, chosen, type Random } from '../chance.ts'
import type { AskedCall } from './made-up-asked.ts'
import { condition, inText, type MadeUpEntity, maybe, some, table } from './made-up-parts.ts'

export interface MadeUpService {
  readonly calls: readonly AskedCall[]
  readonly lines: readonly string[]
}

export const SERVICE = 'Depot'

export function madeUpService(entities: readonly MadeUpEntity[], random: Random): MadeUpService {
  const calls = entities.flatMap((entity, index) => [
    ...(maybe(random, 0.2) ? [askingCall(entity, index, random)] : []),
    ...(maybe(random, 0.25) ? [calledCall(entity, index, random)] : []),
  ])
  return { calls, lines: calls.length === 0 ? [] : serviceLines(random) }
}

function serviceLines(random: Random): string[] {
  const count = chosen(['7', '3', '3', '99'], random)
  return [
    `### Outside service: ${SERVICE}`,
    '',
    '- **Address:** DEPOT_URL',
    `- **Signed in with:** ${chosen(['nothing', 'bearer DEPOT_SECRET', 'basic DEPOT_SECRET HOOK_SECRET', 'header X-Key DEPOT_SECRET'], random)}`,
    ...(maybe(random, 0.3) ? [`- **Waits:** 10 seconds${chosen(['', ', 3 tries'], random)}`] : []),
    `- **Signs with:** ${chosen(['GitHub, DEPOT_SECRET', 'HMAC-SHA256 in X-Depot as hex, DEPOT_SECRET', 'HMAC-SHA256 in X-Depot as base64, DEPOT_SECRET'], random)}`,
    '',
    ...table('Operation | Request | Fails with', [
      `tell | \`POST /v1/tell\`${chosen(['', ' as form'], random)} | 402 ODD`,
    ]),
    ...table('Of | Sends | Like | Needed', ['tell | code | text up to 80 | yes', 'tell | about.n | whole number | no']),
    ...table('Of | Gets | Like | Needed | Example', [
      'tell | id | text up to 20 | yes | d-1',
      `tell | stock.count | whole number 0 to 9 | no | ${count}`,
      `tell | isIt | yes/no | no | ${chosen(['yes', 'no', ''], random)}`,
    ]),
  ]
}

function askingCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const path = `/api/ask${index}/:code`
  const steps = some(
    [
      'when `told.stock.count != null`: set x.n to `told.stock.count`',
      'when `told.isIt != null`: change x with flag = `told.isIt`',
      'create Log with what = `orElse(told.id, "nobody")`, n = `x.n`',
    ],
    random,
    0.6,
  )
  const when = maybe(random, 0.3) ? `when ${inText(condition(entity, random, 'x'))}: ` : ''
  return {
    call: { path, entity: name, method: 'POST', sent: () => ({ body: {} }) },
    lines: [
      `### POST ${path} — Ask about ${name}`,
      '',
      `- **Who:** ${chosen(['Member', 'Boss', 'Guest, Member'], random)}`,
      ...(maybe(random, 0.3) ? ['- **Runs as:** the product'] : []),
      '',
      `1. find x in ${name} where \`code == path.code\` or fail LOST`,
      `2. ${when}ask ${SERVICE} to tell with code = \`x.code\`, about.n = \`x.n\` as told or fail EVEN`,
      ...steps.map((step, place) => `${place + 3}. ${step}`),
      `${steps.length + 3}. respond 200 with \`{"id": ifAny(told.id), "count": ifAny(told.stock.count), "n": ifAny(x.n)}\``,
      '',
    ],
  }
}

/** Calls by the service; an equal body is the same event. */
function calledCall(entity: MadeUpEntity, index: number, random: Random): AskedCall {
  const { name } = entity
  const path = `/hooks/depot${index}`
  const repeatable = maybe(random, 0.3)
  return {
    call: {
      path,
      entity: name,
      method: 'POST',
      sent: (chance, keyOf) => ({
        body: {
          data: { code: keyOf(name), ...(maybe(chance, 0.7) ? { n: 1 + below(3, chance) } : {}) },
          ...(repeatable ? { id: chosen(['e1', 'e2', 'e3'], chance) } : {}),
          ...(maybe(chance, 0.1) ? { unknown: 1 } : {}),
        },
        ...(maybe(chance, 0.9) ? { from: SERVICE } : {}),
      }),
    },
    lines: [
      `### POST ${path} — ${SERVICE} tells of ${name}`,
      '',
      `- **Who:** ${SERVICE}`,
      ...(repeatable ? ['- **Repeatable:** by `input.id`'] : []),
      ...(maybe(random, 0.2) ? ['- **Unknown inputs:** refused'] : []),
      '',
      ...table('Input | Like | Needed', [
        'data.code | text up to 60 | yes',
        'data.n | whole number 1 to 3 | no',
        ...(repeatable ? ['id | text up to 9 | yes'] : []),
      ]),
      `1. find x in ${name} where \`code == input.data.code\` or fail LOST`,
      ...some(
        [
          'change x with n = `orElse(x.n, 0) + orElse(input.data.n, 1)`',
          'create Log with what = `"told of " + x.code`, n = `input.data.n`',
          'when `input.data.n == 3`: discard x',
        ],
        random,
        0.7,
      ).map((step, place) => `${place + 2}. ${step}`),
      '9. respond 204',
      '',
    ],
  }
}
