// Words of the page of people and roles: a part of the catalogue, in English.

export const peopleWords = {
  title: 'People and roles',
  intro: 'Those to whom you may give roles. A change acts with their next request.',
  search: 'Search for a person',
  nobody: 'Nobody here',
  nobodyYet: 'There is nobody yet to whom you may give a role.',
  nobodyFound: (search: string) => `Nobody is called “${search}”.`,
  shown: (count: number, total: number) => (count === total ? `${total} in all` : `${count} of ${total}`),
  more: 'Show more',
  noRole: 'No role',
  rolesOf: (person: string, roles: string) => `Roles of ${person}: ${roles}`,
  change: (person: string) => `Change the roles of ${person}`,
  given: (person: string, role: string) => `${person} is ${role} now.`,
  taken: (person: string, role: string) => `${person} is not ${role} any more.`,
  fixed: (roles: string) => `Given by others: ${roles}`,
}

export type PeopleWords = typeof peopleWords
