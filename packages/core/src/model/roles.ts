// Point 6, checked.

import type { Expression } from '../expression/expression.ts'
import type { Stated } from './stated.ts'
import type { OpenIdProvider } from './users/openid.ts'

export interface RolesModel {
  /** Null: nobody can sign in with a password. */
  readonly signIn: SignIn | null
  /** Signing in by a link that is sent; it excludes the other. */
  readonly linkSignIn: LinkSignIn | null
  /** Signing in by OpenID providers alone; it excludes both. */
  readonly openIdSignIn: AnySignIn | null
  readonly roles: readonly Role[]
  readonly contextualRoles: readonly ContextualRole[]
  readonly permissions: readonly Permission[]
  /** Null: no agent uses the application. */
  readonly agents: (AgentRules & Stated) | null
  /** Null: nobody sees the page for operators. */
  readonly operators: (OperatorRules & Stated) | null
}

/** Users who look after the running application, of every tenant. */
export interface OperatorRules {
  /** Any of them will do, also as part of another role. */
  readonly roles: readonly string[]
}

/** Programs that use the application by the Model Context Protocol, for whoever lets them. */
export interface AgentRules {
  /** An agent has those of its user's roles that are named here, and what they include. */
  readonly roles: readonly string[]
}

/** Parts of every way of signing in. */
export interface AnySignIn extends Stated {
  /** The entity whose records are the users. */
  readonly entity: string
  /** The unique field that people sign in with, or by which they are told from each other. */
  readonly identifier: string
  readonly session: SessionRules
  /** Null: nobody can sign up. */
  readonly signUp: { readonly gives: string } | null
  /** Null: there are no keys for programs. */
  readonly apiKeys: (ApiKeyRules & Stated) | null
  /** Null: nobody is asked for one. */
  readonly secondFactor: (SecondFactorRules & Stated) | null
  /** In the order of the text. */
  readonly providers: readonly OpenIdProvider[]
  /** Users sign in by passkeys, too, which they make on their account page. */
  readonly hasPasskeys: boolean
}

export interface SignIn extends AnySignIn {
  readonly password: string
  /** Null: not shown, so there is no lock-out. */
  readonly lockOut: { readonly attemptsMax: number; readonly windowMs: number; readonly otherwise: string } | null
  /** Null: whoever forgets it stays outside. */
  readonly forgottenPassword: (LinkRules & Stated) | null
  /** Null: not shown; whoever may change the field changes it, and other sessions end. */
  readonly changeOfPassword: (PasswordChange & Stated) | null
}

export interface LinkSignIn extends AnySignIn {
  readonly link: LinkRules
}

/** Keys that users make for programs. */
export interface ApiKeyRules {
  /** A key has one or several of them, each of which its user has. */
  readonly roles: readonly string[]
  readonly lengthMaxMs: number
  /** Apps ask users for access by OAuth 2.1, and get keys that are renewed. */
  readonly alsoByOAuth: boolean
}

/** Every user may have a second factor. Those whom it is required for have one before they do anything else. */
export interface SecondFactorRules {
  /** `everybody`: every user, with a role or without. */
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
 * Where a request carries its session; `basic`: an identifier and a password with every request, and no session.
 * `key`: no session either, but the value of this field of the user.
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
  /** At least one. A request is judged by the first of them that it carries. */
  readonly carriers: readonly SessionCarrier[]
  readonly lengthMs: number
  /** `last use`: every use starts the length anew. */
  readonly after: 'last use' | 'sign-in'
  /** However often it is used, it ends so long after signing in. Null: no such end. */
  readonly lengthMaxMs: number | null
}

export interface Role extends Stated {
  readonly name: string
  /** Its name in the version before, where the text says so. */
  readonly was: string | null
  /** Every role that this one includes, itself and included ones' inclusions counted. */
  readonly includes: readonly string[]
  /** Who is it without being given it? */
  readonly isGuest: boolean
  readonly isGivenBySigningUp: boolean
  readonly isGivenToFirstUser: boolean
  /** Roles whose holders may give it. */
  readonly givenBy: readonly string[]
  /** A user for whom one of these holds has it. Their implicit record is `this`, the user. */
  readonly when: readonly Expression[]
}

export interface ContextualRole extends Stated {
  readonly name: string
  readonly entity: string
  readonly mustHave: string
  /** Its implicit record is `this`. */
  readonly when: Expression
}

/** Performer of an action. A contextual role is a question about a record, a plain role is not. */
export type Performer =
  | { readonly kind: 'role'; readonly role: string }
  /** `entity`, here and below: the one that the role is declared for. */
  | { readonly kind: 'contextual role'; readonly role: string; readonly entity: string }
  /** `Owner of ticket`: the contextual role for the record that the reference field points to. */
  | { readonly kind: 'contextual role of'; readonly role: string; readonly entity: string; readonly field: string }

/** Of the users' entity: roles and access of people. */
export const USER_ACTIONS = ['give roles', 'invite', 'suspend', 'forget'] as const
export type UserAction = (typeof USER_ACTIONS)[number]

export type PermissionAction = 'see' | 'create' | 'change' | 'delete' | UserAction | 'add' | 'remove'

/** One grant, or with `isForbidden` one prohibition (`Nobody`), which overrides every grant. */
export interface Permission extends Stated {
  readonly isForbidden: boolean
  /** Null only when forbidden. */
  readonly who: Performer | null
  readonly actions: readonly PermissionAction[]
  readonly entity: string
  /** The to-many field of `add` and `remove`. */
  readonly relation: string | null
  /** Its implicit record is `this`; for add and remove, `item` is the other record. */
  readonly onlyWhere: Expression | null
  /** The condition need not hold after a change. */
  readonly mayHandOver: boolean
  /** Of tenants and users: also of those that are none of the current tenant. */
  readonly isInEveryTenant?: true
  /** The fields it is about. For `see` without any stated: every field that is not hidden. */
  readonly fields: readonly string[]
  /** The Fields cell is empty or says `all`: a prohibition then covers the action as a whole. */
  readonly isEveryField: boolean
  /** Point 6 is not shown: `ninefold dev` permits everything, and production nothing. */
  readonly isProvisional: boolean
}
