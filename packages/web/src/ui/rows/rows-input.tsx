// A list of objects in a form: one row each, in columns or stacked on narrow screens. An input that needs the whole
// width, or a nested list, is below the other inputs of its row.

import { ActionIcon, Button, Input } from '@mantine/core'
import { IconChevronUp, IconPlus, IconX } from '@tabler/icons-react'
import { useContext, useRef, type CSSProperties, type ReactNode } from 'react'
import type { InputField, SentObjects } from '@ninefold/core/contract/wire/inputs.ts'
import type { FieldKind } from '@ninefold/core/model/field-types.ts'
import { filledRows, nameOf, shownRow, type EnteredRow, type EnteredValue } from '../../client/input/form-values.ts'
import { placeOfRow } from '../../client/input/places.ts'
import { useApp } from '../app-context.ts'
import { Value } from '../entities/cells.tsx'
import { controlOf } from '../entities/control-of.ts'
import { Help } from '../entities/help.tsx'
import type { InputProps } from '../entities/input-props.tsx'
import { FormRules } from '../inputs/excluded-days.ts'
import { FormAround, type Form } from '../inputs/form-around.ts'
import { words } from '../words/words.ts'
import { FormPlaces, type ComputedRows, type Places } from './form-places.ts'
import { Totals } from './measures.tsx'
import { keyInRow, moveOrRemoveByKey } from './row-keys.ts'
import { FIRST_ROW, useRows, type Rows } from './use-rows.ts'
import styles from './rows.module.css'

/** The form's rules are about its record, and not about rows. */
const NO_RULES = [] as const

export function RowsInput(props: InputProps) {
  const { objects } = props.field
  const places = useContext(FormPlaces)
  if (places === null) throw new Error(`The input "${props.field.label}" has rows, and no form around it.`)
  if (objects === undefined) throw new Error(`The input "${props.field.label}" takes no objects.`)
  return (
    <FormRules value={NO_RULES}>
      <List
        field={props.field}
        objects={objects}
        places={places}
        place={nameOf(props.field)}
        value={props.value}
        error={props.error}
        change={props.change}
      />
    </FormRules>
  )
}

interface ListProps extends Pick<InputProps, 'field' | 'value' | 'error' | 'change'> {
  readonly objects: SentObjects
  readonly places: Places
  readonly place: string
}

