// OAuth 2.1: apps request access, and users consent. Shared by the server, its page, and apps.

import type { AGENTS_PATH } from './agents.ts'

/** The authorization endpoint: the product's page where a user consents. */
export const AUTHORIZATION_PAGE = '/_ninefold/authorize'

export const OAUTH_PATHS = {
  /** `GET` with the parameters of the authorization request: `AuthorizationRequest`. */
  request: '/_ninefold/oauth/request',
  /** `POST` a `Consent`: returns where the browser goes. `DELETE` with an id revokes an access. */
  grants: '/_ninefold/oauth/grants',
  token: '/_ninefold/oauth/token',
  revocation: '/_ninefold/oauth/revoke',
  registration: '/_ninefold/oauth/register',
} as const

/** RFC 9728: address of the metadata of the resource at this path. Empty: the application. */
export function protectedResourcePath(path: '' | typeof AGENTS_PATH): string {
  return `/.well-known/oauth-protected-resource${path}`
}

/** Maximum number of apps with access to one user's account. */
export const CONNECTED_APPS_MAX = 50

/** An app's request for access. */
export interface AuthorizationRequest {
  readonly app: RequestingApp
  /** The user's roles that apps may have. */
  readonly roles: readonly string[]
  /** The roles that the app requests; all of them if it names none. */
  readonly requested: readonly string[]
  readonly daysMax: number
}

export interface RequestingApp {
  /** The app's own name, unverified. */
  readonly name: string
  /** Target of the redirect: `app.example.com`, or the scheme of an installed app, `cursor:`. */
  readonly goesTo: string
  /** The redirect stays on the user's computer. */
  readonly isOnThisComputer: boolean
}

/** A user's decision on a request. */
export interface Consent {
  /** The query of the authorization request, unchanged. */
  readonly request: string
  /** Null: denied. */
  readonly access: GivenAccess | null
}

export interface GivenAccess {
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  readonly days: number
}

/** Where the browser goes next: to the app, with a code or an error. */
export interface ConsentAnswer {
  readonly address: string
}

/** An app with access to the user's account. */
export interface ConnectedApp {
  /** Id of the access. */
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly onlyReads: boolean
  /** ISO 8601, like those below. */
  readonly createdAt: string
  readonly expiresAt: string
  /** Null: never. */
  readonly lastUsedAt: string | null
}
