// Point 4 on the screen: a state as a badge, with a sign that fills up on the way to an end.

import type { CSSProperties } from 'react'
import type { Choice } from '@ninefold/core/contract/wire/display.ts'
import styles from './states.module.css'

/** `values` are the states in the order of the text. One that the text no longer has is grey. */
export function StateBadge({ value, values }: { value: string; values: readonly Choice[] }) {
  const choice = values.find((each) => each.value === value)
  return (
    <span className={styles.badge} style={toneOf(choice)}>
      <span className={styles.dot} aria-hidden="true" />
      {choice?.label ?? value}
    </span>
  )
}

/** For styles: the colour of a state, and how much of its sign is filled. */
export function toneOf({ tone = 'grey', filled = 0 }: Partial<Choice> = {}): CSSProperties {
  return { '--tone': `var(--tone-${tone})`, '--filled': filled } as CSSProperties
}
