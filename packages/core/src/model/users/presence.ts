// Presence (point 7): a record → the topic that open streams of it share, and the answer about people who are there.

import type { StandardCalls } from '../calls.ts'
import type { Model } from '../model.ts'
import { signInOf } from './sign-in-of.ts'

/** An answer names at most as many people; `total` counts on. */
export const PRESENT_MAX = 100

/** The key under which people are at one record. */
export function presenceTopic(entity: string, id: string | number): string {
  return `${entity}/${id}`
}

export function hasPresence({ calls }: Pick<Model, 'calls'>, entity: string): boolean {
  return calls.standard.some((each) => each.entity === entity && each.calls.includes('presence'))
}

export function statesPresence({ calls }: Pick<Model, 'calls'>): boolean {
  return calls.standard.some((each) => each.calls.includes('presence'))
}

/** The entity of users, and the shape in which its standard calls answer. Null: the application has no users. */
export function presentPeopleOf(
  model: Pick<Model, 'calls' | 'roles'>,
): { readonly entity: string; readonly shape: string | null } | null {
  const entity = signInOf(model.roles)?.entity
  return entity === undefined ? null : { entity, shape: shapeOfCalls(model.calls.standard, entity) }
}

/** Null: all visible fields. */
export function shapeOfCalls(
  standard: readonly Pick<StandardCalls, 'entity' | 'shape'>[],
  entity: string,
): string | null {
  return standard.find((each) => each.entity === entity)?.shape ?? null
}
