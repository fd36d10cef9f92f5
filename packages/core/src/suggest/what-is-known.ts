// A draft → what the next answers can build on: who there is, and what is kept.

import { pluralAddress } from '../check/names/plural.ts'
import type { Draft } from '../draft/draft.ts'
import type { EntityDraft, FieldDraft } from '../draft/entities.ts'
import type { StandardCallKind } from '../draft/calls.ts'

/** Sources beside the text whose wording is known. */
export interface Surroundings {
  readonly timeZone: string
}

/** Records of these people are how somebody signs in, not what the product is about. */
export function usersEntityOf({ roles, entities }: Draft): string | null {
  const named = roles.signIn?.usersAre?.text
  if (named !== undefined) return named
  return entities.entities.find(({ fields }) => fields.some(({ type }) => type?.kind === 'password'))?.name.text ?? null
}

/** Subject of the product. */
export function subjectsOf(draft: Draft): readonly EntityDraft[] {
  const users = usersEntityOf(draft)
  return draft.entities.entities.filter(({ name }) => name.text !== users)
}

/** Users who sign in: those with the fewest rights first, as texts are usually written. */
export function rolesOf({ roles, purpose }: Draft): readonly string[] {
  const stated = roles.roles.flatMap(({ name, gained }) =>
    gained.some(({ kind }) => kind === 'not signed in') ? [] : [name.text],
  )
  if (stated.length > 0) return stated
  const meant = purpose.users.flatMap(({ role }) => (role === null || role.text === '' ? [] : [role.text]))
  return meant.length > 0 ? [...new Set(meant)] : ['Member']
}

/** Roles that may do anything at all with records: those who sign in, or everybody. */
export function whoOf(draft: Draft): readonly string[] {
  const { roles } = draft.roles
  const guests = roles.filter(({ gained }) => gained.some(({ kind }) => kind === 'not signed in'))
  return roles.length > 0 && guests.length === roles.length ? guests.map(({ name }) => name.text) : rolesOf(draft)
}

/** The one who answers for it: named last. */
export function responsibleOf(draft: Draft): string {
  return whoOf(draft).at(-1) ?? 'Member'
}

export function fieldsOfKind({ fields }: EntityDraft, kinds: readonly string[]): readonly FieldDraft[] {
  return fields.filter(({ type, rules }) => {
    const isShown = rules.every(({ kind }) => kind !== 'hidden' && kind !== 'computed')
    return type !== null && kinds.includes(type.kind) && isShown
  })
}

export function isRequired({ rules }: FieldDraft): boolean {
  return rules.some(({ kind }) => kind === 'required')
}

/** Where its records have their address in point 7: as it is stated, or as it would be. */
export function pathOf(draft: Draft, { name }: EntityDraft): string {
  const stated = draft.calls.standard.find(({ entity }) => entity.text === name.text)
  return stated?.path.text ?? `/api/${pluralAddress(name.text)}`
}

/** Does a standard call of this kind exist, or would the suggested ones have it? */
export function hasCall(draft: Draft, { name }: EntityDraft, kind: StandardCallKind): boolean {
  if (draft.calls.standard.length + draft.calls.calls.length === 0) return true
  return draft.calls.standard.some(
    ({ entity, calls }) => entity.text === name.text && calls.some((each) => each.kind === kind),
  )
}

export function transitionsOf(draft: Draft, { name }: EntityDraft): readonly string[] {
  const own = draft.states.machines.filter(({ entity }) => entity.text === name.text)
  return [...new Set(own.flatMap(({ transitions }) => transitions.map((each) => each.name.text)))]
}
