// Words of the account page: a part of the catalogue, in English.

export const accountWords = {
  nobody: 'Sign in to see your account.',
  roles: 'Your roles',
  look: 'Look and language',
  toMessages: 'Open your notifications',
  unread: (count: number) => (count === 0 ? 'Nothing unread' : `${count} unread`),
  password: 'Password',
  presentPassword: 'Present password',
  changePassword: 'Change the password',
  passwordChanged: 'Your password is changed.',
  sessions: 'Where you are signed in',
  sessionsNote: 'If you don’t know one of these, end it and change your password.',
  unknownBrowser: 'A program that did not say which',
  browserOn: (browser: string, system: string | null) => (system === null ? browser : `${browser} on ${system}`),
  thisOne: 'Here',
  lastUsed: (when: string) => `Last used ${when}`,
  signedInAt: (when: string) => `Signed in ${when}`,
  end: 'Sign out',
  endOne: (name: string) => `Sign out: ${name}`,
  sessionEnded: (name: string) => `${name} is signed out.`,
  endOthers: 'Sign out everywhere else',
  othersEnded: 'Now you are signed in here only.',
}

export type AccountWords = typeof accountWords
