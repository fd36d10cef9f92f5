// Generated entities → calls with steps, schedules, and their messages.

import { chosen, type Random } from '../chance.ts'
import {
  CODES,
  condition,
  fieldsOfParts,
  inText,
  ownCondition,
  recordName,
  type MadeUpCall,
  type MadeUpEntity,
  maybe,
  relationName,
  numbered,
  peersOf,
  settings,
  some,
  table,
} from './made-up-parts.ts'

export function callLines(
  { path, entity: name }: MadeUpCall,
  entities: readonly MadeUpEntity[],
  random: Random,
): string[] {
  const entity = entities.find((each) => each.name === name)
  if (entity === undefined) throw new Error('Defect: a call about an entity that is not there.')
  const other = chosen(entities, random)
  // Several steps deferred together have no order.
  const laterStands = chosen(['above', 'above', 'below', 'nowhere', 'nowhere', 'nowhere'], random)
  const steps = [
    `find x in ${name} where \`code == path.code\` or fail LOST`,
    ...some(stepsAbout(entity, other, random), random, 0.45),
    ...(maybe(random, 0.2)
      ? [`when ${inText(condition(entity, random, 'x'))}: respond 202 with \`{"early": x.code}\``]
      : []),
    ...(maybe(random, 0.3)
      ? [
          `when ${inText(condition(entity, random, 'x'))}: find same in ${name} where \`code == path.code\` or fail LOST`,
          'when `same != null`: set x.k to `"green"`',
        ]
      : []),
    ...(laterStands === 'above' ? [laterStep(entity, random)] : []),
    ...(maybe(random, 0.15)
      ? [
          `let told be \`${name}View(x)\``,
          'discard x',
          'respond 200 with `{"gone": told, "none": ifAny(path.code == "" ? {"told": told} : null)}`',
        ]
      : [`respond 200 with \`{"x": ${name}View(x)}\``]),
    ...(laterStands === 'below' ? [laterStep(entity, random)] : []),
  ]
  return [
    `### POST ${path} — Act on ${name}`,
    '',
    `- **Who:** ${chosen(['Member', 'Boss', 'Guest, Member', 'Member'], random)}`,
    ...(maybe(random, 0.1) ? ['- **Used by:** other programs'] : []),
    ...(maybe(random, 0.3) ? [`- **Runs as:** the product${maybe(random, 0.3) ? ', whoever calls' : ''}`] : []),
    '',
    ...table('Input | Like | Needed', ['code | text up to 60 | yes', 'm | whole number | no', `n | ${name}.n | no`]),
    ...steps.map((step, index) => `${index + 1}. ${step}`),
    '',
  ]
}

/**
 * Steps are independent of each other, except that a step may read the result of a skippable one, and then checks for
 * it.
 */
function stepsAbout(entity: MadeUpEntity, other: MadeUpEntity, random: Random): string[] {
  const of = other.name
  const parentSet = entity.parent === null ? '' : ', parent = `x.parent`'
  const child = chosen([...entity.children, null], random)
  return [
    `let v be \`x.n == null ? 0 : x.n + 1\``,
    `require ${inText(condition(entity, random, 'x'))} or fail ${chosen(CODES, random)}`,
    `require \`input.m == null || input.m > 1\` or fail ${chosen(CODES, random)}`,
    `when \`input.m != null\`: find y in ${of} where \`code == input.code\` or fail ${chosen(CODES, random)}`,
    `list ys from ${of} where ${inText(condition(other, random))}, sorted by code A to Z, all of them`,
    `when ${inText(condition(entity, random, 'x'))}: change x with given n`,
    `set x.n to \`orElse(x.n, 0) + 1\``,
    `when \`input.m != null && input.m > 2\`: set x.flag to \`true\``,
    `create ${entity.name} as z with code = \`input.code + "-z"\`, n = \`input.m\`, k = \`"red"\`${parentSet}`,
    `record ${entity.name} as w with code = \`x.code + "-w"\`, n = \`x.n\`, k = \`x.k\`${parentSet}`,
    ...(entity.hasState ? [chosen([`do begin on x${handedOn(entity)}`, 'do finish on x'], random)] : []),
    `send ${entity.name}Called`,
    ...(child === null
      ? []
      : [
          `for each c in x.${relationName(child)} where \`c.n == null || c.n < 4\`:\n    1. set c.n to \`orElse(c.n, 0) + 1\``.replaceAll(
            'c.n == null || c.n < 4',
            'n == null || n < 4',
          ),
        ]),
    `change x with flag = \`!(x.flag == true)\``,
    ...listSteps(entity, random),
    ...settings(entity, (field) => `x.${field}`).flatMap(([field, value]) => [
      `set x.${field} to ${inText(value)}`,
      `change x with ${field} = ${inText(value)}`,
    ]),
  ]
}

