// The times of a day to choose from: its hours, and the quarters of the chosen one. The form's rules decide which there
// are: where only half past is allowed, an hour is chosen as its half.

import { TimeGrid } from '@mantine/dates'
import { usePickers } from '../entities/use-pickers.ts'
import { words } from '../words/words.ts'
import { useTakenHours } from './taken-times.ts'

interface TimesProps {
  readonly day: string
  /** `14:30`; null: none. */
  readonly chosen: string | null
  readonly put: (time: string) => void
  readonly isExcludedTime: ((day: string, time: string) => boolean) | undefined
  readonly takenAt: string | null
}

export function DayTimes({ day, isExcludedTime, takenAt, ...others }: TimesProps) {
  const isTaken = useTakenHours(takenAt, day)
  return <TimesOfDay {...others} isTaken={isTaken} isExcluded={(time) => isExcludedTime?.(day, time) === true} />
}

type HoursProps = Pick<TimesProps, 'chosen' | 'put'> & {
  readonly isExcluded: (time: string) => boolean
  readonly isTaken: (time: string) => boolean
}

export function TimesOfDay({ chosen, put, isExcluded, isTaken }: HoursProps) {
  const hour = chosen === null ? null : `${chosen.slice(0, 2)}:00`
  const possible = (time: string): string[] => quartersOf(time).filter((quarter) => !isExcluded(quarter))
  const quarters = hour === null ? [] : possible(hour)
  return (
    <>
      <Times
        times={HOURS}
        chosen={hour}
        // The first quarter that nobody has taken.
        put={(time) => put(possible(time).find((quarter) => !isTaken(quarter)) ?? possible(time)[0] ?? time)}
        isImpossible={(time) => possible(time).length === 0}
        isTaken={(time) => possible(time).every(isTaken)}
      />
      {quarters.length > 1 && (
        <Times times={quarters} chosen={chosen} put={put} isImpossible={() => false} isTaken={isTaken} />
      )}
    </>
  )
}

interface GridProps {
  readonly times: readonly string[]
  readonly chosen: string | null
  readonly put: (time: string) => void
  readonly isImpossible: (time: string) => boolean
  readonly isTaken: (time: string) => boolean
}

function Times({ times, chosen, put, isImpossible, isTaken }: GridProps) {
  const { clock } = usePickers()
  return (
    <TimeGrid
      data={[...times]}
      value={chosen}
      onChange={(time) => time !== null && put(time.slice(0, 5))}
      getControlProps={(time) => ({
        'data-mantine-stop-propagation': true,
        disabled: isImpossible(time.slice(0, 5)),
        ...(isTaken(time.slice(0, 5)) && !isImpossible(time.slice(0, 5))
          ? { 'data-taken': true, title: words.entities.pickers.taken }
          : {}),
      })}
      format={clock.format}
      amPmLabels={clock.amPmLabels}
      size="xs"
      simpleGridProps={{ cols: 4, spacing: 4, verticalSpacing: 4 }}
    />
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

function quartersOf(time: string): string[] {
  return ['00', '15', '30', '45'].map((minute) => `${time.slice(0, 2)}:${minute}`)
}
