// Problem codes of signing in by an OpenID provider. The browser has texts for each; they are loaded with the page that
// shows them.

/** Why a sign-in or a link failed. */
export const OPENID_PROBLEMS = [
  /** The provider is unreachable. */
  'away',
  /** The person or the provider declined. */
  'declined',
  /** The provider's answer is invalid. */
  'wrong',
  /** It took too long, was begun in another browser, or was already used. */
  'ended',
  'unconfirmed',
  'domain',
  'closed',
  /** An account with this address exists and is not linked. */
  'exists',
  /** The provider does not supply what a new user needs. */
  'incomplete',
  /** The identity belongs to another user. */
  'another',
  'suspended',
  /** Linking needs a recent sign-in, so that a session left open cannot be taken over. */
  'again',
  /** A rule of the application refused it. */
  'refused',
  'too many',
  /** The environment variables of the provider are not set. */
  'not configured',
] as const

export type OpenIdProblem = (typeof OPENID_PROBLEMS)[number]
