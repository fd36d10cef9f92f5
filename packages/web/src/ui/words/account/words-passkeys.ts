// Words of passkeys: a part of the catalogue, in English.

export const passkeyWords = {
  signIn: 'Sign in with a passkey',
  title: 'Passkeys',
  note: 'Sign in with your fingerprint, your face, or the code of your device, without a password.',
  none: 'You have no passkey.',
  make: 'Create a passkey',
  made: 'Your passkey is made. You can sign in with it from now on.',
  madeIn: (place: string) => `Made in ${place}`,
  unknownPlace: 'A passkey',
  createdAt: (when: string) => `Created ${when}`,
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove: ${name}`,
  removed: 'The passkey is removed here. Delete it on your device, too.',
  exists: 'This device has a passkey of yours already.',
  notHere: 'This browser or this address does not support passkeys.',
}

export type PasskeyWords = typeof passkeyWords
