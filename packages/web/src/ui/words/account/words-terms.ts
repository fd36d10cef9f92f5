// Words of documents that users agree to: a part of the catalogue, in English.

export const termsWords = {
  title: 'Before you go on',
  note: (app: string) => `${app} asks for your agreement. You are signed in, and everything else waits for it.`,
  agree: (name: string) => `I have read and agree to: ${name}`,
  read: (name: string) => `Read ${name}`,
  version: (version: string) => `Version ${version}`,
  missing: 'Please agree to this, or sign out.',
  go: 'Agree and continue',
  agreements: 'Agreements',
  agreementsNote: 'Documents that you have agreed to. Another version is asked for anew.',
  agreedAt: (when: string) => `Agreed ${when}`,
}

export type TermsText = typeof termsWords
