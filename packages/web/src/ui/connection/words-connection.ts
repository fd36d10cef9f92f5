// English words for a missing network or a missing part of the program.

export const connectionWords = {
  offlineSince: (time: string) => `Offline, as of ${time}`,
  offlineBanner: (time: string) => `You are offline. You see what was there at ${time}. What you type is kept.`,
  offlineTitle: 'You are offline',
  offline: 'This was not loaded before. It appears when you are online again.',
  notSent: 'You are offline. Nothing you typed is lost: send it when you are online again.',
  missingTitle: 'This part was not loaded',
  missing: 'The server did not answer. What you see beside it still works.',
  notLost: 'What you typed is kept. Try again, or go to another page.',
  missingOffline: 'You are offline. It is loaded when you are online again.',
}

export type ConnectionWords = typeof connectionWords
