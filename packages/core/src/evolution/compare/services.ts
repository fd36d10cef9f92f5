// Outside services of point 7 in two models → changes of questions, and what the operator has to configure.

import type { Service } from '../../model/calls.ts'
import { type ServiceSigning, signingInWords, variablesOf } from '../../model/outside/services.ts'
import { listed } from '../meaning.ts'
import { KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function servicesSaid(before: readonly Service[], after: readonly Service[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['review', `The service ${name} is asked no more.`]],
    made: (service) => [['review', `The service ${service.name} is new: it needs ${listed(variablesOf(service))}.`]],
    changed: (pair) => membersSaid(`The service ${pair.now.name}`, serviceMembers(pair.now), pair),
    order: ['safe', 'The services stand in another order.'],
  })
}

function serviceMembers(service: Service): Members<Service> {
  const { name } = service
  return {
    name: KEY,
    address: (_, now) => [['review', `The service ${name} is at ${now ?? 'no address that is shown'}.`]],
    signIn: () => [
      ['review', `The service ${name} is signed in to otherwise: it needs ${listed(variablesOf(service))}.`],
    ],
    signing: (old, now) => signingSaid(name, old, now),
    waitsMs: (_, now) => [['review', `The service ${name} is waited for ${now / 1000} seconds.`]],
    tries: (_, now) => [['review', `The service ${name} is tried ${now} times.`]],
    operations: () => [['review', `The operations of ${name} are others.`]],
  }
}

function signingSaid(name: string, old: ServiceSigning | null, now: ServiceSigning | null): Said[] {
  if (now === null) return [['review', `The service ${name} signs nothing any more: no call is taken from it.`]]
  const { scheme, within } = signingInWords(now)
  const so = `The service ${name} signs with ${scheme} and ${now.secret}${within}`
  // Operator and service have to change it together.
  return [['contract', old === null ? `${so}.` : `${so} instead of ${old.kind} and ${old.secret}.`]]
}
