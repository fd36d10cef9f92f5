// Point 1: the purpose and the users.

import type { Draft } from '../draft/draft.ts'
import { type Suggestion, table } from './suggestion.ts'
import { whoOf } from './known-facts.ts'
import { type World, WORLDS } from './worlds.ts'

export function suggestPurpose(): Suggestion[] {
  return WORLDS.map(({ title, purpose }) => ({
    title,
    note: purpose,
    pieces: [{ kind: 'label', question: 'Purpose', text: `**Purpose:** ${purpose}` }],
  }))
}

const HEADER = ['User', 'Role', 'Comes to']

export function suggestUsers(draft: Draft): Suggestion[] {
  // Roles that point 6 already has are used.
  if (draft.roles.roles.length > 0) return [ofRoles(whoOf(draft))]
  const fitting = inOrderOf(draft).map(({ users }): Suggestion => ({
    title: users.map(([user]) => user).join(' and '),
    note: `${users.map(([user, , comesTo]) => `The ${user.toLowerCase()} comes to ${comesTo}`).join('. ')}.`,
    pieces: [usersPiece(users)],
  }))
  const own: Suggestion = {
    title: 'One kind of people',
    note: 'A row to put your own words into.',
    pieces: [usersPiece([['Member', 'Member', 'use it']])],
  }
  return [...fitting.slice(0, 2), own]
}

function ofRoles(roles: readonly string[]): Suggestion {
  return {
    title: 'Whoever has a role',
    note: `${roles.join(', ')}. Say what each comes to do.`,
    pieces: [usersPiece(roles.map((role) => [role, role, 'use it']))],
  }
}

function usersPiece(users: World['users']): Suggestion['pieces'][number] {
  return {
    kind: 'label',
    question: 'Intended users',
    text: `**Intended users:**\n\n${table(HEADER, users)}`,
  }
}

/** The world that was chosen first comes first. */
export function inOrderOf({ purpose, entities }: Draft): readonly World[] {
  const isBegun = (world: World): boolean =>
    purpose.purpose?.text === world.purpose ||
    world.entities.some(({ name }) => entities.entities.some((entity) => entity.name.text === name))
  return [...WORLDS.filter(isBegun), ...WORLDS.filter((world) => !isBegun(world))]
}
