// A field of a generated entity → a filter of a list, as in an address.

import { below, chosen } from '../../chance.ts'
import { fieldsOfParts, type MadeUpEntity } from '../made-up-parts.ts'
import type { SendingPlace } from './made-up-field.ts'

const HOUR_MS = 3_600_000

export function filterOf(entity: MadeUpEntity, name: string, place: SendingPlace): string {
  const { random } = place
  const { parent } = entity
  const made = fieldsOfParts(entity)
    .find((field) => field.name === name)
    ?.filter?.(place)
  if (made !== undefined) return made
  if (random() < 0.1) return chosen(['-', 'nonsense', '3..', '..5', '1,,2'], random)
  const number = (): string => String(below(8, random))
  const moment = (): string => new Date(place.nowMs + (below(120, random) - 40) * (HOUR_MS / 2)).toISOString()
  const day = (): string =>
    random() < 0.4 ? chosen(['today', 'yesterday', 'tomorrow'], random) : moment().slice(0, 10)
  const person = (): string => `$Person:${chosen(['ann', 'bob', 'cat'], random)}`
  const several = (value: () => string): string => [value(), ...(random() < 0.3 ? [value(), '-'] : [])].join(',')
  const range = (value: () => string): string =>
    random() < 0.5 ? value() : `${random() < 0.2 ? '' : value()}..${random() < 0.2 ? '' : value()}`
  switch (name) {
    case 'flag':
      return several(() => chosen(['true', 'false'], random))
    case 'k':
      return several(() => chosen(['red', 'green', 'blue'], random))
    case 'status':
      return several(() => chosen(['new', 'busy', 'done'], random))
    case 'at':
      return random() < 0.5 ? range(day) : range(moment)
    case 'day':
      return range(day)
    case 'd':
    case 'share':
      return range(() => chosen(['1.5', '1.50', '2', '0.05', '-3.25', '3'], random))
    case 'owner':
      return several(person)
    case 'parent':
      return several(() => `$${String(parent)}:${place.keyOf(String(parent))}`)
    case 'code':
      return chosen(['-', 'alpha1', 'beta1', 'ann'], random)
    default: {
      const from = below(4, random)
      return random() < 0.3 ? several(number) : `${from}..${random() < 0.4 ? '' : from + below(6, random)}`
    }
  }
}
