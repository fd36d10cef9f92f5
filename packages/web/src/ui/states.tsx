// Point 4 on the screen: a state as a badge with its own colour.

import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import styles from './states.module.css'

/** The same position among the states always has the same colour, in every application. */
const TONES = ['blue', 'amber', 'violet', 'green', 'pink', 'teal', 'lime'] as const

/** `values` are the states in the order of the text. The last of more than two is a final state, so it is grey. */
export function StateBadge({ value, values }: { value: string; values: readonly Choice[] }) {
  const place = values.findIndex((choice) => choice.value === value)
  const isLast = values.length > 2 && place === values.length - 1
  const tone = place < 0 || isLast ? 'grey' : TONES[place % TONES.length]
  return (
    <span className={styles.badge} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {values[place]?.label ?? value}
    </span>
  )
}
