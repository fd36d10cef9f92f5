// Words of the author's bar. In English only, like all pages for authors, and separate from the application's words, so
// that its users never load them.

export const words = {
  bar: 'Development',
  seeingAs: (name: string) => `You are seeing this as ${name}`,
  guest: 'a guest',
  asRole: (name: string, role: string) => `${name}, as ${role}`,
  users: 'See it as a sample user',
  roles: 'See it as a role',
  back: (name: string | null) => (name === null ? 'Back to nobody signed in' : `Back to ${name}`),
  clock: 'Clock',
  realTime: 'Real time',
  moved: (distance: string) => `The clock is ${distance}`,
  ahead: (distance: string) => `${distance} ahead`,
  behind: (distance: string) => `${distance} behind`,
  forward: 'Move the clock forward',
  toRealTime: 'Back to the real time',
  moreClock: 'Another moment …',
  nothingDone: 'Nothing came due.',
  done: (what: string) => `Done: ${what}.`,
  stillWaiting: 'Something that is due has not been done yet.',
  doneKinds: {
    clock: (count: number) => (count === 1 ? '1 clock' : `${count} clocks`),
    recurring: (count: number) => (count === 1 ? '1 schedule' : `${count} schedules`),
    message: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
    later: (count: number) => (count === 1 ? '1 thing put off' : `${count} things put off`),
    document: (count: number) => (count === 1 ? '1 document' : `${count} documents`),
  },
  requests: 'Requests',
  why: 'Why?',
  whyTitle: 'Why is it so?',
  close: 'Close',
  search: 'Search what is there, and what is not',
  point: 'Point at something',
  pointing: 'Click on what you ask about. Escape ends it.',
  noScreen: 'This page is not a screen of point 2.',
  nothingThere: 'Nothing of this name is on the screen. Here is everything that is, and is not.',
  ofRow: (address: string) => `Asked of the row that leads to ${address}`,
  allRows: 'Ask of no row',
  groups: { top: 'The page', fields: 'Fields', actions: 'What can be done', refused: 'Refused lately' },
  answers: {
    field: { yes: 'shown', no: 'not shown', blocked: 'shown', depends: 'depends on the record' },
    record: { yes: 'shown', no: 'not shown', blocked: 'shown', depends: 'depends on the record' },
    screen: { yes: 'open to you', no: 'closed to you', blocked: 'open to you', depends: 'depends on the record' },
    action: { yes: 'offered', no: 'not offered', blocked: 'not possible now', depends: 'depends on the record' },
  },
  screen: (name: string) => `The screen “${name}”`,
  record: (name: string) => `The ${name.toLowerCase()}`,
  isNamed: 'The screen names it in',
  isNotNamed: 'The screen does not name it.',
  decided: 'Decided by',
  nobody: 'No row of point 6 lets anybody.',
  line: (line: number | string) => (typeof line === 'number' ? `line ${line}` : line),
  lineOf: (what: string, line: number | string) =>
    typeof line === 'number' ? `${what}, line ${line} of the text` : `${what}, ${line}`,
  holds: { true: 'holds', false: 'does not hold', null: 'depends on the record' },
} as const

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 days ahead`, in the largest unit that fits, or approximately. */
export function distanceInWords(aheadMs: number): string {
  const size = Math.abs(aheadMs)
  const [unit, ms] = UNITS.find(([, each]) => size % each === 0) ?? UNITS.find(([, each]) => size >= each) ?? UNITS[2]
  const count = Math.round((size / ms) * 10) / 10
  const distance = `${count} ${unit}${count === 1 ? '' : 's'}`
  return aheadMs > 0 ? words.ahead(distance) : words.behind(distance)
}
