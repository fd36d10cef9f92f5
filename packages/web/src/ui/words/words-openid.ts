// Words for sign-in by OpenID providers: a part of the catalogue, in English.

import type { OpenIdProblem } from '@ninefold/core/contract/wire/openid-problems.ts'

type Problems = Readonly<Record<OpenIdProblem, (provider: string) => string>>

const problems: Problems = {
  away: (provider) => `${provider} does not answer. Please try again in a moment.`,
  declined: (provider) => `${provider} did not sign you in, or you went back before it had.`,
  wrong: (provider) => `The answer of ${provider} cannot be trusted, so nobody was signed in. Please try again.`,
  ended: () => 'This took too long, or was begun in another browser. Please try again.',
  unconfirmed: (provider) =>
    `${provider} does not say that your email address is confirmed. Confirm it there, and try again.`,
  domain: (provider) => `Your email address at ${provider} is not among those that can sign up here.`,
  closed: (provider) =>
    `You cannot sign up by ${provider} here. Ask for an invitation, or sign in to your account first.`,
  exists: (provider) =>
    `There is an account with your email address already. Sign in to it as before, and link ${provider} on your account page.`,
  incomplete: (provider) => `${provider} does not tell what an account here needs, such as your name.`,
  suspended: () => 'This account is suspended. Please ask the operator of the application.',
  another: (provider) => `This user of ${provider} belongs to another account here.`,
  again: (provider) => `You signed in a while ago. Sign out, sign in again, and link ${provider} then.`,
  refused: () => 'The application does not take this account. Ask those who run it.',
  'too many': () => 'That was too often. Please wait a little, and try again.',
  'not configured': (provider) => `Signing in with ${provider} is not set up yet.`,
}

export const openIdWords = {
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  unconfigured: (variables: string) => `Not set up yet: ${variables} is missing in the environment.`,
  notSignedIn: 'You are not signed in',
  notLinked: 'Your account is not linked',
  somewhere: 'The provider',
  tryAgain: (provider: string) => `Try again with ${provider}`,
  backToAccount: 'Back to your account',
  ways: 'Linked accounts',
  waysNote: 'Accounts elsewhere with which you sign in here.',
  linkedAt: (when: string) => `Linked ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  link: (provider: string) => `Link ${provider}`,
  unlink: 'Unlink',
  unlinkOne: (provider: string) => `Unlink ${provider}`,
  unlinked: (provider: string) => `${provider} is unlinked.`,
  lastWay: 'Your only way in',
  problems,
}

export type OpenIdWords = typeof openIdWords
