// A small count, such as a number of pieces: an input with a button for one less and one for one more.

import { NumberInput, UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { sharedProps, textOf, type InputProps } from '../entities/input-props.tsx'
import styles from './quantity-input.module.css'

interface Limits {
  readonly min: number
  readonly max: number | null
}

/** Larger numbers are typed. */
const MOST = 99

/** The limits of a count; null: the field is another kind of number, such as an amount or a year. */
export function quantityLimits({ field: { min, max } }: Pick<InputProps, 'field'>): Limits | null {
  if (min !== 1 && (min !== 0 || max === null)) return null
  return max !== null && max > MOST ? null : { min, max }
}

export function QuantityInput({ min, max, ...props }: InputProps & Limits) {
  const { value, change } = props
  const count = typeof value === 'number' ? value : null
  const moved = (by: number): void => {
    const next = count === null ? Math.max(min, 1) : count + by
    change(Math.min(Math.max(next, min), max ?? next))
  }
  const button = (by: 1 | -1, isPossible: boolean) => (
    // The arrow keys do the same in the input, which has the name: keyboards and readers need no buttons.
    <UnstyledButton
      className={styles.step}
      data-step={by}
      aria-hidden
      tabIndex={-1}
      disabled={!isPossible}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => moved(by)}
    >
      {by === 1 ? <IconPlus size={16} /> : <IconMinus size={16} />}
    </UnstyledButton>
  )
  return (
    <NumberInput
      {...sharedProps(props)}
      allowDecimal={false}
      thousandSeparator={false}
      // Limits are reported in the application's words instead of being silently corrected.
      clampBehavior="none"
      min={min}
      hideControls
      classNames={{ wrapper: styles.wrapper ?? '', input: styles.input ?? '' }}
      leftSectionWidth={42}
      rightSectionWidth={42}
      leftSectionPointerEvents="all"
      leftSection={button(-1, count !== null && count > min)}
      rightSection={button(1, count === null || max === null || count < max)}
      value={typeof value === 'number' ? value : textOf(value)}
      onChange={(next) => change(next === '' ? null : next)}
    />
  )
}
