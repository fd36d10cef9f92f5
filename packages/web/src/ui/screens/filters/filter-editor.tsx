// The control of a filter, by its kind: several words or records, a range, days, or a text.

import { Button, Checkbox, FocusTrap, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  type AppFilter,
  MOVING_DAYS,
  NO_VALUE,
  rangeIn,
  rangeText,
  type FilterRange,
} from '@ninefold/core/contract/inputs/list-filters.ts'
import { ChoiceEditor, RecordEditor, type EditorProps } from './filter-options.tsx'
import { CurrencySelect } from '../../entities/money-input.tsx'
import { words } from '../../words/words.ts'
import styles from './filters.module.css'

type Editors = { readonly [Kind in AppFilter['filter']['kind']]: (props: EditorProps) => ReactNode }

const EDITORS: Editors = {
  choice: (props) => (
    <ChoiceEditor {...props} options={props.filter.filter.kind === 'choice' ? props.filter.filter.values : []} />
  ),
  'yes/no': (props) => (
    <ChoiceEditor
      {...props}
      options={[
        { value: 'true', label: words.yes },
        { value: 'false', label: words.no },
      ]}
    />
  ),
  reference: (props) => <RecordEditor {...props} />,
  number: (props) => (props.filter.isOneValue === true ? <TextEditor {...props} /> : <RangeEditor {...props} />),
  money: (props) => <MoneyEditor {...props} />,
  date: (props) => (props.filter.isOneValue === true ? <DayEditor {...props} /> : <DaysEditor {...props} />),
  text: (props) => <TextEditor {...props} />,
}

export default function FilterEditor(props: EditorProps) {
  return (
    <FocusTrap>
      <div className={styles.editor}>{EDITORS[props.filter.filter.kind](props)}</div>
    </FocusTrap>
  )
}

const TYPED_MS = 300

/** Follows typing; incomplete values are not sent. */
function Typed({
  label,
  value,
  isGood,
  set,
  isFirst = false,
  isNumber = false,
}: {
  readonly label: string
  readonly value: string
  readonly isGood?: (text: string) => boolean
  readonly set: (text: string) => void
  readonly isFirst?: boolean
  readonly isNumber?: boolean
}) {
  const [typed, type] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    type(value)
  }, [value])
  const send = useDebouncedCallback(
    (text: string) => {
      sent.current = text
      set(text)
    },
    { delay: TYPED_MS, flushOnUnmount: true },
  )
  const isWrong = typed.trim() !== '' && isGood?.(normal(typed, isNumber)) === false
  return (
    <TextInput
      size="xs"
      label={label}
      inputMode={isNumber ? 'decimal' : 'search'}
      value={typed}
      error={isWrong}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        const wanted = normal(text, isNumber)
        if (wanted === '' || isGood?.(wanted) !== false) send(wanted)
      }}
    />
  )
}

function normal(text: string, isNumber: boolean): string {
  return isNumber ? text.trim().replace(',', '.') : text.trim()
}

function isNumber(text: string): boolean {
  return /^-?[0-9]{1,15}([.][0-9]{1,10})?$/.test(text)
}

function TextEditor({ filter, value, set }: EditorProps) {
  const isNumeric = filter.filter.kind === 'number'
  const label = filter.isOneValue === true ? words.tables.lists.isExactly : words.tables.lists.contains
  return (
    <Typed
      isFirst
      label={label}
      value={value ?? ''}
      isNumber={isNumeric}
      {...(isNumeric ? { isGood: isNumber } : {})}
      set={(text) => set(text === '' ? null : text)}
    />
  )
}

function RangeEditor({ filter, value, set }: EditorProps) {
  const range = endsOf(value)
  const setEnds = (ends: FilterRange): void => set(rangeText(ends) || null)
  return (
    <>
      <Ends range={range} set={setEnds} />
      {filter.mayBeEmpty === true && <WithoutOne value={value} set={set} />}
    </>
  )
}

