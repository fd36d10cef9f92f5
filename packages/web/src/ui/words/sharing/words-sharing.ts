// Words for sharing views, mentions and computed values of forms: a part of the catalogue, in English.

export const sharingWords = {
  mention: '@ mentions somebody',
  people: 'People to mention',
  provisional: 'Provisional until it is sent',
  moreOf: (view: string) => `More about the view ${view}`,
  rename: 'Rename',
  renameOf: (view: string) => `Rename ${view}`,
  set: 'Save what is shown now',
  openFirst: 'Opens first',
  opensFirst: (view: string) => `The list opens with “${view}” from now on.`,
  opensNoMore: (view: string) => `The list no longer opens with “${view}”.`,
  copy: 'Copy link',
  drop: 'Delete',
  share: 'Seen by',
  onlyMe: 'Only me',
  with: (role: string) => `Everybody with the role ${role}`,
  isShared: (role: string) => `Shared: ${role}`,
  shared: (view: string, role: string) => `${view} is shared with everybody who has the role ${role}.`,
  unshared: (view: string) => `${view} is no longer shared.`,
}

export type SharingWords = typeof sharingWords
