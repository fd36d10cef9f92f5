// Point 1 of two models → changes of the stated purpose. It is prose without effects.

import type { Model } from '../../model/model.ts'
import type { IntendedUser, PurposeModel } from '../../model/purpose.ts'
import { always, KEY, type Members, membersSaid, partsSaid, type Said } from './sentences.ts'

export function comparePurpose({ purpose: old }: Model, { purpose: now }: Model): Said[] {
  return membersSaid('The purpose', PURPOSE, { old, now })
}

const PURPOSE: Members<PurposeModel> = {
  purpose: (_, now) => [
    ['safe', now === null ? 'Its purpose is not stated any more.' : 'Its purpose is worded otherwise.'],
  ],
  users: (old, now) =>
    partsSaid(old, now, ({ user }) => user, {
      gone: ({ user }) => [['safe', `${user} is no intended user any more.`]],
      made: ({ user }) => [['safe', `${user} is an intended user now.`]],
      changed: (pair) => membersSaid(pair.now.user, userMembers(pair.now.user), pair),
      order: ['safe', 'The intended users stand in another order.'],
    }),
  terms: (old, now) =>
    partsSaid(old, now, ({ term }) => term, {
      gone: ({ term }) => [['safe', `The term "${term}" is explained no more.`]],
      made: ({ term }) => [['safe', `The term "${term}" is explained now.`]],
      changed: ({ now: { term } }) => [['safe', `The term "${term}" is explained otherwise.`]],
      order: ['safe', 'The terms stand in another order.'],
    }),
}

function userMembers(user: string): Members<IntendedUser> {
  return {
    user: KEY,
    role: (old, now) => [['safe', `${user} is intended to have ${named(now)} instead of ${named(old)}.`]],
    comesTo: always('safe', `What ${user} comes to is worded otherwise.`),
  }
}

function named(role: string | null): string {
  return role === null ? 'no role that is shown' : `the role ${role}`
}
