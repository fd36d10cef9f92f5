// Lists of records of every kind, references to records of the same entity, and pairs of records.

import { chosen, type Random } from '../../chance.ts'
import { maybe, relationName, some } from '../made-up-parts.ts'
import type { Json } from '../json.ts'
import type { MadeUpField, MadeUpPart, SendingPlace } from './made-up-field.ts'

/** An entity among all generated ones. */
export interface Related {
  readonly name: string
  readonly names: readonly string[]
  readonly parent: string | null
  readonly children: readonly string[]
  readonly hasState: boolean
}

export function relationFields(random: Random, related: Related): MadeUpPart {
  const parts = some([peers, next, twin, owners], random, 0.45).map((part) => part(random, related))
  return {
    fields: parts.flatMap(({ fields }) => fields),
    rules: parts.flatMap(({ rules }) => rules ?? []),
  }
}

/** Makes deleted records restorable. */
export function keptDeletions(random: Random): MadeUpPart {
  return {
    fields: [],
    labels: [`- **Deleted:** ${chosen(['kept 30 days', 'kept 30 days', 'kept `oneMonth`', 'for good'], random)}`],
  }
}

/** A many-to-many relation. */
function peers(random: Random, { name, names }: Related): MadeUpPart {
  const of = chosen([...names, name], random)
  return {
    fields: [
      {
        name: 'peers',
        row: `peers | list of ${of}${chosen(['', ' sorted by code A to Z'], random)} | | | `,
        isUnshown: true,
        parts: {
          peerCodes: 'peers.map(p, p.code)',
          peerCount: 'peers.size()',
          peerTwice: 'peers.filter(p, p.twice > 2).map(p, p.twice)',
        },
        related: (called) => [
          `${called('peers')}.size() > 1`,
          `${called('peers')}.exists(p, p.flag == true)`,
          `${called('peers')}.all(p, p.owner != null)`,
        ],
        sent: (place) => several(place, of),
        filter: (place) => filterOf(place, of),
      },
      {
        name: 'peersSum',
        row: 'peersSum | whole number | computed `peers.map(p, orElse(p.n, 0)).sum()` | | ',
        related: (called) => [`${called('peersSum')} < 4`],
      },
    ],
  }
}

function several({ random, keyOf }: SendingPlace, of: string): Json {
  const one = (): Json => ({ $entity: of, $code: keyOf(of) })
  return random() < 0.1 ? [] : Array.from({ length: 1 + Math.floor(random() * 3) }, one)
}

function filterOf({ random, keyOf }: SendingPlace, of: string): string {
  const one = (): string => `$${of}:${keyOf(of)}`
  return chosen([one(), `${one()},${one()}`, '-', `${one()},-`], random)
}

/** A reference to records of the same entity, without cycles, and its inverse. */
function next(random: Random, { name }: Related): MadeUpPart {
  const deletion = chosen(['cleared on deletion', 'deleted together', 'blocks deletion'], random)
  return {
    fields: [
      {
        name: 'next',
        row: `next | ${name} | ${deletion} | | `,
        isUnshown: true,
        parts: { nextCode: 'next.code', nextTwice: 'next.twice', afterNext: 'next.next.code' },
        related: (called) =>
          [
            `${called('next')} == null`,
            `${called('next')} != null && ${called('next')}.flag == true`,
            `${called('next')} != null && ${called('next')} != this`,
          ].slice(0, called('next') === 'next' ? 3 : 2),
        sent: ({ keyOf }) => ({ $entity: name, $code: keyOf(name) }),
        filter: (place) => filterOf(place, name),
      },
      {
        name: 'before',
        row: `before | list of ${name} via next | | | `,
        isUnshown: true,
        parts: { beforeCodes: 'before.map(b, b.code)' },
        related: (called) => [`${called('before')}.size() > 0`, `${called('before')}.exists_one(b, b.flag == true)`],
      },
    ],
    rules: maybe(random, 0.5) ? [`In line ${name} | ${name} | | | \`next\` never in a circle | EVEN`] : [],
  }
}

/** A one-to-one relation. */
function twin(random: Random, { name }: Related): MadeUpPart {
  return {
    fields: [
      {
        name: 'twin',
        row: `twin | ${name} | unique, ${chosen(['cleared on deletion', 'deleted together', 'blocks deletion'], random)} | | `,
        isUnshown: true,
        parts: { twinCode: 'twin.code' },
        related: (called) => [`${called('twin')} != null && orElse(${called('twin')}.n, 0) < 3`],
        sent: ({ keyOf }) => ({ $entity: name, $code: keyOf(name) }),
        filter: (place) => filterOf(place, name),
      },
      {
        name: 'twinOf',
        row: `twinOf | one ${name} via twin | | | `,
        isUnshown: true,
        parts: { twinOfCode: 'twinOf.code', twinOfTwice: 'twinOf.twice' },
        related: (called) => [
          `${called('twinOf')} == null`,
          `${called('twinOf')} != null && ${called('twinOf')}.flag == true`,
        ],
      },
    ],
  }
}

/** References to people, computed from the records that point here and directly. */
function owners(random: Random, { children }: Related): MadeUpPart {
  const fields = children.flatMap((child): MadeUpField[] => {
    const field = `${relationName(child)}Owners`
    return [
      {
        name: field,
        row: `${field} | list of Person via ${child} | | | `,
        isUnshown: true,
        parts: { [`${field}Codes`]: `${field}.map(p, p.code)`, [`${field}Count`]: `${field}.size()` },
        related: (called) => [`${called(field)}.exists(p, p.isBoss == true)`, `${called(field)}.size() == 1`],
      },
    ]
  })
  return { fields: maybe(random, 0.8) ? fields : [] }
}
