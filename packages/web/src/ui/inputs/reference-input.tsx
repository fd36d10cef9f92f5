// A reference: records are searched on the server, and identified by the field that the call expects.

import { Loader, MultiSelect, Select, TagsInput, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { useApp } from '../app-context.ts'
import { sharedProps, type InputProps } from '../entities/input-props.tsx'
import { words } from '../words/words.ts'
import { NEW, useCreation } from './creating-context.ts'
import styles from './inputs.module.css'
import { Marked } from './marked.tsx'
import { useNarrowing } from './narrowing.ts'
import { takeByKey } from './option-keys.ts'
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
type Records = ReturnType<typeof useRecords>
type Creation = ReturnType<typeof useCreation>

function OptionText({
  label,
  value,
  sought,
}: {
  readonly label?: string
  readonly value: string
  readonly sought: string
}) {
  if (value === NEW)
    return (
      <span className={styles.newRecord} data-new>
        <IconPlus size={14} aria-hidden />
        {label}
      </span>
    )
  return <Marked text={label ?? value} sought={sought} />
}

/** `take` selects a record that was found after the focus had moved on. */
function searchProps(records: Records, creation: Creation, take: (value: string) => void) {
  // The server has already filtered; its results are shown unchanged.
  const filter: OptionsFilter = ({ options }) =>
    options.filter((option) => 'value' in option && isOffered(String((option as ComboboxItem).value)))
  const isOffered = (value: string): boolean => (value === NEW ? records.isFound : records.isOffered(value))
  const missing =
    creation === null ? [] : [{ value: NEW, label: words.entities.newNamed(creation.label, records.sought) }]
  return {
    // After "new", because a person who types the name of a new record does not mean a similar one.
    data: [...records.options, ...missing, ...records.near],
    searchable: true,
    filter,
    onSearchChange: records.search,
    // Only when results are current: earlier ones matched fewer letters.
    selectFirstOptionOnChange: records.sought !== '' && records.isFound,
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) =>
      takeByKey(event, {
        ...records,
        takeWhenFound: (sought) =>
          void records.firstFor(sought).then((found) => {
            if (found !== null) take(found.value)
          }),
      }),
    renderOption: ({ option }: { readonly option: { readonly label?: string; readonly value: string } }) => (
      <OptionText {...option} sought={records.sought} />
    ),
    nothingFoundMessage: records.message,
    rightSection: records.isSearching ? <Loader size={14} /> : undefined,
  } as const
}

function OneRecord(props: InputProps & { readonly reference: Reference }) {
  const value =
    typeof props.value === 'string' && props.value !== ''
      ? props.value
      : typeof props.value === 'number'
        ? String(props.value)
        : null
  const { caller } = useApp()
  // A person who may not see the list of people can still be the one who is meant.
  const known = props.field.isInitiallyMe === true && caller !== null ? [{ value: caller.id, label: caller.label }] : []
  const records = useRecords(props.reference, value === null ? [] : [value], useNarrowing(props.field), known)
  const creation = useCreation(props.reference.entity)
  const isOptional = !props.field.isNeeded && !props.field.isRequired
  const [isOpen, { open, close }] = useDisclosure()
  // A record that is taken before it is listed closes the list too, or the list covers the next input.
  const take = (taken: string): void => {
    props.change(taken)
    close()
  }
  return (
    <Select
      {...sharedProps(props)}
      {...searchProps(records, creation, take)}
      dropdownOpened={isOpen}
      onDropdownOpen={open}
      onDropdownClose={close}
      value={value}
      clearable={isOptional}
      allowDeselect={false}
      placeholder={words.entities.searchRecords}
      onChange={(chosen) => {
        if (chosen === NEW) creation?.begin({ by: props.reference.by, title: records.sought, created: props.change })
        else props.change(chosen)
      }}
    />
  )
}

function ManyRecords(props: InputProps & { readonly reference: Reference }) {
  const value = Array.isArray(props.value) ? (props.value as string[]) : []
  const records = useRecords(props.reference, value, useNarrowing(props.field))
  const creation = useCreation(props.reference.entity)
  const add = (taken: string): void => {
    records.search('')
    props.change([...value, taken])
  }
  if (props.reference.isMadeWhenMissing) {
    return (
      <TagsInput
        {...sharedProps(props)}
        // Only while typing: an open list would cover the next input.
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
      {...searchProps(records, creation, add)}
      searchValue={records.typed}
      value={value}
      // Selected ones are in the input: options of the list are added, never removed.
      hidePickedOptions
      placeholder={value.length === 0 ? words.entities.searchRecords : ''}
      onChange={(chosen) => {
        if (chosen.includes(NEW)) creation?.begin({ by: props.reference.by, title: records.sought, created: add })
        else props.change(chosen)
      }}
    />
  )
}
