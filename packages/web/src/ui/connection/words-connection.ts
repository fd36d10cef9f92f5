// English words for a missing network or a missing part of the program.

export const connectionWords = {
  offlineSince: (time: string) => `Offline, as of ${time}`,
  offlineBanner: (time: string) => `You are offline. You see the page as it was at ${time}. Your input is kept.`,
  offlineTitle: 'You are offline',
  offline: 'This was not loaded before. It appears when you are online again.',
  held: 'You are offline. It is sent as soon as you are online again, if this page stays open.',
  notSent: 'You are offline, so nothing was saved. Try again when you are online.',
  missingTitle: 'This part was not loaded',
  missing: 'The server did not answer. The rest of the page still works.',
  notLost: 'Your input is kept. Try again, or go to another page.',
  missingOffline: 'You are offline. It is loaded when you are online again.',
}

export type ConnectionWords = typeof connectionWords
