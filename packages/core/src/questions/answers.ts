// A place that is not shown → possible texts for it, as far as the language or the rest of the specification provides
// them.

import type { Draft } from '../draft/draft.ts'
import type { Point } from '../model/points.ts'
import type { Place } from './places.ts'
import { withArticle } from '../text/article.ts'

type Answers = (draft: Draft, place: Place) => readonly string[]

const names = (declared: readonly { readonly name: { readonly text: string } }[]): string[] =>
  declared.map(({ name }) => name.text)
const roles: Answers = ({ roles: { roles: plain, contextualRoles } }) => names([...plain, ...contextualRoles])
const entities: Answers = ({ entities: { entities: all } }) => names(all)
const codes: Answers = ({ errors }) => errors.catalogue.map(({ code }) => code.text)
const always =
  (...answers: readonly string[]): Answers =>
  () =>
    answers

const TYPES = [
  'text up to 80',
  'long text',
  'formatted text',
  'email',
  'url',
  'phone',
  'whole number',
  'decimal with 2 places',
  'money in EUR',
  'percent',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'choice: a, b, c',
  'state',
  'sequence from 1',
]

const types: Answers = (draft, place) => {
  const known = entities(draft, place)
  return [...TYPES, ...known, ...known.map((name) => `list of ${name}`)]
}

/** States of the machine of the place's part. */
const states: Answers = ({ states: { machines } }, { part }) =>
  machines.flatMap((machine) =>
    part === `States of ${machine.entity.text}.${machine.field.text}` ? names(machine.states) : [],
  )

const transitions: Answers = ({ states: { machines } }, { part }) =>
  machines.flatMap((machine) =>
    part === `States of ${machine.entity.text}.${machine.field.text}` ? names(machine.transitions) : [],
  )

/** Fields that identify one record. */
const keys: Answers = ({ entities: { entities: all } }, { subject }) => {
  const entity = all.find(({ name }) => name.text === subject)
  const unique = entity?.fields.filter(({ rules }) => rules.some(({ kind }) => kind === 'unique')) ?? []
  return ['id', ...names(unique)]
}

const shapes: Answers = ({ calls }, { subject }) => [
  'everything visible',
  ...names(calls.shapes.filter(({ entity }) => entity.text === subject)),
]

const signUps: Answers = ({ roles: { roles: plain } }) => {
  const given = plain.filter(({ gained }) => !gained.some(({ kind }) => kind === 'not signed in'))
  return [...names(given).map((role) => `open, gives ${role}`), 'by invitation', 'closed']
}

const gains: Answers = ({ roles: { roles: plain } }) => [
  'by signing up',
  'the first user who signs up',
  'by not being signed in',
  ...names(plain).map((role) => `from ${withArticle(role)}`),
]

/** Webhooks are signed, so there is one way to send per secret. */
const ways: Answers = ({ limits }) => [
  'email',
  'in-app',
  'events',
  ...limits.settings.flatMap(({ name, value }) =>
    name.text.toLowerCase() === 'secrets' && value !== null
      ? value.text.split(',').map((secret) => `webhook, signed with ${secret.trim()}`)
      : [],
  ),
]

/** By column or label; by point where equal words differ in meaning. */
const ANSWERS: Readonly<Partial<Record<Point | 'any', Readonly<Record<string, Answers>>>>> = {
  any: { Who: roles, Role: roles, Entity: entities, Otherwise: codes },
  screens: { Screen: ({ screens }) => names(screens.screens) },
  entities: { Type: types },
  states: {
    From: (draft, place) => [...states(draft, place), 'any', 'nothing'],
    To: (draft, place) => [...states(draft, place), 'the state before'],
    Who: (draft, place) => [...roles(draft, place), 'the clock', 'call only'],
    Kind: always('initial', 'final'),
    Locks: always('all'),
    Does: transitions,
    Runs: always('every day at 08:00'),
    Needed: always('yes', 'no'),
  },
  validation: { When: always('always', 'create', 'change', 'delete'), Over: entities, Holds: always('at most 1') },
  roles: {
    'Users are': entities,
    'Sign in with': always('email and password'),
    Session: always('cookie, ends 30 days after last use', 'cookie, ends 30 days after sign-in'),
    'Sign up': signUps,
    'Existing accounts': always('linked by their users', 'linked by confirmed address'),
    'Roles are': always('taken anew at each sign-in', 'given at the first sign-in'),
    'Wrong password': (draft, place) => codes(draft, place).map((code) => `5 in 15 minutes, then ${code}`),
    Includes: roles,
    'A user gets it': gains,
    'Must have': roles,
    May: always('see', 'create', 'change', 'delete', 'give roles', 'invite', 'suspend', 'forget', 'add', 'remove'),
    'A record you may not see answers': always('not found'),
  },
  calls: {
    Calls: always('list', 'get', 'create', 'change', 'delete', 'transitions', 'presence'),
    'Found by': keys,
    'Answers with': shapes,
    Needed: always('yes', 'no'),
    Repeatable: always('with an Idempotency-Key'),
    By: ways,
  },
  errors: { Status: always('400', '401', '403', '404', '409', '422', '429') },
}

export function possibleAnswers(draft: Draft, place: Place): readonly string[] {
  const own = place.point === null ? undefined : ANSWERS[place.point]?.[place.what]
  return (own ?? ANSWERS.any?.[place.what])?.(draft, place) ?? []
}