function Ends({ range, set }: { readonly range: FilterRange; readonly set: (range: FilterRange) => void }) {
  const end = (text: string): string | null => (text === '' ? null : text)
  return (
    <div className={styles.ends}>
      <Typed
        isFirst
        isNumber
        isGood={isNumber}
        label={words.tables.lists.from}
        value={range.from ?? ''}
        set={(text) => set({ ...range, from: end(text) })}
      />
      <Typed
        isNumber
        isGood={isNumber}
        label={words.tables.lists.to}
        value={range.until ?? ''}
        set={(text) => set({ ...range, until: end(text) })}
      />
    </div>
  )
}

/** A single value becomes a range from itself to itself. */
function endsOf(value: string | null): FilterRange {
  if (value === null || value === NO_VALUE) return { from: null, until: null }
  return rangeIn(value) ?? { from: value, until: value }
}

/** Amounts of several currencies are compared within one currency. */
function MoneyEditor(props: EditorProps) {
  const { filter, value, set } = props
  const own = filter.filter.kind === 'money' ? filter.filter.currency : null
  const [, amounts = '', given = ''] = /^(?:(\S+) )?([A-Z]{3})$/.exec(value ?? '') ?? []
  const [currency, choose] = useState(given)
  if (own !== null) return <RangeEditor {...props} />
  const range = endsOf(amounts === '' ? null : amounts)
  const write = (ends: FilterRange, code: string): void => {
    const text = rangeText(ends)
    set(code === '' ? null : text === '' ? code : `${text} ${code}`)
  }
  return (
    <>
      <CurrencySelect
        label={words.entities.currency}
        value={currency}
        isWrong={false}
        change={(code) => {
          choose(code)
          write(range, code)
        }}
      />
      {currency !== '' && <Ends range={range} set={(ends) => write(ends, currency)} />}
      {filter.mayBeEmpty === true && <WithoutOne value={value} set={set} />}
    </>
  )
}

function WithoutOne({ value, set }: Pick<EditorProps, 'value' | 'set'>) {
  return (
    <Checkbox
      size="xs"
      label={words.tables.lists.noValue}
      checked={value === NO_VALUE}
      onChange={(event) => set(event.currentTarget.checked ? NO_VALUE : null)}
    />
  )
}

/** Each row shows past, present and future. */
const AROUND_NOW = [
  ...(['yesterday', 'today', 'tomorrow'] as const),
  ...(['last-week', 'this-week', 'next-week'] as const),
  ...(['last-month', 'this-month', 'next-month'] as const),
  ...(['last-year', 'this-year', 'next-year'] as const),
]

function DaysEditor({ filter, value, set, close }: EditorProps) {
  const isDay = (text: string | null): boolean => text !== null && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)
  const range = endsOf(value)
  const end = (text: string | null): string => (isDay(text) ? (text ?? '') : '')
  const setEnds = (from: string, until: string): void => {
    if (from !== '' && from === until) set(from)
    else set(rangeText({ from: from === '' ? null : from, until: until === '' ? null : until }) || null)
  }
  return (
    <>
      <div role="group" aria-label={words.tables.lists.days} className={styles.moving}>
        {[AROUND_NOW, MOVING_DAYS.filter((each) => !AROUND_NOW.some((other) => other === each))].map((some, place) => (
          <div key={place} className={styles.days} data-narrow={place === 0 || undefined}>
            {some.map((each) => (
              <Button
                key={each}
                size="compact-xs"
                fw={400}
                variant={value === each ? 'light' : 'subtle'}
                color={value === each ? 'accent' : 'gray'}
                justify="flex-start"
                aria-pressed={value === each}
                onClick={() => {
                  set(each)
                  close()
                }}
              >
                {words.tables.lists.movingDays[each]}
              </Button>
            ))}
          </div>
        ))}
      </div>
      <div className={styles.ends}>
        <TextInput
          size="xs"
          type="date"
          label={words.tables.lists.from}
          value={end(range.from)}
          onChange={(event) => setEnds(event.currentTarget.value, end(range.until))}
        />
        <TextInput
          size="xs"
          type="date"
          label={words.tables.lists.to}
          value={end(range.until)}
          onChange={(event) => setEnds(end(range.from), event.currentTarget.value)}
        />
      </div>
      {filter.mayBeEmpty === true && <WithoutOne value={value} set={set} />}
    </>
  )
}

/** Filter of a call that takes a single day. */
function DayEditor({ filter, value, set }: EditorProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      label={filter.label}
      value={value ?? ''}
      data-autofocus
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  )
}
