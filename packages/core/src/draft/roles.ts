// Point 6 as written.

import type { SessionCarrier } from '../model/roles.ts'
import type { Span, Written } from '../text/source.ts'

export interface RolesDraft {
  readonly signIn: SignInDraft | null
  readonly providers: readonly ProviderDraft[]
  readonly roles: readonly RoleDraft[]
  readonly contextualRoles: readonly ContextualRoleDraft[]
  readonly permissions: readonly PermissionDraft[]
  /** Rows with a part that is not shown, by entity; null: the entity itself is not shown. */
  readonly openPermissions: readonly (Written | null)[]
  /** `Agents act as: Agent, Manager`; null: not shown, or none. */
  readonly agents: NamedRolesDraft | null
  /** `Current tenant: by host, as slug`, or `by path, as slug`; null: not shown, or by choice alone. */
  readonly tenantByAddress: TenantByAddressDraft | null
  /** `Operated by: Admin`; null: not shown, or none. */
  readonly operators: NamedRolesDraft | null
}

export interface TenantByAddressDraft {
  readonly by: 'host' | 'path'
  /** The field of tenants that is the first label of a host, or the part of a path behind `/t/`. */
  readonly field: Written
  readonly span: Span
}

/** Roles in a line. */
export interface NamedRolesDraft {
  readonly roles: readonly Written[]
  readonly span: Span
}

export interface SignInDraft {
  /** Labels that are present, whatever their value; open ones are already reported. */
  readonly labels: readonly string[]
  readonly usersAre: Written | null
  readonly way: SignInWayDraft | null
  /** Names after `OpenID`. */
  readonly providers: readonly Written[]
  /** `email and password, passkey` */
  readonly hasPasskeys: boolean
  readonly session: SessionDraft | null
  readonly signUp: SignUpDraft | null
  /** `5 in 15 minutes, then CODE`; null: not shown, or none. */
  readonly wrongPassword: { readonly attempts: Written; readonly window: Written; readonly otherwise: Written } | null
  /** `link by email, valid 1 hour`; null: not shown, or none. */
  readonly forgottenPassword: LinkDraft | null
  readonly changeOfPassword: PasswordChangeDraft | null
  readonly apiKeys: ApiKeysDraft | null
  /** Null: not shown, or none. */
  readonly secondFactor: SecondFactorDraft | null
  readonly terms: readonly TermsDraft[]
  readonly span: Span
}

/** `Terms of use, version 2, at https://example.com/terms` */
export interface TermsDraft {
  readonly name: Written
  readonly version: Written
  readonly address: Written
  readonly span: Span
}

/** The field is the identifier: `email` in "email and password". */
export type SignInWayDraft =
  | { readonly kind: 'password'; readonly field: Written }
  | ({ readonly kind: 'link' } & LinkDraft)
  /** `calls by email`: only by the step `sign in`. */
  | { readonly kind: 'calls'; readonly field: Written }

export interface LinkDraft {
  readonly field: Written
  /** A duration or a constant's name; null: not stated. */
  readonly validFor: Written | null
  readonly span: Span
}

/** `Agent, Manager, at most 90 days, also by OAuth` */
export interface ApiKeysDraft {
  readonly roles: readonly Written[]
  /** A duration or a constant's name. */
  readonly lengthMax: Written
  readonly alsoByOAuth: boolean
  readonly span: Span
}

/** `required for Admin, Librarian`; without roles: optional for everybody. */
export interface SecondFactorDraft {
  readonly requiredFor: 'everybody' | readonly Written[]
  readonly span: Span
}

export interface PasswordChangeDraft {
  readonly asksForOldOne: boolean
  readonly endsOtherSessions: boolean
  readonly span: Span
}

