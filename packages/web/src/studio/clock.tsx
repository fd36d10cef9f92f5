// The application's clock in development: its time, moving it, and what becomes due.

import { Button, NativeSelect, NumberInput, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../ui/formats.ts'
import { distanceInWords, words as barWords } from '../ui/development/bar-words.ts'
import { useClock, useMovedClock } from '../ui/development/use-moved-clock.ts'
import { useNow } from '../ui/ticking.ts'
import { useTitle } from '../ui/use-title.ts'
import { words } from './words.ts'
import studio from './studio.module.css'
import styles from './requests.module.css'

const UNITS = [
  { value: '60000', label: 'minutes' },
  { value: '3600000', label: 'hours' },
  { value: '86400000', label: 'days' },
  { value: '604800000', label: 'weeks' },
]

export function ClockPage() {
  useTitle(words.clock.title)
  const [count, setCount] = useState<number | string>(2)
  const [unit, setUnit] = useState('86400000')
  const [isBusy, setBusy] = useState(false)
  const aheadMs = useClock()
  const now = useNow()
  const formats = useFormats()
  const move = useMovedClock()
  const moveTo = (next: number): void => {
    setBusy(true)
    void move(next).finally(() => setBusy(false))
  }
  const distance = Number(count) * Number(unit)
  return (
    <div className={studio.page}>
      <header className={studio.head}>
        <Title order={1}>{words.clock.title}</Title>
        <Text c="dimmed" size="sm">
          {words.clock.note}
        </Text>
      </header>
      <p className={styles.moment} role="status">
        <strong>{formats.moment(new Date(now).toISOString(), now)?.exact}</strong>
        <span>{aheadMs === 0 ? barWords.realTime : distanceInWords(aheadMs)}</span>
      </p>
      <form
        className={styles.mover}
        onSubmit={(event) => {
          event.preventDefault()
          if (Number.isFinite(distance)) moveTo(aheadMs + Math.round(distance))
        }}
      >
        <NumberInput label={words.clock.by} value={count} onChange={setCount} w={110} />
        <NativeSelect
          label={words.clock.unit}
          data={UNITS}
          value={unit}
          onChange={({ currentTarget }) => setUnit(currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={!Number.isFinite(distance) || distance === 0}>
          {words.clock.move}
        </Button>
        {aheadMs !== 0 && (
          <Button variant="default" disabled={isBusy} onClick={() => moveTo(0)}>
            {barWords.toRealTime}
          </Button>
        )}
      </form>
      <section className={styles.follows}>
        <h2>{words.clock.followsTitle}</h2>
        <ul>
          {words.clock.follows.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <h2>{words.clock.staysTitle}</h2>
        <ul>
          {words.clock.stays.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
