// Words of the page of people and roles: a part of the catalogue, in German.

import type { PeopleWords } from './words-people.ts'

export const germanPeopleWords = {
  title: 'Personen und Rollen',
  intro: 'Alle, denen Sie Rollen geben dürfen. Eine Änderung gilt ab ihrer nächsten Anfrage.',
  search: 'Person suchen',
  nobody: 'Niemand da',
  nobodyYet: 'Es gibt noch niemanden, dem Sie eine Rolle geben dürfen.',
  nobodyFound: (search: string) => `Niemand heißt „${search}“.`,
  shown: (count: number, total: number) => (count === total ? `${total} insgesamt` : `${count} von ${total}`),
  more: 'Mehr zeigen',
  noRole: 'Keine Rolle',
  rolesOf: (person: string, roles: string) => `Rollen von ${person}: ${roles}`,
  change: (person: string) => `Rollen von ${person} ändern`,
  given: (person: string, role: string) => `${person} hat jetzt die Rolle ${role}.`,
  taken: (person: string, role: string) => `${person} hat die Rolle ${role} nicht mehr.`,
  fixed: (roles: string) => `Von anderen vergeben: ${roles}`,
} satisfies PeopleWords