/** Records that come to a list of the record, and go. */
function listSteps(entity: MadeUpEntity, random: Random): string[] {
  const of = peersOf(entity)
  return of === null
    ? []
    : [
        `when \`input.m != null\`:${numbered([
          `find peer in ${of} where \`code == input.code\` or fail ${chosen(CODES, random)}`,
          chosen(['add peer to x.peers or fail EVEN', 'remove peer from x.peers or fail ODD'], random),
        ])}`,
        `for each peer in ${of} where ${inText(chosen(['flag == true', 'n != null', 'size(code) > 6'], random))}:${numbered(
          [chosen(['add peer to x.peers or fail EVEN', 'remove peer from x.peers or fail ODD'], random)],
        )}`,
      ]
}

function handedOn({ needsInput }: MadeUpEntity): string {
  return needsInput ? ' with m = `orElse(input.m, 3)`' : ''
}

/** Its effects are not visible before the answer. */
function laterStep(entity: MadeUpEntity, random: Random): string {
  const steps = some(
    [
      `record Log with what = \`"later " + x.code\`, n = \`x.n\`, at = \`now\``,
      `set x.n to \`orElse(x.n, 0) + 10\``,
      `when ${inText(condition(entity, random, 'x'))}: change x with flag = \`true\``,
      `require ${inText(condition(entity, random, 'x'))} or fail ${chosen(CODES, random)}`,
      'change x with n = `input.m`',
      `send ${entity.name}Called`,
      ...(entity.hasState ? ['do finish on x'] : []),
    ],
    random,
    0.4,
  )
  const all = steps.length === 0 ? ['set x.k to `"green"`'] : steps
  return ['later:', ...all.map((step, index) => `    ${index + 1}. ${step}`)].join('\n')
}

/** One message sent by a transition, and one sent by a call. */
export function messageLines(entity: MadeUpEntity, random: Random): string[] {
  const { name } = entity
  const record = recordName(name)
  const hasAddress = fieldsOfParts(entity).some((field) => field.name === 'site')
  const message = (title: string, of: string): string[] => [
    `### Message: ${name}${title}`,
    '',
    ...(hasAddress && maybe(random, 0.7)
      ? ['- **By:** webhook, signed with HOOK_SECRET', `- **To:** ${inText(`${of}.site`)}`]
      : [`- **By:** ${chosen(['email', 'in-app'], random)}`, `- **To:** ${inText(`${of}.owner`)}`]),
    `- **Subject:** ${title} {${of}.code}`,
    `- **Body:** It has {${of}.n} and {${of}.twice}, is {${of}.k}, and is it? {${of}.flag}`,
    '',
  ]
  if (maybe(random, 0.7)) return [...message('Told', record), ...message('Called', 'x')]
  const row = (title: string, of: string): string =>
    `${name}${title} | ${chosen(['email', 'in-app'], random)} | ${inText(`${of}.owner`)} | ${title} {${of}.code} | It has {${of}.n}`
  return ['### Messages', '', ...table('Message | By | To | Subject | Body', [row('Told', record), row('Called', 'x')])]
}

/** Steps of the product's own for each record. */
export function scheduleLines(entities: readonly MadeUpEntity[], random: Random): string[] {
  return some(entities, random, 0.4).flatMap((entity) => [
    `### Schedule: nightly ${entity.name}`,
    '',
    `- **Runs:** ${chosen(['every hour', 'every day at 02:00', 'every weekday at 07:30', 'every monday, friday at 23:00', 'every month on day 31 at 02:30', 'every 5 minutes', 'every monday at 07:30', 'every monday, thursday at 05:00'], random)}`,
    '',
    `1. for each x in ${entity.name} where ${inText(ownCondition(entity, random))}:`,
    ...some(
      [
        'set x.n to `orElse(x.n, 0) + 1`',
        'record Log with what = `"nightly " + x.code`, n = `x.n`',
        `send ${entity.name}Called`,
      ],
      random,
      0.6,
    )
      .concat('when `x.n != null && x.n > 20`: discard x')
      .map((step, index) => `    ${index + 1}. ${step}`),
    '',
  ])
}
