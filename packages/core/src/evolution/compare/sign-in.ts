// Signing in and up, in two models → changes for users.

import { durationWords } from '../durations.ts'
import type {
  AnySignIn as EverySignIn,
  ApiKeyRules,
  LinkRules,
  LinkSignIn,
  PasswordChange,
  SecondFactorRules,
  SessionRules,
  SignIn,
} from '../../model/roles.ts'
import { carrierInWords } from '../../model/users/session-carriers.ts'
import { providersSaid } from './providers.ts'
import { type Members, membersSaid, type Said } from './sentences.ts'

type AnySignIn = SignIn | LinkSignIn | EverySignIn

export function signInSaid(old: AnySignIn | null, now: AnySignIn | null, by: string): Said[] {
  if (now === null) return [['review', `Users cannot sign in ${by} any more.`]]
  if (old === null) return [['review', `Users sign in ${by}.`]]
  return membersSaid('Signing in', SIGN_IN, { old, now })
}

const SIGN_IN: Members<AnySignIn> = {
  entity: (old, now) => [['review', `The users are ${now} instead of ${old}: former users cannot sign in.`]],
  identifier: (old, now) => [['review', `People sign in with ${now} instead of ${old}.`]],
  password: (old, now) => [['review', `The password is in ${now} instead of ${old}.`]],
  session: (old, now) => membersSaid('A session', SESSION, { old, now }),
  signUp: (old, now) => {
    if (now === null) return [['review', 'Sign-up is closed now.']]
    return [
      [
        'review',
        old === null
          ? `Everybody can sign up, and gets ${now.gives}.`
          : `Signing up gives ${now.gives} instead of ${old.gives}.`,
      ],
    ]
  },
  lockOut: (_, now) => [
    [
      'review',
      now == null
        ? 'Wrong passwords are not limited any more: anybody may guess for ever.'
        : `After ${now.attemptsMax} wrong passwords in ${durationWords(now.windowMs)} nobody gets in for a while (${now.otherwise}).`,
    ],
  ],
  forgottenPassword: (_, now) => [
    [
      'review',
      now == null
        ? 'A forgotten password cannot be replaced any more.'
        : `A user who forgets the password gets a link to ${linkWords(now)}.`,
    ],
  ],
  changeOfPassword: (old, now) =>
    old == null || now == null
      ? [
          [
            'review',
            now == null
              ? 'A change of the password does not ask for the old one: the right to change the field is enough.'
              : `A change of the password ${changeWords(now)}.`,
          ],
        ]
      : membersSaid('A change of the password', CHANGE, { old, now }),
  apiKeys: (old, now) => {
    if (now === null) return [['contract', 'There are no API keys any more: programs that use one are refused.']]
    if (old === null)
      return [
        [
          'review',
          `Users can make API keys with the roles ${now.roles.join(', ')}, for at most ${durationWords(now.lengthMaxMs)}.`,
        ],
        ...(now.alsoByOAuth ? [BY_OAUTH] : []),
      ]
    return membersSaid('An API key', API_KEYS, { old, now })
  },
  secondFactor: (old, now) => secondFactorSaid(old, now),
  providers: (old, now) => providersSaid(old, now),
  hasPasskeys: (_, now) => [
    [
      'review',
      now === true
        ? 'Users can make passkeys and sign in by them. A passkey counts as a second factor.'
        : 'Users cannot sign in by a passkey any more.',
    ],
  ],
  terms: (old, now) => [
    ...now
      .filter(({ name, version }) => !old.some((before) => before.name === name && before.version === version))
      .map(({ name, version }): Said => [
        'review',
        `Users agree to ${name}, version ${version}, before anything else, those who are signed in too.`,
      ]),
    ...old
      .filter(({ name }) => !now.some((after) => after.name === name))
      .map(({ name }): Said => ['review', `Users are not asked to agree to ${name} any more.`]),
  ],
  link: (_, now) => [
    ['review', now === undefined ? 'No link lets anybody in.' : `The link to sign in goes to ${linkWords(now)}.`],
  ],
}

const CHANGE: Members<PasswordChange> = {
  asksForOldOne: (_, now) => [['review', `A change of the password ${now ? 'asks' : 'does not ask'} for the old one.`]],
  endsOtherSessions: (_, now) => [
    ['review', `A change of the password ${now ? 'ends' : 'does not end'} the other sessions.`],
  ],
}

const BY_OAUTH: Said = ['review', 'Any app can ask users for access by OAuth, and gets what they allow.']

const API_KEYS: Members<ApiKeyRules> = {
  roles: (old, now) => [
    ...old
      .filter((role) => !now.includes(role))
      .map((role): Said => ['contract', `No API key has the role ${role} any more.`]),
    ...now
      .filter((role) => !old.includes(role))
      .map((role): Said => ['review', `Users who have the role ${role} can give it to API keys.`]),
  ],
  lengthMaxMs: (old, now) => [
    ['review', `A new API key lasts at most ${durationWords(now)} instead of ${durationWords(old)}.`],
  ],
  alsoByOAuth: (_, now) => [
    now ? BY_OAUTH : ['contract', 'No app gets access by OAuth any more, and those that have it are refused.'],
  ],
}

function secondFactorSaid(old: SecondFactorRules | null, now: SecondFactorRules | null): Said[] {
  if (now === null)
    return [['review', 'Users are not asked for a second factor any more, and existing ones stay unused.']]
  const whom = requiredWords(now)
  if (whom === null)
    return [
      [
        'review',
        old === null
          ? 'Users can have a second factor, and are asked for it then.'
          : 'A second factor is not required any more.',
      ],
    ]
  return [
    [
      'review',
      `A second factor is required for ${whom}. Those of them who have none set one up before anything else, and their sessions without one end.`,
    ],
  ]
}

/** Null: nobody. */
function requiredWords({ requiredFor }: SecondFactorRules): string | null {
  if (requiredFor === 'everybody') return requiredFor
  return requiredFor.length === 0 ? null : requiredFor.join(', ')
}

function changeWords({ asksForOldOne, endsOtherSessions }: PasswordChange): string {
  return `${asksForOldOne ? 'asks' : 'does not ask'} for the old one, and ${endsOtherSessions ? 'ends' : 'does not end'} the other sessions`
}

function linkWords({ field, validMs }: LinkRules): string {
  return `${field}, which is good for ${durationWords(validMs)}`
}

function carriersSaid(old: readonly string[], now: readonly string[]): Said[] {
  const gone = old.filter((carrier) => !now.includes(carrier))
  const added = now.filter((carrier) => !old.includes(carrier))
  if (gone.length + added.length === 0)
    return [['review', `A request that carries several sessions is judged by ${now.join(', then by ')}.`]]
  return [
    ...gone.map((carrier): Said => ['contract', `No session is carried by ${carrier} any more.`]),
    ...added.map((carrier): Said => ['review', `A session is carried by ${carrier}.`]),
  ]
}

const SESSION: Members<SessionRules> = {
  carriers: (old, now) => carriersSaid(old.map(carrierInWords), now.map(carrierInWords)),
  lengthMs: (old, now) => [['review', `A session ends after ${durationWords(now)} instead of ${durationWords(old)}.`]],
  after: (old, now) => [['review', `The length of a session is counted from its ${now} instead of its ${old}.`]],
  lengthMaxMs: (_, now) => [
    [
      'review',
      now === null
        ? 'A session that is used never ends.'
        : `A session ends at the latest ${durationWords(now)} after signing in.`,
    ],
  ],
}
