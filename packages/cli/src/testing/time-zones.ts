// A time zone → the moments of its clock changes, and the end of each day. It asks Intl day by day, unlike the
// product's own computation.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const FIRST = Date.UTC(1990, 0, 1)
const LAST = Date.UTC(2038, 0, 1)
/** Clocks never go forward and back again within this time. */
const APART_MS = 14 * DAY_MS
const STEP_MS = 15 * MINUTE_MS

export interface LocalTime {
  /** `2026-01-31` */
  readonly date: string
  /** Minutes after midnight. */
  readonly minute: number
}

export class Zone {
  readonly name: string
  /** The first moments of new offsets. */
  readonly changes: readonly number[]
  private readonly format: Intl.DateTimeFormat

  constructor(name: string) {
    this.name = name
    this.format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    this.changes = this.findChanges()
  }

  /** The local time. */
  local(atMs: number): LocalTime {
    const [date = '', time = ''] = this.format.format(atMs).split(' ')
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return { date, minute: hours * 60 + minutes }
  }

  /** The first moment of a later date, and the first moment after which the date never returns. */
  endOf(date: string): readonly [number, number] {
    const from = Date.parse(`${date}T00:00:00Z`) - DAY_MS
    const moments = Array.from({ length: (4 * DAY_MS) / STEP_MS }, (_, step) => from + step * STEP_MS)
    const isOver = moments.map((atMs) => this.local(atMs).date > date)
    return [moments[isOver.indexOf(true)] ?? Infinity, moments[isOver.lastIndexOf(false) + 1] ?? Infinity]
  }

  private offset(atMs: number): number {
    const { date, minute } = this.local(atMs)
    return Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS - atMs
  }

  private findChanges(): number[] {
    const changes: number[] = []
    for (let from = FIRST; from < LAST; from += APART_MS) {
      let [before, after] = [from, from + APART_MS]
      const old = this.offset(before)
      if (this.offset(after) === old) continue
      while (after - before > MINUTE_MS) {
        const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS
        if (this.offset(middle) === old) before = middle
        else after = middle
      }
      changes.push(after)
    }
    return changes
  }
}