function List({ field, objects, places, place, value, error, change }: ListProps) {
  const rows = useRows(value, objects.countMax, change)
  const columns = objects.fields.map(asColumn).map((column) => (objects.isMap === true ? ofMap(column) : column))
  const narrow = columns.filter((column) => !isBelow(column))
  const computed = places.computedIn(place)
  const focusOn = (row: string, input: InputField | undefined): void => {
    if (input !== undefined) focusSoon(places.idAt(`${placeOfRow(place, { key: row })}.${nameOf(input)}`))
  }
  // Another blank row would say nothing, so the one that is there comes first.
  const add = (): void => focusOn(rows.canAdd() ? rows.add() : (rows.rows.at(-1)?.key ?? ''), columns[0])
  const remove = (row: EnteredRow, input = columns[0]): void => {
    const at = rows.rows.indexOf(row)
    const next = rows.rows[at + 1] ?? rows.rows[at - 1]
    rows.remove(row.key)
    focusOn(next?.key ?? FIRST_ROW, input)
  }
  const count = filledRows(value).length
  return (
    <Input.Wrapper
      id={places.idAt(place)}
      label={
        <>
          {field.label}
          {count > 0 && <span className={styles.count}>{count}</span>}
        </>
      }
      labelElement="div"
      description={field.help === null ? null : <Help text={field.help} />}
      error={error}
      required={field.isNeeded || (objects.countMin ?? 0) > 0}
      size="sm"
    >
      <div
        className={styles.rows}
        id={places.idAt(place)}
        role="group"
        aria-label={field.label}
        style={{ '--columns': widthsOf(narrow, computed) } as CSSProperties}
      >
        {narrow.length > 0 && <Head columns={narrow} computed={computed} />}
        {rows.rows.map((row, index) => (
          <Row
            key={row.key}
            {...{ row, index, rows, columns, objects, place, places, computed, add, focusOn }}
            isInOrder={field.kind !== 'map'}
            remove={(input) => remove(row, input)}
          />
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.rows.length >= objects.countMax}
          onClick={add}
        >
          {rows.rows.length >= objects.countMax ? words.tables.rowsMost(objects.countMax) : words.tables.addRow}
        </Button>
        {computed !== null && <Totals {...computed.totals} />}
      </div>
    </Input.Wrapper>
  )
}

/** Visual only: each input has a label of its own, and each row a name. */
function Head({
  columns,
  computed,
}: {
  readonly columns: readonly InputField[]
  readonly computed: ComputedRows | null
}) {
  return (
    <div className={styles.head} aria-hidden>
      {columns.map((column) => (
        <span key={nameOf(column)} title={column.help ?? undefined}>
          {column.label}
          {column.isNeeded && column.lengthMin !== 0 && <span className={styles.needed}>{' *'}</span>}
        </span>
      ))}
      {computed?.measures.map(({ key, label }) => (
        <span key={key} data-computed>
          {label}
        </span>
      ))}
    </div>
  )
}

function widthsOf(narrow: readonly InputField[], computed: ComputedRows | null): string {
  const inputs = narrow.map(({ kind }) => WIDTHS[kind] ?? WIDE)
  return [...inputs, ...(computed?.measures ?? []).map(() => AMOUNT)].join(' ')
}

interface RowProps {
  readonly row: EnteredRow
  readonly index: number
  readonly rows: Rows
  readonly columns: readonly InputField[]
  readonly objects: SentObjects
  /** Place of the list. */
  readonly place: string
  readonly places: Places
  readonly computed: ComputedRows | null
  readonly add: () => void
  /** The focus goes to an input of the next row, by default to the first one. */
  readonly remove: (input?: InputField) => void
  readonly focusOn: (row: string, input: InputField | undefined) => void
  /** False: the order of the rows has no meaning. */
  readonly isInOrder: boolean
}

function Row({
  row,
  index,
  rows,
  columns,
  objects,
  place,
  places,
  computed,
  add,
  remove,
  focusOn,
  isInOrder,
}: RowProps) {
  const own = placeOfRow(place, row)
  const shown = shownRow(objects, row, useApp().timeZone)
  const messages = messagesOf(columns, own, places)
  const focused = useRef<InputField | undefined>(columns[0])
  const move = (by: -1 | 1): void => {
    if (!isInOrder) return
    rows.move(row.key, by)
    focusOn(row.key, focused.current)
  }
  const draw = (column: InputField) => (
    <Cell
      key={nameOf(column)}
      column={column}
      place={`${own}.${nameOf(column)}`}
      places={places}
      value={shown[nameOf(column)] ?? null}
      enter={() => (focused.current = column)}
      change={(value) => rows.put(row.key, nameOf(column), value)}
    />
  )
  const below = columns.filter(isBelow)
  return (
    <AroundRow fields={objects.fields} entered={shown} list={place}>
      <div
        className={styles.row}
        id={places.idAt(own)}
        role="group"
        aria-label={words.tables.row(index + 1)}
        aria-keyshortcuts={isInOrder ? 'Alt+Delete Alt+ArrowUp Alt+ArrowDown' : 'Alt+Delete'}
        data-tall={below.length > 0 || undefined}
        data-row
        onKeyDownCapture={(event) => moveOrRemoveByKey(event, move, () => remove(focused.current))}
        onKeyDown={(event) =>
          keyInRow(event, {
            isLast: index === rows.rows.length - 1,
            isAtEnd: isLastInput(columns, focused.current),
            canAdd: rows.canAdd,
            add,
            goDown: () => focusOn(rows.rows[index + 1]?.key ?? '', focused.current),
          })
        }
      >
        <div className={styles.cells}>
          {columns.filter((column) => !isBelow(column)).map(draw)}
          <ComputedCells computed={computed} row={row.key} />
          <RowButtons index={index} move={isInOrder ? move : null} remove={remove} />
        </div>
        <Messages messages={messages} isOfRow={places.errorAt(own) !== null} />
        {below.map(draw)}
      </div>
    </AroundRow>
  )
}

function RowButtons({
  index,
  move,
  remove,
}: Pick<RowProps, 'index' | 'remove'> & { readonly move: ((by: -1) => void) | null }) {
  return (
    <div className={styles.buttons}>
      <span className={styles.name} aria-hidden>
        {words.tables.row(index + 1)}
      </span>
      {index > 0 && move !== null && (
        <ActionIcon variant="subtle" size="md" aria-label={words.tables.moveUp(index + 1)} onClick={() => move(-1)}>
          <IconChevronUp size={16} />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" size="md" aria-label={words.tables.removeRow(index + 1)} onClick={() => remove()}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}

/** In columns the input has the red edge, and the words have room here. */
function Messages({
  messages,
  isOfRow,
}: {
  readonly messages: ReturnType<typeof messagesOf>
  readonly isOfRow: boolean
}) {
  if (messages.length === 0) return null
  return (
    <div className={styles.messages} data-of-row={isOfRow || undefined}>
      {messages.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  )
}

/** Inputs of a row depend on each other, as those of a form do. */
function AroundRow({
  children,
  ...row
}: Pick<Form, 'fields' | 'entered'> & { readonly list: string; readonly children: ReactNode }) {
  const form = useContext(FormAround)
  return <FormAround value={form === null ? null : { ...form, ...row }}>{children}</FormAround>
}

/** After a nested list the outer list continues. */
function isLastInput(columns: readonly InputField[], input: InputField | undefined): boolean {
  return input !== undefined && input === columns.at(-1) && input.objects === undefined
}

function ComputedCells({ computed, row }: { readonly computed: ComputedRows | null; readonly row: string }) {
  return computed?.measures.map((measure) => (
    <div key={measure.key} className={styles.value} role="group" aria-label={measure.label}>
      <span className={styles.valueLabel} aria-hidden>
        {measure.label}
      </span>
      <Value {...measure} value={computed.values[row]?.[measure.key] ?? null} isCompact isName={false} />
    </div>
  ))
}

function messagesOf(columns: readonly InputField[], own: string, places: Places) {
  const said = [
    { key: own, label: null, text: places.errorAt(own) },
    ...columns
      .filter((column) => !isBelow(column))
      .map((column) => ({
        key: nameOf(column),
        label: column.label,
        text: places.errorAt(`${own}.${nameOf(column)}`),
      })),
  ]
  return said.flatMap(({ key, label, text }) =>
    text === null ? [] : [{ key, text: label === null ? text : words.tables.about(label, text) }],
  )
}

interface CellProps {
  readonly column: InputField
  readonly place: string
  readonly places: Places
  readonly value: EnteredValue
  readonly enter: () => void
  readonly change: (value: EnteredValue) => void
}

function Cell({ column, place, places, value, enter, change }: CellProps) {
  const { objects } = column
  const error = places.errorAt(place)
  if (objects !== undefined)
    return (
      <div className={styles.below} onFocus={enter}>
        <List field={column} {...{ objects, places, place, value, error, change }} />
      </div>
    )
  return (
    <div className={isBelow(column) ? styles.below : styles.cell} onFocus={enter}>
      <places.Control
        field={column}
        id={places.idAt(place)}
        value={value}
        error={error}
        autoComplete="off"
        change={change}
        leave={() => value !== null && value !== '' && places.leave(place)}
      />
    </div>
  )
}

/** A scale of buttons does not fit into a column. */
function asColumn(field: InputField): InputField {
  if (field.kind === 'whole number') return { ...field, min: null, max: null }
  return field
}

/** A map has no words of its own for its keys and values. */
function ofMap(field: InputField): InputField {
  return { ...field, label: nameOf(field) === 'key' ? words.tables.mapKey : words.tables.mapValue }
}

function isBelow({ kind, objects, file, isList }: InputField): boolean {
  return objects !== undefined || file !== undefined || isList === true || BELOW.has(kind)
}

const BELOW: ReadonlySet<FieldKind> = new Set([
  'long text',
  'formatted text',
  'period',
  'duration',
  'choices',
  'collection',
  'date and time',
])

const WIDE = 'minmax(120px, 3fr)'
const AMOUNT = 'minmax(84px, 1fr)'
const WIDTHS: Partial<Record<FieldKind, string>> = {
  'whole number': AMOUNT,
  decimal: AMOUNT,
  percent: AMOUNT,
  money: 'minmax(104px, 1.2fr)',
  'yes/no': '76px',
  date: 'minmax(130px, 1.4fr)',
  time: 'minmax(90px, 1fr)',
  choice: 'minmax(110px, 1.5fr)',
}

/** The row exists once it is drawn; some controls take a few frames more. */
const FRAMES_MAX = 30

function focusSoon(id: string, left = FRAMES_MAX): void {
  requestAnimationFrame(() => {
    const control = controlOf(id)
    if (control !== null && !control.matches(':disabled')) control.focus()
    else if (left > 0) focusSoon(id, left - 1)
  })
}
