// Countries, languages and time zones: selected by name, stored by code. The browser provides the names.

import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useApp } from '../app-context.ts'
import { words } from '../words/words.ts'
import { sharedProps, type InputProps } from './input-props.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

export function CountryInput(props: InputProps) {
  const { language } = useApp()
  return <CodeInput {...props} options={useMemo(() => namedCodes(language, 'region'), [language])} />
}

export function LanguageInput(props: InputProps) {
  const { language } = useApp()
  return <CodeInput {...props} options={useMemo(() => namedCodes(language, 'language'), [language])} />
}

export function TimeZoneInput(props: InputProps) {
  return (
    <CodeInput
      {...props}
      options={useMemo(
        () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        [],
      )}
    />
  )
}

function CodeInput(props: InputProps & { readonly options: readonly Option[] }) {
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const isKnown = value === null || props.options.some((option) => option.value === value)
  return (
    <Select
      {...sharedProps(props)}
      data={isKnown ? [...props.options] : [...props.options, { value, label: value }]}
      value={value}
      searchable
      limit={100}
      clearable={!props.field.isNeeded && !props.field.isRequired}
      placeholder={words.entities.choose}
      nothingFoundMessage={words.entities.nothingFound}
      onChange={(chosen) => props.change(chosen)}
    />
  )
}

/** Browsers have no list of these codes, but they know which pairs of letters have a name. */
function namedCodes(language: string, type: 'region' | 'language'): Option[] {
  const names = new Intl.DisplayNames(language, { type, fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const found: Option[] = []
  for (const first of letters) {
    for (const second of letters) {
      const code = type === 'region' ? (first + second).toUpperCase() : first + second
      const label = names.of(code)
      if (label !== undefined) found.push({ value: code, label })
    }
  }
  return found.sort((a, b) => a.label.localeCompare(b.label, language))
}
