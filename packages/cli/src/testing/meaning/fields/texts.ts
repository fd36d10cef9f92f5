// Texts of every kind, choices, and several of them.

import { chosen, type Random } from '../../chance.ts'
import { some } from '../made-up-parts.ts'
import type { MadeUpField, MadeUpPart, SendingPlace } from './made-up-field.ts'

export function textFields(random: Random): MadeUpPart {
  return { fields: some(ALL, random, 0.4).map((field) => field(random)) }
}

type Making = (random: Random) => MadeUpField

function textOf(
  name: string,
  type: string,
  rules: readonly string[],
  values: readonly string[],
  filter?: string,
): Making {
  return (random) => ({
    name,
    row: `${name} | ${type} | ${chosen(rules, random)} | | `,
    parts: { [`${name}Size`]: `size(orElse(${name}, ""))` },
    conditions: (of) => [
      `${of(name)} == null`,
      `${of(name)} != null && ${of(name)}.contains("a")`,
      `orElse(${of(name)}, "b") < "c"`,
      `upper(orElse(${of(name)}, "")) == lower(orElse(${of(name)}, "")) || ${of(name)} == null`,
    ],
    sent: ({ random: chance }) => chosen(values, chance),
    filter: ({ random: chance }) => (filter !== undefined && chance() < 0.3 ? filter : chosen(values, chance)),
    isSorted: true,
  })
}

const ALL: readonly Making[] = [
  textOf(
    'mail',
    'email',
    ['', 'unique ignoring case'],
    ['a@b.test', 'A@B.test', 'ｂ@b.test', 'c@d.test', 'nobody', ' e@f.test '],
  ),
  textOf('site', 'url', [''], ['https://a.test', 'http://b.test/x?y=1', 'ftp://a.test', 'HTTPS://A.test']),
  textOf('tel', 'phone', [''], ['+49 30 1234', '030-99', 'call me', '12']),
  textOf('land', 'country', [''], ['DE', 'FR', 'de', 'Germany'], '-'),
  textOf('tongue', 'language', [''], ['en', 'pt-BR', 'e', 'de'], '-'),
  textOf('tint', 'colour', [''], ['#aabbcc', '#AABBCC', 'red']),
  textOf(
    'word',
    'text 2 to 8',
    ['', 'unique ignoring case'],
    ['a', 'ab', 'ÄB', 'äb', 'straße', '   ', 'longer than it may be', 'a\tb'],
  ),
  textOf('note', 'long text up to 12', [''], ['a\nb', ' kept ', '', 'far too long a note', '😀😀']),
  textOf('mark', 'text up to 9', ['unique within k', 'unique'], ['m1', 'm2', 'm3']),
  textOf(
    'essay',
    'long text',
    ['', 'trimmed', 'blank becomes empty', 'trimmed, searchable'],
    ['  a\nb ', '   ', 'c\n\n'],
  ),
  textOf(
    'prose',
    'formatted text up to 20',
    ['', 'trimmed', 'personal data'],
    ['**a**', ' b ', 'much too long for what it is'],
  ),
  textOf(
    'plate',
    'text up to 9',
    ['pattern `[A-Z]{2}-[0-9]{1,3}`', 'pattern `[a-zA-Z-]*[0-9]+`, unique'],
    ['AB-1', 'ab-1', 'AB-1234', 'AB-12 ', '-'],
  ),
  textOf(
    'plain',
    'text',
    ['', 'unique ignoring case within k', 'trimmed', 'blank becomes empty'],
    ['p', 'P', 'ｐ', ' ', 'q'],
  ),
  textOf('zone', 'time zone', [''], ['Europe/Berlin', 'UTC', 'Mars/Base', 'Europe/Munich']),
  (random) => ({
    name: 'tone',
    row: `tone | choice Tone | ${chosen(['', 'required'], random)} | loud | `,
    conditions: (of) => [`${of('tone')} == "soft"`, `orElse(${of('tone')}, "loud") > "soft"`],
    sent: oneOf(['soft', 'loud', 'other']),
    filter: oneOf(['soft', 'loud,-', '!soft']),
    isSorted: true,
  }),
  () => ({
    name: 'tones',
    row: 'tones | choices Tone | | | ',
    parts: { toneCount: 'tones.size()' },
    conditions: (of) => [`"loud" in ${of('tones')}`],
    sent: ({ random: chance }) => chosen<readonly string[]>([[], ['loud'], ['loud', 'soft']], chance),
    filter: oneOf(['soft', '-']),
  }),
  (random) => ({
    name: 'grade',
    row: `grade | choice: none, low, high | ${chosen(['', 'required'], random)} | ${chosen(['"none"', 'low'], random)} | `,
    conditions: (of) => [
      `${of('grade')} == "none"`,
      `orElse(${of('grade')}, "low") >= "low"`,
      `${of('grade')} in ["low", "high"]`,
    ],
    sent: oneOf(['none', 'low', 'high', 'other']),
    filter: oneOf(['none', 'low,none', '-', 'high,-']),
    isSorted: true,
    set: () => '"high"',
  }),
  (random) => ({
    name: 'hues',
    row: `hues | choices: red, none, blue | ${chosen(['', 'required'], random)} | ${chosen(['red', 'red, blue', '"none"'], random)} | `,
    parts: { hueCount: 'hues.size()', isRed: '"red" in hues' },
    conditions: (of) => [`"red" in ${of('hues')}`, `${of('hues')}.size() > 1`, `${of('hues')}.exists(h, h != "red")`],
    sent: ({ random: chance }) =>
      chosen<readonly string[]>([[], ['red'], ['blue', 'red'], ['none', 'none'], ['pink']], chance),
    filter: oneOf(['red', 'red,blue', '-', 'none,-', 'pink']),
    set: () => '["blue"]',
  }),
]

function oneOf(values: readonly string[]): (place: SendingPlace) => string {
  return ({ random }) => chosen(values, random)
}
