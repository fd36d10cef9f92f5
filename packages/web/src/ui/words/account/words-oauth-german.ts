// Words of access by OAuth: a part of the catalogue, in German.

import type { OAuthWords } from './words-oauth.ts'

export const germanOAuthWords: OAuthWords = {
  title: (app) => `Zugriff auf ${app} erlauben?`,
  asks: (name) => `„${name}“ möchte die Anwendung in Ihrem Namen benutzen.`,
  signedInAs: (person) => `Sie sind als ${person} angemeldet.`,
  other: 'Ein anderes Konto benutzen',
  goesTo: (place) => `Die Antwort geht an ${place}.`,
  goesHere: 'Die Antwort geht an ein Programm auf diesem Computer.',
  unverified:
    'Dieser Name ist nicht geprüft. Erlauben Sie den Zugriff nur, wenn Sie ihn dort gerade selbst angefordert haben.',
  roles: 'Die App handelt mit diesen Rollen',
  noRoles: 'Sie haben keine Rolle, die eine App bekommen kann.',
  allow: 'Zugriff erlauben',
  deny: 'Ablehnen',
  allowed: 'Der Zugriff ist erlaubt',
  denied: 'Der Zugriff ist abgelehnt',
  goBack: (name) => `Sie können diese Seite schließen und zu ${name} zurückkehren.`,
  wrong: 'Diese Anfrage kann nicht beantwortet werden',
  apps: 'Verbundene Apps',
  appsNote: 'Apps, denen Sie Zugriff gegeben haben. Sie handeln für Sie, bis Sie ihn beenden.',
  noApps: 'Keine App hat Zugriff. Eine App fragt danach, wenn Sie sie mit dieser Anwendung verbinden.',
  agentsAddress:
    'Assistenten, die das Model Context Protocol sprechen, verbinden sich mit dieser Adresse und fragen Sie um Zugriff:',
  end: 'Zugriff beenden',
  endOne: (name) => `Zugriff beenden: ${name}`,
  ended: (name) => `${name} hat keinen Zugriff mehr.`,
}
