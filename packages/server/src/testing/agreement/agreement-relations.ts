// Generated lists that can be reached from a record, and comparisons of records, for agreement-expressions.ts.

import type { Choosing } from './agreement-values.ts'

/** A record whose fields may be named: `this`, or the item of a comprehension. */
export interface Place {
  readonly entity: string
  readonly prefix: string
  /** Number of item names in scope. */
  readonly depth: number
}

/** Lists of records that can be reached, with the entities of their items. */
export function listsOf(place: Place): readonly { readonly list: string; readonly entity: string }[] {
  const { prefix } = place
  const everywhere = [
    { list: 'Person', entity: 'Person' },
    { list: 'Ticket', entity: 'Ticket' },
    { list: 'Part.filter(f, f.amount > 0)', entity: 'Part' },
  ]
  switch (place.entity) {
    case 'Ticket':
      return [
        { list: `${prefix}parts`, entity: 'Part' },
        { list: `${prefix}owner.teams`, entity: 'Team' },
        { list: `${prefix}owner.friends`, entity: 'Person' },
        { list: `${prefix}owner.clubs`, entity: 'Team' },
        { list: `${prefix}parts.map(w, w.ticket)`, entity: 'Ticket' },
        {
          list: `(${prefix}open ? ${prefix}owner.friends : ${prefix}owner.friends.filter(v, v.age == null))`,
          entity: 'Person',
        },
        { list: `[${prefix}owner, ${prefix}owner]`, entity: 'Person' },
        { list: `(${prefix}open ? ${prefix}owner.friends : [])`, entity: 'Person' },
        ...everywhere,
      ]
    case 'Part':
      return [{ list: `${prefix}ticket.parts`, entity: 'Part' }, ...everywhere]
    case 'Team':
      return [
        { list: `${prefix}members`, entity: 'Person' },
        { list: `${prefix}members.filter(u, u.nick != null)`, entity: 'Person' },
      ]
    default:
      return [
        { list: `${prefix}teams`, entity: 'Team' },
        { list: `${prefix}friends`, entity: 'Person' },
        { list: `${prefix}clubs`, entity: 'Team' },
      ]
  }
}

/** Comparisons of records with each other. */
export function relation(choosing: Choosing, place: Place, self: string | null = null): string {
  const options = [
    'owner == helper',
    'helper != owner',
    'owner.id == input.text',
    'helper == null',
    '(me != null && owner == me)',
    '(helper != null && helper in owner.friends)',
    'owner.isWithin(helper)',
    'helper.isWithin(owner)',
    'helper.isWithin(owner.friends)',
    'owner.isWithin(me)',
  ]
  const here =
    place.entity === 'Ticket'
      ? options.map((text) =>
          text
            .replace(/\b(owner|helper)\b(?!\.friends)/g, `${place.prefix}$1`)
            .replace('owner.friends', `${place.prefix}owner.friends`),
        )
      : []
  const persons =
    self !== null && place.entity === 'Person'
      ? [
          `${self} == owner`,
          `(me != null && ${self} != me)`,
          `${self} == helper`,
          `owner in ${self}.friends`,
          `${self}.id == owner.id`,
          `${self}.id != input.text`,
          `${self}.badge == null`,
          `(${self}.badge != null && ${self}.badge.code < ${self}.name)`,
          `(${self} == ${self}.badge.person)`,
          `${self}.isWithin(owner)`,
          `helper.isWithin(${self})`,
          `me.isWithin(${self})`,
          `owner.isWithin(${self}.friends)`,
        ]
      : []
  const teams =
    self !== null && place.entity === 'Team'
      ? [`${self} == team`, `${self}.lead == owner`, `owner in ${self}.members`, `${self}.id == 2`]
      : []
  const parts =
    self !== null && place.entity === 'Part'
      ? [`${self}.maker == owner`, `${self}.ticket == this`, `${self}.ticket.owner != owner`]
      : []
  const all = [...here, ...persons, ...teams, ...parts]
  return all.length === 0 ? 'open' : choosing.of(all)
}
