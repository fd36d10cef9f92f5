// Point 6, checked.

import type { Expression } from '../expression/expression.ts'
import type { Stated } from './stated.ts'
import type { OpenIdProvider } from './users/openid.ts'

export interface RolesModel {
  /** Null: there is no sign-in with a password. */
  readonly signIn: SignIn | null
  /** Passwordless sign-in by a link; excludes `signIn`. */
  readonly linkSignIn: LinkSignIn | null
  /** Sign-in by OpenID providers only; excludes both others. */
  readonly openIdSignIn: AnySignIn | null
  /** Sessions that begin by stated calls only; excludes all others, and there is no page to sign in on. */
  readonly callSignIn: AnySignIn | null
  readonly roles: readonly Role[]
  readonly contextualRoles: readonly ContextualRole[]
  readonly permissions: readonly Permission[]
  /** Null: agents may not use the application. */
  readonly agents: (AgentRules & Stated) | null
  /** Null: there is no page for operators. */
  readonly operators: (OperatorRules & Stated) | null
}

/** Users who operate the running application, of every tenant. */
export interface OperatorRules {
  /** Any of them suffices, also as an included role. */
  readonly roles: readonly string[]
}

/** Programs that use the application through the Model Context Protocol for their users. */
export interface AgentRules {
  /** An agent has those roles of its user that are named here, with the roles that they include. */
  readonly roles: readonly string[]
}

/** Common parts of all ways to sign in. */
export interface AnySignIn extends Stated {
  /** The entity of users. */
  readonly entity: string
  /** The unique field that people sign in with, or that identifies them. */
  readonly identifier: string
  readonly session: SessionRules
  /** Null: signing up is closed. */
  readonly signUp: { readonly gives: string } | null
  /** Null: there are no API keys. */
  readonly apiKeys: (ApiKeyRules & Stated) | null
  /** Null: there is no second factor. */
  readonly secondFactor: (SecondFactorRules & Stated) | null
  /** In the order of the text. */
  readonly providers: readonly OpenIdProvider[]
  /** Users can also sign in by passkeys, which they register on their account page. */
  readonly hasPasskeys: boolean
  /** Documents that users agree to before anything else. */
  readonly terms: readonly TermsDocument[]
}

export interface TermsDocument extends Stated {
  readonly name: string
  /** Any text. A changed text is a new version. */
  readonly version: string
  /** `https://…` */
  readonly address: string
}

export interface SignIn extends AnySignIn {
  readonly password: string
  /** Null: not shown, so there is no lock-out. */
  readonly lockOut: { readonly attemptsMax: number; readonly windowMs: number; readonly otherwise: string } | null
  /** Null: a forgotten password cannot be reset. */
  readonly forgottenPassword: (LinkRules & Stated) | null
  /** Null: not shown; callers with the right to the field change it, and other sessions end. */
  readonly changeOfPassword: (PasswordChange & Stated) | null
}

export interface LinkSignIn extends AnySignIn {
  readonly link: LinkRules
}

/** API keys that users create for programs. */
export interface ApiKeyRules {
  /** A key has one or several of them, all of which its user has. */
  readonly roles: readonly string[]
  readonly lengthMaxMs: number
  /** Apps request access by OAuth 2.1, and get renewable tokens. */
  readonly alsoByOAuth: boolean
}

/** Every user may have a second factor. Users for whom it is required must set it up before anything else. */
export interface SecondFactorRules {
  /** `everybody`: every user, with or without a role. */
  readonly requiredFor: 'everybody' | readonly string[]
}

/** A link that is sent to the address in the field. */
export interface LinkRules {
  readonly field: string
  readonly validMs: number
}

export interface PasswordChange {
  readonly asksForOldOne: boolean
  readonly endsOtherSessions: boolean
}

/**
 * The place of a session in requests; `basic`: an identifier and a password with every request, without a session.
 * `key`: the value of this field of the user, without a session.
 */
export type SessionCarrier =
  | { readonly kind: 'cookie' }
  | { readonly kind: 'named cookie'; readonly name: string }
  | {
      readonly kind: 'header'
      readonly name: string
      /** `Bearer`; null: the token is the whole value. */
      readonly scheme: string | null
      readonly key?: string
    }
  | { readonly kind: 'query'; readonly name: string; readonly key?: string }
  | { readonly kind: 'basic'; readonly key?: string }

export interface SessionRules {
  /** At least one. The first of them that a request has decides. */
  readonly carriers: readonly SessionCarrier[]
  readonly lengthMs: number
  /** `last use`: every use renews it. */
  readonly after: 'last use' | 'sign-in'
  /** Maximum time since sign-in, even if it is used. Null: none. */
  readonly lengthMaxMs: number | null
}

export interface Role extends Stated {
  readonly name: string
  /** Its stated former name. */
  readonly was: string | null
  /** Every role that this one includes, with itself, transitively. */
  readonly includes: readonly string[]
  /** The role of guests, which is never given. */
  readonly isGuest: boolean
  readonly isGivenBySigningUp: boolean
  readonly isGivenToFirstUser: boolean
  /** Roles whose holders may give it. */
  readonly givenBy: readonly string[]
  /** It is given for one tenant, and kept with the membership. `when` then has the condition on it. */
  readonly isPerTenant: boolean
  /** A user who satisfies one of these has it. Their implicit record is `this`, the user. */
  readonly when: readonly Expression[]
}

export interface ContextualRole extends Stated {
  readonly name: string
  readonly entity: string
  readonly mustHave: string
  /** Its implicit record is `this`. */
  readonly when: Expression
}

/** The performer of an action. A role on a record depends on the record, a plain role does not. */
export type Performer =
  | { readonly kind: 'role'; readonly role: string }
  /** `entity`, here and below: the entity that the role is declared for. */
  | { readonly kind: 'contextual role'; readonly role: string; readonly entity: string }
  /** `Owner of ticket`: the role on the record that the reference field refers to. */
  | { readonly kind: 'contextual role of'; readonly role: string; readonly entity: string; readonly field: string }

/** For the entity of users: roles and access of people. */
export const USER_ACTIONS = ['give roles', 'invite', 'suspend', 'forget'] as const
export type UserAction = (typeof USER_ACTIONS)[number]

export type PermissionAction = 'see' | 'create' | 'change' | 'delete' | UserAction | 'add' | 'remove'

/** One grant, or with `isForbidden` a prohibition (`Nobody`), which overrides every grant. */
export interface Permission extends Stated {
  readonly isForbidden: boolean
  /** Null only for a prohibition. */
  readonly who: Performer | null
  readonly actions: readonly PermissionAction[]
  readonly entity: string
  /** The to-many field of `add` and `remove`. */
  readonly relation: string | null
  /** Its implicit record is `this`; for add and remove, `item` is the other record. */
  readonly onlyWhere: Expression | null
  /** The condition need not hold after a change. */
  readonly mayHandOver: boolean
  /** For tenants and users: includes those outside of the current tenant. */
  readonly isInEveryTenant?: true
  /** The fields of the grant. For `see` without stated fields: every field that is not hidden. */
  readonly fields: readonly string[]
  /** The Fields cell is empty or `all`: a prohibition then covers the whole action. */
  readonly isEveryField: boolean
  /** Point 6 is not shown: `ninefold dev` permits everything, and production nothing. */
  readonly isProvisional: boolean
}
