// OAuth 2.1: apps ask users for access, and users allow it. Between the server, its page, and apps.

import type { AGENTS_PATH } from './agents.ts'

/** The authorization endpoint: a page of the product's own, where a user allows what an app asks for. */
export const AUTHORIZATION_PAGE = '/_ninefold/authorize'

export const OAUTH_PATHS = {
  /** `GET` with the parameters of the authorization request: `AuthorizationRequest`. */
  request: '/_ninefold/oauth/request',
  /** `POST` a `Consent`: where the browser goes next. `DELETE` an access with its id behind it. */
  grants: '/_ninefold/oauth/grants',
  token: '/_ninefold/oauth/token',
  revocation: '/_ninefold/oauth/revoke',
  registration: '/_ninefold/oauth/register',
} as const

/** RFC 9728: where the metadata of the resource at this path are. Empty: the application. */
export function protectedResourcePath(path: '' | typeof AGENTS_PATH): string {
  return `/.well-known/oauth-protected-resource${path}`
}

/** Apps with access to the account of one user, at most. */
export const CONNECTED_APPS_MAX = 50

/** An app asks for access. */
export interface AuthorizationRequest {
  readonly app: RequestingApp
  /** Those that the user has and may give to apps. */
  readonly roles: readonly string[]
  /** Those of them that the app asks for; all of them where it names none. */
  readonly requested: readonly string[]
  readonly daysMax: number
}

export interface RequestingApp {
  /** As the app says; nobody has verified it. */
  readonly name: string
  /** Where the answer goes: `app.example.com`, or the scheme of an installed app, `cursor:`. */
  readonly goesTo: string
  /** The answer stays on the computer of the browser. */
  readonly isOnThisComputer: boolean
}

/** A user decides on a request. */
export interface Consent {
  /** The query of the authorization request, as it came. */
  readonly request: string
  /** Null: denied. */
  readonly access: GivenAccess | null
}

export interface GivenAccess {
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly days: number
}

/** Where the browser of the user goes next: to the app, with a code or an error. */
export interface ConsentAnswer {
  readonly address: string
}

/** An app that a user has given access to. */
export interface ConnectedApp {
  /** Of the access. */
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** ISO 8601, as those below. */
  readonly createdAt: string
  readonly expiresAt: string
  /** Null: never. */
  readonly lastUsedAt: string | null
}
