// A number with places, as its language writes it: read with either separator while it is typed, written in full once it is
// left. Its value stays a text with a point, from the first key to the wire.

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { currencySign, typedDecimal, writtenDecimal } from '../../client/entering/typed-decimal.ts'
import { useApp } from '../app-context.ts'
import { sharedProps, textOf, type InputProps } from '../entities/input-props.tsx'
import styles from '../entities/inputs.module.css'

interface DecimalTextProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'ref'> {
  readonly value: string
  /** Typed text, where it is no number. */
  readonly put: (value: string) => void
  readonly leave: () => void
  /** How many digits may follow the point; null: any number of them. */
  readonly places: number | null
  /** All of its places are written. */
  readonly isOfMoney: boolean
}

export function DecimalText({ value, put, leave, places, isOfMoney, ...props }: DecimalTextProps) {
  const { language } = useApp()
  // Null: nobody is typing.
  const [typed, setTyped] = useState<string | null>(null)
  const written = writtenDecimal(value, language, isOfMoney ? (places ?? 0) : 0)
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? written}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        put(typedDecimal(text, language, places) ?? text.trim())
      }}
      onBlur={() => {
        setTyped(null)
        leave()
      }}
    />
  )
}

/** Decimals, percents, and money in one currency, whose sign stands before it. */
export function DecimalInput(props: InputProps) {
  const { language } = useApp()
  const { field, value, change } = props
  const { onBlur: _, ...shared } = sharedProps(props)
  const sign = field.currency === undefined ? null : currencySign(field.currency, language)
  return (
    <DecimalText
      {...shared}
      value={textOf(value)}
      put={change}
      leave={props.leave}
      places={field.places ?? null}
      isOfMoney={sign !== null}
      {...(sign === null ? {} : signProps(sign))}
      rightSection={field.kind === 'percent' ? <span className={styles.unit}>%</span> : null}
    />
  )
}

function signProps(sign: string) {
  return {
    leftSection: (
      <span className={styles.unit} aria-hidden="true">
        {sign}
      </span>
    ),
    leftSectionPointerEvents: 'none',
    leftSectionWidth: sign.length > 1 ? 20 + 8 * sign.length : 30,
    classNames: { input: styles.sum },
  } as const
}
