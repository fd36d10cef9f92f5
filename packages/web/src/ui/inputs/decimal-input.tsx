// A number with decimals in the reader's language: either separator is accepted while typing, and the number is
// formatted on leaving. Its value is a text with a point throughout.

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { currencySign, typedDecimal, writtenDecimal } from '../../client/entering/typed-decimal.ts'
import { useApp } from '../app-context.ts'
import { sharedProps, textOf, type InputProps } from '../entities/input-props.tsx'
import styles from '../entities/inputs.module.css'

interface DecimalTextProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'ref'> {
  readonly value: string
  /** Receives the typed text if it is not a number. */
  readonly put: (value: string) => void
  readonly leave: () => void
  /** Maximum number of decimals; null: unlimited. */
  readonly places: number | null
  /** All decimals are shown. */
  readonly isOfMoney: boolean
}

export function DecimalText({ value, put, leave, places, isOfMoney, ...props }: DecimalTextProps) {
  const { language } = useApp()
  // Null: not being typed.
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

/** Decimals, percentages, and money in one currency, with its symbol in front. */
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
