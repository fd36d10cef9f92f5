// Made-up entities → their tables of point 3, and the shapes of point 7 that lay their records out.

import { below, chosen, type Random } from '../../chance.ts'
import { dayNear } from '../fields/made-up-field.ts'
import {
  cell,
  COLOURS,
  DELETIONS,
  fieldsOfParts,
  inText,
  type MadeUpEntity,
  maybe,
  relationName,
  table,
} from '../made-up-parts.ts'

export function entityLines(entity: MadeUpEntity, entities: readonly MadeUpEntity[], random: Random): string[] {
  const { name, parent, children, hasState, parts } = entity
  const orderOf = ordersIn(entities)
  const defaults = ['', '', '`1`', '`2 + 3`']
  const rules = parentRules(random)
  const isPart = parent !== null && rules === 'required, deleted together' && maybe(random, 0.5)
  return [
    `### Entity: ${name}`,
    '',
    ...parts.flatMap(({ labels = [] }) => labels),
    ...(isPart ? [`- **Part of:** ${parent} via parent`] : []),
    ...(maybe(random, 0.1) ? ['- **Only grows:** no'] : []),
    ...(maybe(random, 0.3) ? [`- **Label:** ${inText(chosen(LABELS, random))}`] : []),
    '',
    ...table('Field | Type | Rules | Default | Meaning', [
      `code | text up to 60 | required, unique | | ${chosen(['', 'by which it is called'], random)}`,
      `n | whole number | | ${chosen(defaults, random)} | `,
      `flag | yes/no | | ${chosen(['', '`true`', '`false`'], random)} | `,
      `k | choice: ${COLOURS.join(', ')} | ${chosen(['', 'required'], random)} | ${chosen(['`"green"`', 'red'], random)} | `,
      'at | date and time | | | ',
      'day | date | | | ',
      `d | decimal with 2 places | | ${chosen(['', '`1.5`', '`n`'], random)} | `,
      `owner | Person | cleared on deletion | ${chosen(['', '`me`'], random)} | `,
      ...(parent === null ? [] : [`parent | ${parent} | ${rules} | | `]),
      ...children.map((child) => `${relationName(child)} | list of ${child} via parent${orderOf(child)} | | | `),
      `twice | whole number | computed ${cell('orElse(n, 0) * 2')} | | `,
      `share | decimal with 2 places | computed ${cell(chosen(SHARES, random))} | | `,
      ...children.map((child) => `${relationName(child)}Sum | whole number | computed ${cell(sumOf(child))} | | `),
      ...(hasState ? ['status | state | | | '] : []),
      ...fieldsOfParts(entity).map(({ row }) => row),
    ]),
    ...parts.flatMap((part) => part.below ?? []),
  ]
}

/** Every reader of a record sees its code. */
const LABELS = ['code', 'code + "!"', 'upper(code)', '"Record " + code']

function ordersIn(entities: readonly MadeUpEntity[]): (child: string) => string {
  return (child) => entities.find(({ name }) => name === child)?.order ?? ''
}

const SHARES = ['orElse(d, 0) * 1.5', 'orElse(d, 1) - 0.25', 'n == null || d == null ? d : d + n']

function sumOf(child: string): string {
  return `${relationName(child)}.map(c, orElse(c.n, 0)).sum()`
}

function parentRules(random: Random): string {
  const deletion = chosen(DELETIONS, random)
  return deletion !== 'cleared on deletion' && maybe(random, 0.5) ? `required, ${deletion}` : deletion
}

export function shapeLines(
  entity: MadeUpEntity,
  entities: readonly MadeUpEntity[],
  beginsMs: number,
  random: Random,
): string[] {
  const until = (): string => (maybe(random, 0.7) ? ` until ${dayNear(beginsMs, below(12, random))}` : '')
  const { name, parent, children, hasState } = entity
  const orderOf = ordersIn(entities)
  const base = maybe(random, 0.2)
    ? [
        `### Shape: ${name}Base of ${name}`,
        '',
        ...table('Key | Value', ['baseCode | `code`', 'baseN | `n`', 'baseOwner | `owner.code`']),
      ]
    : []
  return [
    ...base,
    `### Shape: ${name}View of ${name}`,
    '',
    ...table('Key | Value', [
      ...(base.length === 0 ? [] : [`everything in ${name}Base | `]),
      ...['code', 'n', 'flag', 'k', 'at', 'day', 'd', 'twice', 'share'].map((field) => `${field} | ${cell(field)}`),
      `owner | ${cell('owner.code')}`,
      ...(maybe(random, 0.3)
        ? [`amount, was quantity${until()} | ${cell(chosen(['n', 'ifAny(n)', 'twice'], random))}`]
        : []),
      `size | ${cell('size(code)')}`,
      ...(hasState ? [`status | ${cell('status')}`] : []),
      ...(parent === null ? [] : [`parent | ${cell('parent.code')}`, `parentN | ${cell('parent.n')}`]),
      ...children
        .filter((child) => orderOf(child) !== '')
        .slice(0, 1)
        .map((child) => `ordered | ${cell(`${relationName(child)}.map(c, c.code)`)}`),
      ...children.flatMap((child) => [
        `${relationName(child)} | ${cell(`${relationName(child)}.map(c, c.code)`)}`,
        `${relationName(child)}Count | ${cell(`${relationName(child)}.size()`)}`,
        `${relationName(child)}Big | ${cell(`${relationName(child)}.filter(c, orElse(c.n, 0) > 1).map(c, c.twice)`)}`,
        `${relationName(child)}Sum | ${cell(`${relationName(child)}Sum`)}`,
      ]),
      ...fieldsOfParts(entity).flatMap(({ name: field, parts = {}, isUnshown }) => [
        ...(isUnshown === true ? [] : [`${field} | ${cell(field)}`]),
        ...Object.entries(parts).map(([key, value]) => `${key} | ${cell(value)}`),
      ]),
    ]),
  ]
}
