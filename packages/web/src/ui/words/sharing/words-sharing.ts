// Words for sharing views and for mentions: a part of the catalogue, in English.

export const sharingWords = {
  mention: '@ tells somebody',
  people: 'People to tell',
  share: (view: string) => `Share ${view}`,
  onlyMe: 'Only for me',
  with: (role: string) => `For everybody who is ${role}`,
  isShared: (role: string) => `Shared: ${role}`,
  shared: (view: string, role: string) => `${view} is there for everybody who is ${role}.`,
  unshared: (view: string) => `${view} is only for you.`,
}

export type SharingWords = typeof sharingWords
