// Point 6 of two models → changes of sign-in, of roles, of who gets and gives them, and of their rights.

import type { Model } from '../../model/model.ts'
import type { ContextualRole, Role, RolesModel } from '../../model/roles.ts'
import type { SchemaChanges } from '../../plan/migration/schema-changes.ts'
import { change, rightsSaid } from './rights.ts'
import { signInSaid } from './sign-in.ts'
import { listed } from '../meaning.ts'
import { code, ELSEWHERE, exchanged, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function compareRoles(before: Model, after: Model, changes: Pick<SchemaChanges, 'roles'>): Said[] {
  const renamed = changes.roles.map(({ from, to }): Said => ['safe', `${from} is called ${to} now.`])
  return [...renamed, ...membersSaid('The roles', rolesMembers(before, after), { old: before.roles, now: after.roles })]
}

function rolesMembers(before: Model, after: Model): Members<RolesModel> {
  return {
    signIn: (old, now) => signInSaid(old, now, 'with a password'),
    linkSignIn: (old, now) => signInSaid(old, now, 'by a link that is sent'),
    openIdSignIn: (old, now) => signInSaid(old, now, 'by OpenID alone'),
    callSignIn: (old, now) => signInSaid(old, now, 'by calls alone'),
    roles: (old, now) =>
      partsSaid(old, now, ({ name }) => name, {
        gone: ({ name }) => [['review', `The role ${name} is removed: its users keep only their other roles.`]],
        made: ({ name }) => [['review', `The role ${name} is new.`]],
        changed: (pair) => membersSaid(`The role ${pair.now.name}`, roleMembers(pair.now.name), pair),
        order: ['safe', 'The roles stand in another order.'],
      }),
    contextualRoles: (old, now) =>
      partsSaid(old, now, ({ name, entity }) => `${name} of a ${entity}`, {
        gone: ({ name, entity }) => [['review', `The role ${name} of a ${entity} is removed.`]],
        made: ({ name, entity }) => [['review', `${name} of a ${entity} is new.`]],
        changed: (pair) => membersSaid(pair.now.name, contextualMembers(pair.now), pair),
        order: ['safe', 'The roles for a record stand in another order.'],
      }),
    permissions: () => rightsSaid(before, after),
    agents: (old, now) => {
      const { gone, made } = exchanged(old?.roles ?? [], now?.roles ?? [])
      return [
        ...made.map((role): Said => [
          'review',
          `Agents may use the application as ${role}, for users who have the role.`,
        ]),
        ...gone.map((role): Said => ['contract', `No agent may use the application as ${role} any more.`]),
      ]
    },
    operators: (old, now) => {
      const { gone, made } = exchanged(old?.roles ?? [], now?.roles ?? [])
      return [
        ...made.map((role): Said => [
          'review',
          `${role} may now see the page for operators: the audit log, messages, waiting work and the health of the application.`,
        ]),
        ...gone.map((role): Said => ['review', `${role} may no longer see the page for operators.`]),
      ]
    },
  }
}

function roleMembers(name: string): Members<Role> {
  const exchangedRoles = (old: readonly string[], now: readonly string[], yes: string, no: string): Said[] => {
    const { gone, made } = exchanged(old, now)
    return [
      ...(made.length === 0 ? [] : [['review', `${yes.replace('%', listed(made))}.`] as const]),
      ...(gone.length === 0 ? [] : [['review', `${no.replace('%', listed(gone))}.`] as const]),
    ]
  }
  return {
    name: KEY,
    was: ELSEWHERE,
    includes: (old, now) =>
      exchangedRoles(
        old,
        now,
        `Users with the role ${name} also have %`,
        `Users with the role ${name} no longer have %`,
      ),
    isGuest: (_, now) => [
      ['review', now ? `${name} is the role of guests now.` : `${name} is not the role of guests any more.`],
    ],
    isGivenBySigningUp: (_, now) => [
      ['review', now ? `${name} is got by signing up.` : `${name} is not got by signing up any more.`],
    ],
    isGivenToFirstUser: (_, now) => [
      [
        'review',
        now ? `The first user who signs up is ${name}.` : `The first user who signs up is not ${name} any more.`,
      ],
    ],
    isPerTenant: (_, now) => [
      ['review', now ? `${name} is given per tenant.` : `${name} is not given per tenant any more.`],
    ],
    givenBy: (_, now) => [['review', `The role ${name} is given by ${now.length === 0 ? 'nobody' : listed(now)} now.`]],
    when: (_, now) => [
      [
        'review',
        `${now.length === 0 ? 'Nobody is' : `Users are`} ${name} by a condition${now.length === 0 ? ' any more' : `: ${listed(now.map(code))}`}.`,
      ],
    ],
  }
}

function contextualMembers({ name, entity }: ContextualRole): Members<ContextualRole> {
  return {
    name: KEY,
    entity: KEY,
    mustHave: (old, now) => [['review', `${name} of a ${entity} has to be ${now} instead of ${old}.`]],
    when: (old, now) => {
      const found = change(old, now)
      if (found === 'same') return []
      const words = {
        wider: 'for more records than before',
        narrower: 'for fewer records than before',
        other: 'for other records than before',
      }
      return [
        ['review', `Somebody is ${name} of a ${entity} ${words[found]}: where ${code(now)}, instead of ${code(old)}.`],
      ]
    },
  }
}
