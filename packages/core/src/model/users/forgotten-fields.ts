// The fields of an erased user, with their replacements. Records that others need stay; the identity does not.

import type { Entity, Field } from '../entities.ts'
import { isStored } from '../find.ts'
import type { Model } from '../model.ts'
import type { AnySignIn, SignIn } from '../roles.ts'
import { signInOf } from './sign-in-of.ts'

export type ForgottenValue =
  | { readonly kind: 'nothing' }
  /** A fixed text, with the record's id if the field is unique. */
  | { readonly kind: 'words' | 'words with id' }
  /** An e-mail address that belongs to nobody. */
  | { readonly kind: 'address' }
  /** The hash of an unknown password. */
  | { readonly kind: 'password' }

/** `Former user ` or `Ehemalige Person `, and a random id. */
const WORDS_LENGTH = 54
/** `former-user-`, a random id, and `@forgotten.invalid`. */
const ADDRESS_LENGTH = 66

type OwnField = Pick<Field, 'type' | 'isRequired' | 'unique' | 'pattern'>

/** Null: the field is required, and every value would reveal something. */
export function forgottenValue({ type, isRequired, unique, pattern }: OwnField): ForgottenValue | null {
  if (type.kind === 'password') return isRequired ? { kind: 'password' } : { kind: 'nothing' }
  if (!isRequired) return { kind: 'nothing' }
  if (pattern !== null) return null
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'formatted text':
      if ((type.lengthMax ?? WORDS_LENGTH) < WORDS_LENGTH || (type.lengthMin ?? 0) > 'Former user'.length) return null
      return { kind: unique === null ? 'words' : 'words with id' }
    case 'email':
      return (type.lengthMax ?? ADDRESS_LENGTH) < ADDRESS_LENGTH ? null : { kind: 'address' }
    default:
      return null
  }
}

export interface ForgottenFields {
  readonly entity: Entity
  /** The reference to the user in a part of their record. Null: the user's own record. */
  readonly part: string | null
  readonly fields: readonly Field[]
}

/** Personal data of users and of the parts of their records, and their credentials. */
export function forgottenFields(model: Pick<Model, 'entities' | 'roles'>): ForgottenFields[] {
  const signIn = signInOf(model.roles)
  if (signIn === null) return []
  return model.entities.entities.flatMap((entity): ForgottenFields[] => {
    const isUsers = entity.name === signIn.entity
    const part = isUsers ? null : partOfUser(entity, signIn.entity)
    if (!isUsers && part === null) return []
    const fields = entity.fields.filter(
      (field) => isStored(field) && (field.isPersonal || (isUsers && isAccess(field, signIn))),
    )
    return fields.length === 0 ? [] : [{ entity, part, fields }]
  })
}

/** The reference by which the deletion of a user would cascade to the record. */
function partOfUser({ fields }: Entity, users: string): string | null {
  return (
    fields.find(
      ({ type, onDeletion }) => type.kind === 'reference' && type.entity === users && onDeletion === 'deleted together',
    )?.name ?? null
  )
}

function isAccess({ name, type }: Field, signIn: AnySignIn & Partial<Pick<SignIn, 'password'>>): boolean {
  return name === signIn.identifier || name === signIn.password || type.kind === 'password'
}

/** A slug derived from an erased field would repeat its value. */
export function slugsOfForgotten({ entity, fields }: ForgottenFields): Field[] {
  const names = new Set(fields.map(({ name }) => name))
  return entity.fields.filter(({ type }) => type.kind === 'slug' && names.has(type.from))
}
