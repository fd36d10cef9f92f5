// Several words or records → the value of a filter: any of the chosen ones, or none of them.

import { Checkbox, Radio, SegmentedControl, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type AppFilter, denialIn, ME, NO_VALUE, NOT, valuesIn } from '@ninefold/core/contract/inputs/list-filters.ts'
import { useApp } from '../../app-context.ts'
import { useRecords } from '../../inputs/use-records.ts'
import { words } from '../../words/words.ts'
import { useFormats } from '../../formats.ts'
import { useAtOnce } from '../cells/use-at-once.ts'
import { useFacet } from './facets.ts'
import styles from './filters.module.css'

export interface EditorProps {
  readonly filter: AppFilter
  readonly value: string | null
  /** Null removes the filter. */
  readonly set: (value: string | null) => void
  readonly close: () => void
}

interface Option {
  readonly value: string
  readonly label: string
}

/** A longer list has a search input. */
const SOUGHT_FROM = 10

export function ChoiceEditor({ filter, value, set, options }: EditorProps & { readonly options: readonly Option[] }) {
  const [sought, seek] = useState('')
  const found = options.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  const known = options.map((each) => each.value)
  return (
    <>
      {options.length > SOUGHT_FROM && <Seeking value={sought} change={seek} />}
      <Options filter={filter} value={value} known={known} set={set} options={found} />
    </>
  )
}

export function RecordEditor({ filter, value, set }: EditorProps) {
  const { entity, hasMe = false } = filter.filter.kind === 'reference' ? filter.filter : { entity: '' }
  const me = useApp().caller?.id
  const [sought, seek] = useState('')
  const named = value === null ? [] : valuesIn(denialIn(value).of)
  const chosen = named.filter((each) => each !== NO_VALUE && each !== ME)
  const records = useRecords({ entity, by: 'id' }, chosen)
  const found = [...records.options, ...records.near].filter((each) => records.isOffered(each.value))
  // "Me" stands for each person who opens the address or the saved view.
  const offered = hasMe ? withMe(found, me, chosen) : found
  return (
    <>
      <Seeking
        value={sought}
        change={(text) => {
          seek(text)
          records.search(text)
        }}
      />
      {offered.length === 0 ? (
        <p className={styles.message} role="status">
          {records.message}
        </p>
      ) : (
        <Options filter={filter} value={value} known={[]} set={set} options={offered} />
      )}
    </>
  )
}

function withMe(found: readonly Option[], id: string | undefined, chosen: readonly string[]): readonly Option[] {
  const own = found.find(({ value }) => value === id)
  if (own === undefined) return found
  const others = chosen.includes(own.value) ? found : found.filter((each) => each !== own)
  return [{ value: ME, label: words.tables.lists.meCalled(own.label) }, ...others]
}

function Seeking({ value, change }: { readonly value: string; readonly change: (text: string) => void }) {
  return (
    <TextInput
      size="xs"
      type="search"
      data-autofocus
      aria-label={words.screens.search}
      placeholder={words.screens.search}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function Counted({ label, count }: { readonly label: string; readonly count: number | null }) {
  const formats = useFormats()
  if (count === null) return label
  return (
    <span className={styles.counted}>
      <span>{label}</span> <span className={styles.count}>{formats.count(count)}</span>
    </span>
  )
}

interface OptionsProps extends Pick<EditorProps, 'filter' | 'value' | 'set'> {
  readonly options: readonly Option[]
  /** Known words, which may contain commas. */
  readonly known: readonly string[]
}

function Options({ filter, value: kept, known, set: keep, options }: OptionsProps) {
  const countOf = useFacet(filter)
  const me = useApp().caller?.id ?? ME
  const [value, show] = useAtOnce(kept)
  const set = (next: string | null): void => {
    show(next)
    keep(next)
  }
  const denial = denialIn(value ?? '', known)
  const [isNot, deny] = useState(denial.isNot)
  const chosen = value === null ? [] : valuesIn(denial.of, known)
  const withNone = filter.mayBeEmpty === true ? [{ value: NO_VALUE, label: words.tables.lists.noValue }] : []
  if (filter.isOneValue === true)
    return (
      <Radio.Group aria-label={filter.label} value={chosen[0] ?? ''} onChange={set}>
        <div className={styles.choices}>
          {options.map((each) => (
            <Radio key={each.value} className={styles.choice} size="xs" value={each.value} label={each.label} />
          ))}
        </div>
      </Radio.Group>
    )
  // In listed order, so that the same choice always has the same address.
  const order = [...options, ...withNone].map((each) => each.value)
  const choose = (values: readonly string[]): void => {
    const sorted = values.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    put(sorted, isNot)
  }
  const put = (values: readonly string[], isDenied: boolean): void =>
    set(values.length === 0 ? null : `${isDenied ? NOT : ''}${values.join(',')}`)
  return (
    <>
      {/* With only two values, "not" would equal the other value. */}
      {filter.filter.kind !== 'yes/no' && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={words.tables.lists.howMeant(filter.label)}
          value={isNot ? 'not' : 'is'}
          data={[
            { value: 'is', label: words.tables.lists.is },
            { value: 'not', label: words.tables.lists.isNot },
          ]}
          onChange={(to) => {
            deny(to === 'not')
            put(chosen, to === 'not')
          }}
        />
      )}
      <Checkbox.Group aria-label={filter.label} value={[...chosen]} onChange={choose}>
        <div className={styles.choices}>
          {[...options, ...withNone].map((each) => (
            <Checkbox
              key={each.value}
              className={styles.choice}
              size="xs"
              value={each.value}
              label={<Counted label={each.label} count={countOf(each.value === ME ? me : each.value)} />}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
