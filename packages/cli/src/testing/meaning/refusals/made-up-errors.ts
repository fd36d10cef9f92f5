// Chance → the words of refusals: error bodies, headers, and messages with values. By chances of their own: what is refused, and
// with which status, is as without them.

import { chosen, randomOf } from '../../chance.ts'
import { CODES, type MadeUpEntity, maybe, some } from '../made-up-parts.ts'

const PROBLEM = '{"code": p.code, "about": p.about, "said": p.message, "at": p.path, "to": p.pointer, "with": p.status'

const BODIES = [
  '`{"code": code, "message": message, "about": about, "status": status, "count": problems.size()}`',
  '`{"error": {"code": code, "fields": errors}, "of": requestId}`',
  `\`problems.map(p, ${PROBLEM}})\``,
  `\`{"problems": problems.map(p, ${PROBLEM}, "asked": p.parameter, "rejected": p.value}), "time": now}\``,
  '`{"codes": problems.map(p, p.code), "id": sent["n"], "sent": sent, "call": method + " " + path}`',
  `\`{"errors": problems.map(p, ${PROBLEM}})}\` as application/vnd.api+json`,
  '`code + ": " + message` as text',
  '`string(problems.size()) + " " + code` as text/x-refused',
] as const

const HEADERS = [
  'X-Error `code`',
  'X-Error `problems.size() > 1 ? "several" : message`',
  'X-Error `status == 404 ? null : about`',
] as const

/** `of`: what the chances are drawn from. */
export function errorBodyLines(of: string): string[] {
  const random = randomOf(`error body ${of}`)
  return [
    ...(maybe(random, 0.3) ? [`**Error body:** ${chosen(BODIES, random)}`] : []),
    ...(maybe(random, 0.3) ? [`**Error headers:** ${chosen(HEADERS, random)}`] : []),
  ]
}

/** Built-in errors whose messages have placeholders. Their statuses are the supplied ones. */
export function wordedErrors(of: string): string[] {
  const random = randomOf(`words of errors ${of}`)
  if (maybe(random, 0.6)) return []
  return some(
    [
      'too big | | the field | {field} is above {max}, or below {min}. ',
      'too small | | | {field}: at least {min}, {limit}',
      'too long | | the field | Up to {max} characters of {field}.',
      'too short | | | From {min} to {max} characters.',
      'unknown input | | | There is no {field}.',
      'not acceptable | | | One of {types}.',
      'wrong state | | | Not now.',
      'end before start | | the field | {field} ends too soon.',
    ],
    random,
    0.5,
  )
}

/** The code that rules of one entity have in the place of the first one, so that its message may name fields. */
function ownCode({ name }: MadeUpEntity): string {
  return `${CODES[0]}_${name.toUpperCase()}`
}

export function isOwnCode(code: string): boolean {
  return code.startsWith(`${CODES[0]}_`)
}

export function withOwnCode(rows: readonly string[], entity: MadeUpEntity): string[] {
  const random = randomOf(`codes ${rows.join()}`)
  return rows.map((row) =>
    row.endsWith(`| ${CODES[0]}`) && maybe(random, 0.6) ? `${row.slice(0, -CODES[0].length)}${ownCode(entity)}` : row,
  )
}

/** Rows of the catalogue for the codes that these rules have. */
export function ownCodeRows(entities: readonly MadeUpEntity[], rules: readonly string[]): string[] {
  const raised = entities.filter((entity) => rules.some((row) => row.endsWith(ownCode(entity))))
  return raised.map((entity) => {
    const random = randomOf(`message ${rules.join()} ${entity.name}`)
    const values = some(['{n}', '{flag}', '{k}', '{owner.code}', '{twice}', '{most}'], random, 0.6)
    return `| ${ownCode(entity)} | 422 | ${chosen(['n', 'rule'], random)} | {code} is odd: ${values.join(', ')}. |`
  })
}
