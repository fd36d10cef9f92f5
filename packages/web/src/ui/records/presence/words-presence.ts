// Words for people at a record: a part of the catalogue, in English.

export const presenceWords = {
  here: 'Also here',
  more: (count: number) => `and ${count} more`,
}

export type PresenceWords = typeof presenceWords
