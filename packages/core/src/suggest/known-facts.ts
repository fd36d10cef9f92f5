// A draft → the basis of further answers: users and stored data.

import { pluralAddress } from '../check/names/plural.ts'
import type { Draft } from '../draft/draft.ts'
import type { EntityDraft, FieldDraft } from '../draft/entities.ts'
import type { StandardCallKind } from '../draft/calls.ts'

/** Sources outside of the text with known wording. */
export interface Surroundings {
  readonly timeZone: string
}

/** Records of these people are for signing in, and not the subject of the product. */
export function usersEntityOf({ roles, entities }: Draft): string | null {
  const named = roles.signIn?.usersAre?.text
  if (named !== undefined) return named
  return entities.entities.find(({ fields }) => fields.some(({ type }) => type?.kind === 'password'))?.name.text ?? null
}

/** The subject of the product. */
export function subjectsOf(draft: Draft): readonly EntityDraft[] {
  const users = usersEntityOf(draft)
  return draft.entities.entities.filter(({ name }) => name.text !== users)
}

/** Users who sign in: those with the fewest rights first, the usual order of texts. */
export function rolesOf({ roles, purpose }: Draft): readonly string[] {
  const stated = roles.roles.flatMap(({ name, gained }) =>
    gained.some(({ kind }) => kind === 'not signed in') ? [] : [name.text],
  )
  if (stated.length > 0) return stated
  const meant = purpose.users.flatMap(({ role }) => (role === null || role.text === '' ? [] : [role.text]))
  return meant.length > 0 ? [...new Set(meant)] : ['Member']
}

/** Roles that may act on records: users who sign in, or everybody. */
export function whoOf(draft: Draft): readonly string[] {
  const { roles } = draft.roles
  const guests = roles.filter(({ gained }) => gained.some(({ kind }) => kind === 'not signed in'))
  return roles.length > 0 && guests.length === roles.length ? guests.map(({ name }) => name.text) : rolesOf(draft)
}

/** The responsible role: the last one. */
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

/** The address of its records in point 7: the stated one, or the default. */
export function pathOf(draft: Draft, { name }: EntityDraft): string {
  const stated = draft.calls.standard.find(({ entity }) => entity.text === name.text)
  return stated?.path.text ?? `/api/${pluralAddress(name.text)}`
}

/** Tells whether a standard call of this kind exists, or would be among the suggested ones. */
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
