// Words of the second factor: a part of the catalogue, in English.

export const secondFactorWords = {
  title: 'Second factor',
  note: 'A code of an app on your phone, beside the way you sign in.',
  /** Title of a page. */
  codeTitle: 'Enter your code',
  codeNote: 'Open the app for codes on your phone, and type the six digits that it shows.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  recoveryNote: 'Type one of the codes that you kept when you set up your second factor. It is used up by it.',
  useRecoveryCode: 'Use a recovery code instead',
  useApp: 'Use the app instead',
  go: 'Continue',
  enrolTitle: 'Set up a second factor',
  enrolRequired: 'Your role needs one. Nothing else can be done before.',
  scan: 'Scan this with an app for codes, such as the one of your password manager.',
  picture: 'QR code for the app',
  type: 'Or type this into the app:',
  confirm: 'Then enter the code that the app shows:',
  begin: 'Set up an app',
  recoveryTitle: 'Keep your recovery codes',
  recoveryKeep:
    'With one of these you get in when your phone is lost. Each is good once. They are shown now and never again.',
  kept: 'I have kept them',
  none: 'You have not set one up.',
  app: 'App for codes',
  required: 'Required by your role',
  since: (when: string) => `Set up ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  codesLeft: (count: number) => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`),
  newCodes: 'New recovery codes',
  end: 'Turn off',
  ended: 'Your second factor is turned off.',
  setUp: 'Your second factor is set up.',
  againTitle: 'Your code once more',
  againNote: 'This needs a fresh code of your second factor. Everything typed stays.',
  cancel: 'Cancel',
  over: 'This took too long. Please sign in again.',
}

export type SecondFactorWords = typeof secondFactorWords
