// Words for sign-in by OpenID providers: a part of the catalogue, in German.

import type { OpenIdWords } from './words-openid.ts'

export const germanOpenIdWords = {
  or: 'oder',
  continueWith: (provider: string) => `Weiter mit ${provider}`,
  unconfigured: (variables: string) => `Noch nicht eingerichtet: ${variables} fehlt in der Umgebung.`,
  notSignedIn: 'Sie sind nicht angemeldet',
  notLinked: 'Ihr Konto ist nicht verknüpft',
  somewhere: 'Der Anbieter',
  tryAgain: (provider: string) => `Noch einmal mit ${provider}`,
  backToAccount: 'Zurück zu Ihrem Konto',
  ways: 'Verknüpfte Konten',
  waysNote: 'Konten anderswo, mit denen Sie sich hier anmelden.',
  linkedAt: (when: string) => `Verknüpft ${when}`,
  lastUsed: (when: string) => `Zuletzt benutzt ${when}`,
  link: (provider: string) => `${provider} verknüpfen`,
  unlink: 'Trennen',
  unlinkOne: (provider: string) => `${provider} trennen`,
  unlinked: (provider: string) => `${provider} ist getrennt.`,
  lastWay: 'Ihr einziger Zugang',
  problems: {
    away: (provider: string) => `${provider} antwortet nicht. Bitte versuchen Sie es gleich noch einmal.`,
    declined: (provider: string) => `${provider} hat Sie nicht angemeldet, oder Sie sind vorher zurückgegangen.`,
    wrong: (provider: string) =>
      `Die Antwort von ${provider} ist nicht vertrauenswürdig, deshalb wurden Sie nicht angemeldet. Bitte versuchen Sie es noch einmal.`,
    ended: () =>
      'Das hat zu lange gedauert, oder es wurde in einem anderen Browser begonnen. Bitte versuchen Sie es noch einmal.',
    unconfirmed: (provider: string) =>
      `${provider} sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist. Bestätigen Sie sie dort, und versuchen Sie es noch einmal.`,
    domain: (provider: string) => `Mit Ihrer E-Mail-Adresse bei ${provider} können Sie hier kein Konto anlegen.`,
    closed: (provider: string) =>
      `Mit ${provider} können Sie hier kein Konto anlegen. Lassen Sie sich einladen, oder melden Sie sich erst bei Ihrem Konto an.`,
    exists: (provider: string) =>
      `Es gibt schon ein Konto mit Ihrer E-Mail-Adresse. Melden Sie sich an wie bisher, und verknüpfen Sie ${provider} auf Ihrer Kontoseite.`,
    incomplete: (provider: string) =>
      `${provider} übermittelt nicht alle Angaben, die ein Konto hier braucht, etwa Ihren Namen.`,
    suspended: () => 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber der Anwendung.',
    another: (provider: string) => `Dieser Nutzer von ${provider} gehört hier zu einem anderen Konto.`,
    again: (provider: string) =>
      `Ihre Anmeldung ist eine Weile her. Melden Sie sich ab und wieder an, und verknüpfen Sie ${provider} dann.`,
    refused: () => 'Die Anwendung nimmt dieses Konto nicht an. Bitte wenden Sie sich an ihren Betreiber.',
    'too many': () => 'Das war zu oft. Bitte warten Sie ein wenig, und versuchen Sie es noch einmal.',
    'not configured': (provider: string) => `Die Anmeldung mit ${provider} ist noch nicht eingerichtet.`,
  },
} satisfies OpenIdWords