export interface SessionDraft {
  /** `field`: the user field whose value is the key. `token`: the word for the token of a session. */
  readonly carriers: readonly (SessionCarrier & {
    readonly span: Span
    readonly field?: Written
    readonly token?: Written
  })[]
  /** A duration or a constant's name. */
  readonly length: Written | null
  readonly after: 'last use' | 'sign-in'
  /** `at the latest 90 days after sign-in`, even if it is used. */
  readonly lengthMax: Written | null
  readonly span: Span
}

export type SignUpDraft = { readonly span: Span } & (
  | { readonly kind: 'open'; readonly gives: Written }
  | { readonly kind: 'closed'; readonly isByInvitation: boolean }
)

/** `### OpenID provider: Company` */
export interface ProviderDraft {
  readonly name: Written
  /** Labels that are present, whatever their value. */
  readonly labels: readonly string[]
  readonly issuer: Written | null
  readonly client: { readonly id: Written; readonly secret: Written } | null
  readonly scopes: readonly Written[]
  readonly signUp: ProviderSignUpDraft | null
  readonly linksByAddress: boolean
  readonly rolesAre: 'taken anew' | 'given once'
  readonly fields: readonly { readonly field: Written; readonly claim: Written }[]
  readonly roles: readonly { readonly claim: Written; readonly value: Written; readonly role: Written }[]
  readonly span: Span
}

export type ProviderSignUpDraft = { readonly span: Span } &
  /** `domains` null: any domain. */
  (
    | { readonly kind: 'open'; readonly domains: readonly Written[] | null; readonly gives: Written }
    | { readonly kind: 'closed' }
  )

/** A row of `Role | Includes | A user gets it`. */
export interface RoleDraft {
  readonly name: Written
  /** Its former name; null: it had this one, or is new. */
  readonly was: Written | null
  readonly includes: readonly Written[]
  readonly gained: readonly RoleGainDraft[]
  /** How users get it is not shown. */
  readonly isGainNotShown: boolean
  readonly span: Span
}

export type RoleGainDraft = { readonly span: Span } & (
  | { readonly kind: 'not signed in' | 'signing up' | 'first user' }
  /** `per`: the tenant for which it is given; null: it is the user's everywhere. */
  | { readonly kind: 'from'; readonly role: Written; readonly per: Written | null }
  /** Expression over the user. */
  | { readonly kind: 'when'; readonly condition: Written }
)

/** A row of `Role for a record | Entity | Must have | When`. */
export interface ContextualRoleDraft {
  readonly name: Written
  readonly entity: Written
  readonly mustHave: Written
  /** Expression. */
  readonly when: Written
  readonly span: Span
}

/** For the entity of users: roles and access of people. */
export type UserAction = 'give roles' | 'invite' | 'suspend' | 'forget'

export type PermissionAction = 'see' | 'create' | 'change' | 'delete' | UserAction | 'add' | 'remove'

/** A row of `Who | May | Entity | Only where | Fields`. */
export interface PermissionDraft {
  readonly who: PerformerDraft
  readonly may: readonly { readonly action: PermissionAction; readonly span: Span }[]
  readonly entity: Written
  /** `favoritedBy` in `Article.favoritedBy`. */
  readonly relation: Written | null
  /** Expression. */
  readonly onlyWhere: Written | null
  readonly mayHandOver: boolean
  /** The position of `in every tenant`. */
  readonly inEveryTenant: Span | null
  readonly fields: FieldSelectionDraft
  readonly span: Span
}

export type PerformerDraft = { readonly span: Span } & (
  | { readonly kind: 'role'; readonly role: Written }
  /** `Owner of ticket`: the role on the record that the field refers to. */
  | { readonly kind: 'role of'; readonly role: Written; readonly field: Written }
  | { readonly kind: 'nobody' }
)

export type FieldSelectionDraft =
  /** The cell is empty. */
  | { readonly kind: 'unstated' }
  | { readonly kind: 'all'; readonly except: readonly Written[] }
  | { readonly kind: 'only'; readonly fields: readonly Written[] }
