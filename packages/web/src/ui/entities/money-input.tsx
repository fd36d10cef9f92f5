// Money of any currency: an amount and its currency, side by side in one field. The browser provides the currencies'
// names.

import { Group, Input, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CURRENCIES, currencyPlaces } from '@ninefold/core/model/currencies.ts'
import { useApp } from '../app-context.ts'
import { DecimalText } from '../inputs/decimal-input.tsx'
import { words } from '../words/words.ts'
import { sharedProps, type InputProps } from './input-props.tsx'
import styles from './inputs.module.css'

export function MoneyInput(props: InputProps) {
  const { field, value, error, id, change, leave } = props
  const { label, description, required } = sharedProps(props)
  const [amount = '', given = ''] = Array.isArray(value) ? (value as readonly string[]) : []
  // A currency without an amount is not a value; it stays selected.
  const [chosen, choose] = useState(given === '' ? (field.money?.supplied ?? '') : given)
  const currency = amount === '' ? chosen : given
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      required={required}
      id={id}
      labelElement="div"
      size="sm"
    >
      <Group gap="xs" wrap="nowrap" role="group" aria-label={label} onBlur={leave}>
        <DecimalText
          id={id}
          className={styles.amount}
          size="sm"
          aria-label={`${label}: ${words.entities.amount}`}
          error={error !== null}
          value={amount}
          places={currencyPlaces(currency)}
          isOfMoney
          put={(text) => change(text === '' ? null : [text, currency])}
          leave={leave}
        />
        <CurrencySelect
          label={`${label}: ${words.entities.currency}`}
          value={currency}
          isWrong={error !== null}
          change={(code) => {
            choose(code)
            if (amount !== '') change([amount, code])
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}

interface CurrencyProps {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly change: (code: string) => void
}

export function CurrencySelect({ label, value, isWrong, change }: CurrencyProps) {
  const { language } = useApp()
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' })
    return CURRENCIES.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }))
  }, [language])
  return (
    <Select
      className={styles.currency}
      size="sm"
      aria-label={label}
      data={options}
      value={value === '' ? null : value}
      error={isWrong}
      searchable
      limit={CURRENCIES.length}
      allowDeselect={false}
      placeholder={words.entities.currency}
      nothingFoundMessage={words.entities.nothingFound}
      onChange={(code) => change(code ?? '')}
    />
  )
}
