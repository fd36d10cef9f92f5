// OpenID providers of two models → who can sign in by them, which roles they give, and what the operator has to
// configure.

import type { ClaimedField, ClaimedRole, OpenIdProvider, ProviderSignUp } from '../../model/users/openid.ts'
import { variablesOfProvider } from '../../model/users/openid.ts'
import { listed } from '../meaning.ts'
import { exchanged, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function providersSaid(before: readonly OpenIdProvider[], after: readonly OpenIdProvider[]): Said[] {
  return partsSaid(before, after, ({ name }) => name, {
    gone: ({ name }) => [['review', `Users cannot sign in by OpenID ${name} any more.`]],
    made: (provider) => [
      ['review', `Users sign in by OpenID ${provider.name}: it needs ${listed(variablesOfProvider(provider))}.`],
      ...signUpSaid(provider.name, provider.signUp),
      ...(provider.linksByAddress ? linkingSaid(provider.name, true) : []),
      ...rolesSaid(provider.name, [], provider.roles),
    ],
    changed: (pair) => membersSaid(`OpenID ${pair.now.name}`, membersOf(pair.now.name), pair),
    order: ['safe', 'The providers stand in another order.'],
  })
}

function membersOf(name: string): Members<OpenIdProvider> {
  const variable = (what: string) => (_: string, now: string) =>
    [['contract', `${what} of OpenID ${name} is in ${now}: set it for the program.`]] as const
  return {
    name: KEY,
    issuer: (_, now) => [
      ['contract', `The address of OpenID ${name} is in ${now}: users of another issuer are others.`],
    ],
    clientId: variable('The id'),
    clientSecret: variable('The secret'),
    scopes: (_, now) => [
      [
        'review',
        now.length === 0
          ? `OpenID ${name} is asked for no scopes but openid, email and profile.`
          : `OpenID ${name} is asked for ${listed(now)} as well.`,
      ],
    ],
    signUp: (_, now) => signUpSaid(name, now),
    linksByAddress: (_, now) => linkingSaid(name, now),
    rolesAre: (_, now) => [
      [
        'review',
        now === 'taken anew'
          ? `Roles by OpenID ${name} follow the claims at each sign-in: they are taken away as well.`
          : `Roles by OpenID ${name} are given once: they stay when a claim goes.`,
      ],
    ],
    fields: (old, now) => fieldsSaid(name, old, now),
    roles: (old, now) => rolesSaid(name, old, now),
  }
}

function signUpSaid(name: string, now: ProviderSignUp | null): Said[] {
  if (now === null) return [['review', `Sign-up by OpenID ${name} is closed.`]]
  const whose = now.domains === null ? 'Everybody there' : `Everybody there with an address of ${listed(now.domains)}`
  return [['review', `${whose} can sign up by OpenID ${name}, and gets ${now.gives}.`]]
}

function linkingSaid(name: string, isByAddress: boolean): Said[] {
  return [
    [
      'review',
      isByAddress
        ? `An account belongs to the user of OpenID ${name} whose address is confirmed there, and loses its password as it is linked.`
        : `Accounts are linked to OpenID ${name} by their users, and not by an address.`,
    ],
  ]
}

function rolesSaid(name: string, old: readonly ClaimedRole[], now: readonly ClaimedRole[]): Said[] {
  const words = ({ claim, value, role }: ClaimedRole): string =>
    `who has "${value}" in "${claim}" of OpenID ${name} is ${role}`
  const { gone, made } = exchanged(old.map(words), now.map(words))
  return [
    ...made.map((each): Said => ['review', `A user ${each}.`]),
    ...gone.map((each): Said => ['review', `It is not so any more that a user ${each}.`]),
  ]
}

function fieldsSaid(name: string, old: readonly ClaimedField[], now: readonly ClaimedField[]): Said[] {
  const words = ({ field, claim }: ClaimedField): string => `${field} of a new user from "${claim}" of OpenID ${name}`
  const { gone, made } = exchanged(old.map(words), now.map(words))
  return [
    ...made.map((each): Said => ['safe', `The product reads ${each}.`]),
    ...gone.map((each): Said => ['safe', `The product reads no ${each}.`]),
  ]
}
