// Words of access by OAuth: a part of the catalogue, in English.

export const oauthWords = {
  title: (app: string) => `Allow access to ${app}?`,
  asks: (name: string) => `“${name}” wants to act in your name.`,
  signedInAs: (person: string) => `You are signed in as ${person}.`,
  other: 'Use another account',
  goesTo: (place: string) => `The answer goes to ${place}.`,
  goesHere: 'The answer goes to a program on this computer.',
  unverified: 'This name is not verified. Allow access only if you have just asked for it there yourself.',
  roles: 'It acts with these roles of yours',
  noRoles: 'You have no role that may be given to an app.',
  allow: 'Allow access',
  deny: 'Deny',
  allowed: 'Access is allowed',
  denied: 'Access is denied',
  goBack: (name: string) => `You can close this page and go back to ${name}.`,
  wrong: 'This request cannot be answered',
  apps: 'Connected apps',
  appsNote: 'Apps that you have given access. They act for you until you end it.',
  noApps: 'No app has access. An app asks for access when you connect it.',
  agentsAddress: 'Assistants that speak the Model Context Protocol connect at this address, and ask you for access:',
  end: 'End access',
  endOne: (name: string) => `End access: ${name}`,
  ended: (name: string) => `${name} has no access any more.`,
}

export type OAuthWords = typeof oauthWords
