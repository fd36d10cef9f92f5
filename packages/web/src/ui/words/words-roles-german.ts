// Words of the pages for signing in, signing up and invitations: a part of the catalogue, in German.

import type { RolesWords } from './words-roles.ts'

export const germanRolesWords = {
  signIn: 'Anmelden',
  signInTo: (name: string) => `Bei ${name} anmelden`,
  signUp: 'Konto anlegen',
  signOut: 'Abmelden',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  forgotten: 'Passwort vergessen?',
  forgottenNote: 'Lassen Sie sich einen Link schicken, um ein neues zu wählen.',
  sendLink: 'Link schicken',
  sent: (to: string) => `Wenn ${to} zu einem Konto gehört, ist eine Nachricht mit einem Link unterwegs.`,
  sentNote: 'Nach ein paar Minuten nichts da? Sehen Sie bei den unerwünschten Nachrichten nach.',
  askAgain: 'Noch einen Link schicken lassen',
  newPassword: 'Neues Passwort',
  newPasswordNote: 'Überall, wo Sie angemeldet sind, müssen Sie sich danach neu anmelden.',
  setPassword: 'Passwort setzen',
  passwordSet: 'Das neue Passwort gilt. Bitte melden Sie sich damit an.',
  backToSignIn: 'Zurück zur Anmeldung',
  invitation: 'Einladung',
  invitationTo: (name: string) => `Sie sind zu ${name} eingeladen`,
  invitationNote: (role: string, identifier: string | null) =>
    `Ihre Rolle wird ${role} sein.${identifier === null ? '' : ` Sie melden sich als ${identifier} an.`}`,
  invitationOver: 'Diese Einladung wurde schon benutzt, oder ihre Zeit ist um. Bitte lassen Sie sich eine neue geben.',
  takeInvitation: 'Konto anlegen',
  joinedByLink: 'Ihr Konto ist angelegt. Eine Nachricht mit einem Link zum Anmelden ist unterwegs.',
  sampleUsers: 'Beispielnutzer',
  sampleUsersNote: 'Nur solange die Spezifikation entwickelt wird.',
  signInAs: (label: string, roles: string) =>
    roles === '' ? `Als ${label} anmelden` : `Als ${label} anmelden — ${roles}`,
  switchTo: 'Wechseln zu',
  account: 'Konto',
  signedOut: 'Sie sind abgemeldet.',
  notAllowedTitle: 'Das ist nicht für Sie bestimmt',
  notAllowed: 'Ihre Rollen umfassen nicht, was hier steht.',
  appearance: 'Darstellung',
  language: 'Sprache',
  languageOfApplication: 'Wie die Anwendung',
  appearances: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
} satisfies RolesWords
