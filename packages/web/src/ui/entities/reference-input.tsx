// A reference: records are found by typing, on the server, and named by the field that the call takes.

import { Loader, MultiSelect, Select, TagsInput } from '@mantine/core'
import type { InputField } from '@ninefold/core/contract/inputs.ts'
import { words } from '../words.ts'
import { sharedProps, type InputProps } from './input-props.ts'
import { useRecords } from './use-records.ts'

export function ReferenceInput(props: InputProps) {
  const reference = props.field.reference
  if (reference === null) throw new Error(`The input "${props.field.label}" names records, but not whose.`)
  return reference.isList ? (
    <ManyRecords {...props} reference={reference} />
  ) : (
    <OneRecord {...props} reference={reference} />
  )
}

type Reference = NonNullable<InputField['reference']>

function OneRecord(props: InputProps & { readonly reference: Reference }) {
  const value =
    typeof props.value === 'string' && props.value !== ''
      ? props.value
      : typeof props.value === 'number'
        ? String(props.value)
        : null
  const records = useRecords(props.reference, value === null ? [] : [value])
  const isOptional = !props.field.isNeeded && !props.field.isRequired
  return (
    <Select
      {...sharedProps(props)}
      data={records.options}
      value={value}
      searchable
      // The server has searched already; what it found is shown as it came.
      filter={({ options }) => options}
      onSearchChange={records.search}
      clearable={isOptional}
      allowDeselect={false}
      placeholder={words.entities.searchRecords}
      nothingFoundMessage={records.message}
      rightSection={records.isSearching ? <Loader size={14} /> : undefined}
      onChange={(chosen) => props.change(chosen)}
    />
  )
}

function ManyRecords(props: InputProps & { readonly reference: Reference }) {
  const value = Array.isArray(props.value) ? (props.value as string[]) : []
  const records = useRecords(props.reference, value)
  if (props.reference.isMadeWhenMissing) {
    return (
      <TagsInput
        {...sharedProps(props)}
        // Only while something is typed: a list that stays open lies over what comes next in the form.
        data={records.isTyping ? records.options.map((option) => option.value) : []}
        value={value}
        filter={({ options }) => options}
        onSearchChange={records.search}
        placeholder={value.length === 0 ? words.entities.addByTyping : ''}
        onChange={(chosen) => props.change(chosen)}
      />
    )
  }
  return (
    <MultiSelect
      {...sharedProps(props)}
      data={records.options}
      value={value}
      searchable
      filter={({ options }) => options}
      onSearchChange={records.search}
      placeholder={value.length === 0 ? words.entities.searchRecords : ''}
      nothingFoundMessage={records.message}
      rightSection={records.isSearching ? <Loader size={14} /> : undefined}
      onChange={(chosen) => props.change(chosen)}
    />
  )
}
