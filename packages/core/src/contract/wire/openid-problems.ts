// Problems of signing in by an OpenID provider. The browser has words for each; they are loaded with the page that says them.

/** Why nobody was signed in, or nothing was linked. */
export const OPENID_PROBLEMS = [
  /** The provider does not answer. */
  'away',
  /** The person, or the provider, said no. */
  'declined',
  /** The answer proves nobody. */
  'wrong',
  /** It has taken too long, was begun in another browser, or has been used. */
  'ended',
  'unconfirmed',
  'domain',
  'closed',
  /** There is an account with the address, and nobody has linked it. */
  'exists',
  /** The provider does not tell what a new user needs. */
  'incomplete',
  /** It is somebody else's way in. */
  'another',
  'suspended',
  /** Linking is for those who have just signed in: nobody takes over an account at a session that was left open. */
  'again',
  /** The application has a rule against it. */
  'refused',
  'too many',
  /** The environment does not say where the provider is. */
  'not configured',
] as const

export type OpenIdProblem = (typeof OPENID_PROBLEMS)[number]
