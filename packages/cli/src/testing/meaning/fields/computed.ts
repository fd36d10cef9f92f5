// Fields computed from other records, from other computed fields, from the caller and from the present time; and
// default values of new records.

import { chosen, type Random } from '../../chance.ts'
import { relationName, some } from '../made-up-parts.ts'
import type { MadeUpField, MadeUpPart } from './made-up-field.ts'
import type { Related } from './relations.ts'

export function computedFields(random: Random, related: Related): MadeUpPart {
  return { fields: some([...OWN, ...ofRelated(related)], random, 0.3) }
}

function computed(
  name: string,
  type: string,
  of: string,
  conditions: (called: string) => readonly string[],
  filter?: string,
): MadeUpField {
  return {
    name,
    row: `${name} | ${type} | computed \`${of}\` | | `,
    related: (called) => conditions(called(name)),
    ...(filter === undefined ? {} : { filter: () => filter }),
  }
}

const OWN: readonly MadeUpField[] = [
  computed('deep', 'whole number', 'twice * 2 + size(code)', (name) => [`${name} > 9`], '8..20'),
  computed('deeper', 'decimal with 2 places', 'orElse(share, 0) + twice', (name) => [`${name} > 4.5`], '0..9'),
  computed('mine', 'yes/no', 'owner != null && owner == me', (name) => [name, `!${name}`], 'true'),
  computed('isPast', 'yes/no', 'at != null && at < now', (name) => [name], 'true,false'),
  computed('ownerBoss', 'yes/no', 'owner != null && owner.isBoss == true', (name) => [name], 'true'),
  computed(
    'ownerCode',
    'text',
    'owner.code',
    (name) => [`${name} == null`, `${name} != null && ${name} < "bob"`],
    'ann',
  ),
  computed('words', 'text', 'code + ": " + string(orElse(n, 0)) + (flag == true ? "!" : "?")', (name) => [
    `size(${name}) > 12`,
  ]),
  computed('hue', 'choice: red, green, blue', 'k', (name) => [`${name} != null && ${name} > "red"`], 'red,-'),
  {
    name: 'everybody',
    row: 'everybody | whole number | computed over all `Log.filter(l, l.n != null).size()` | | ',
    related: (called) => [`${called('everybody')} > 2`],
  },
  {
    name: 'heavy',
    row: 'heavy | whole number | computed and stored over all `orElse(n, 0) * 2 + 1` | | ',
    conditions: (called) => [`${called('heavy')} > 3`],
    filter: () => '1..9',
    isSorted: true,
  },
  computed('tidy', 'text', 'trim(code) + "/" + join(["a", code], "-")', (name) => [`${name}.startsWith("alpha1")`]),
  computed('turned', 'whole number', '-orElse(n, 0) - stepOf(n, d)', (name) => [`${name} < 0`], '-5..0'),
  computed(
    'pace',
    'whole number',
    '(k == null ? 0 : paceOf(k)) + gradeOf(n, k, d)',
    (name) => [`orElse(${name}, 0) > 1`],
    '1..2',
  ),
  computed('stamp', 'whole number', 'unixSeconds(orElse(at, now)) % 7', (name) => [`${name} > 3`]),
  computed('stampMs', 'whole number', 'orElse(div(unixMilliseconds(orElse(at, now)), 60000), 0) % 9', (name) => [
    `${name} > 3`,
  ]),
  {
    name: 'steady',
    row: 'steady | whole number | computed and stored `orElse(n, 0) * 3 - 1` | | ',
    conditions: (called) => [`${called('steady')} % 2 == 0`],
    filter: () => '0..9',
    isSorted: true,
  },
  {
    name: 'maker',
    row: 'maker | Person | set by product, cleared on deletion | `me` | ',
    isUnshown: true,
    parts: { makerCode: 'maker.code' },
    conditions: (called) => [`${called('maker')} != null`],
    filter: () => '$Person:ann',
  },
  {
    name: 'since',
    row: 'since | date and time | set by product | `now` | ',
    conditions: (called) => [`${called('since')} != null && ${called('since')} < now`],
    filter: () => 'today',
    isSorted: true,
  },
  {
    name: 'called',
    row: 'called | text up to 80 | | `code + "!"` | ',
    conditions: (called) => [`${called('called')} != null && ${called('called')}.endsWith("!")`],
    sent: ({ random }) => chosen(['hey', 'hey!'], random),
    isSorted: true,
  },
  {
    name: 'limit',
    row: 'limit | whole number | | `most` | ',
    conditions: (called) => [`${called('limit')} != null && ${called('limit')} > most`],
    sent: ({ random }) => chosen([1, 3, 9], random),
    isSorted: true,
  },
  {
    name: 'first',
    row: 'first | whole number | set once | `orElse(n, 0) + 1` | ',
    conditions: (called) => [`${called('first')} == 1`],
    sent: ({ random }) => chosen([1, 2], random),
    isSetOnce: true,
  },
]

function ofRelated({ parent, children }: Related): MadeUpField[] {
  const ofParent =
    parent === null
      ? []
      : [
          computed('above', 'whole number', 'parent == null ? 0 : parent.twice', (name) => [`${name} > 1`], '0..4'),
          computed('aboveFlag', 'yes/no', 'parent != null && parent.flag == true', (name) => [name], 'true'),
        ]
  return [
    ...ofParent,
    ...children.flatMap((child) => {
      const list = relationName(child)
      return [
        computed(
          `${list}Most`,
          'whole number',
          `${list}.filter(c, c.n != null).map(c, c.n).max()`,
          (name) => [`${name} != null && ${name} > 3`],
          '0..5',
        ),
        computed(
          `${list}First`,
          'date',
          `${list}.filter(c, c.day != null).map(c, c.day).min()`,
          (name) => [`${name} == null`],
          'today',
        ),
        computed(
          `${list}Share`,
          'decimal with 2 places',
          `${list}.filter(c, c.d != null).map(c, c.d).avg()`,
          (name) => [`orElse(${name}, 1) > 1`],
        ),
        computed(
          `${list}Deep`,
          'whole number',
          `${list}.filter(c, c.twice > 2).map(c, c.twice).sum()`,
          (name) => [`${name} > 4`],
          '4..',
        ),
        computed(
          `${list}Mine`,
          'yes/no',
          `${list}.exists(c, c.owner != null && c.owner == me)`,
          (name) => [name],
          'true',
        ),
        computed(`${list}All`, 'yes/no', `${list}.all(c, c.flag == true)`, (name) => [name], 'false'),
        computed(`${list}One`, 'yes/no', `${list}.exists_one(c, c.k == "red")`, (name) => [name]),
      ]
    }),
  ]
}
