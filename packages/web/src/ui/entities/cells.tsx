// A value of a record → its display, by kind. Empty values are drawn as a dash that screen readers call empty; hidden
// values are missing in the row and stay blank.

import { Button } from '@mantine/core'
import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { IconAlertSquareFilled, IconChevronsUp, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn, Display } from '@ninefold/core/contract/wire/display.ts'
import { fillPattern } from '../../client/addresses.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { StateBadge } from '../states.tsx'
import { useFormats } from '../formats.ts'
import { SoughtText } from '../inputs/sought.tsx'
import { useNow, useReadNow } from '../ticking.ts'
import { words } from '../words/words.ts'
import { FileLink, FileLinks } from './file-face.tsx'
import { SecretMask } from './secret-mask.tsx'
import styles from './cells.module.css'

// The Markdown parser is heavy, and most pages do not need it.
const SecretText = lazyPart(() => import('./secret-text.tsx').then((module) => ({ default: module.SecretText })), {
  missingAs: 'line',
})
const MapCell = lazyPart(() => import('./json-cells.tsx').then((module) => ({ default: module.MapCell })), {
  missingAs: 'line',
})
const JsonCell = lazyPart(() => import('./json-cells.tsx').then((module) => ({ default: module.JsonCell })), {
  missingAs: 'line',
})
const DrawnText = lazyPart(() => import('./drawn-text.tsx').then((module) => ({ default: module.DrawnText })), {
  missingAs: 'line',
})

interface CellProps<Kind extends Display['kind']> {
  readonly value: unknown
  readonly display: Display & { readonly kind: Kind }
  readonly label: string
  readonly isCompact: boolean
  /** A number that names its record (`1042`) is not grouped. */
  readonly isName: boolean
}

type Cells = { readonly [Kind in Display['kind']]: (props: CellProps<Kind>) => ReactNode }

const CELLS: Cells = {
  text: TextCell,
  'long text': LongText,
  'formatted text': (props) => <Drawn {...props} isFormatted />,
  email: ({ value }) => (
    <a className={styles.outside} href={`mailto:${encodeURIComponent(String(value)).replace('%40', '@')}`}>
      {String(value)}
    </a>
  ),
  url: WebAddress,
  number: NumberCell,
  money: MoneyCell,
  'yes/no': ({ value, label, display, isCompact }) => {
    if (value !== true)
      return <span className={display.isBad === true ? 'visually-hidden' : styles.quiet}>{words.no}</span>
    if (display.isBad === true) return <span className={`${styles.flag} ${styles.bad}`}>{label}</span>
    return isCompact ? <span className={styles.flag}>{label}</span> : <span>{words.yes}</span>
  },
  date: DateCell,
  time: TimeCell,
  'date and time': MomentCell,
  duration: DurationCell,
  file: FileLink,
  secret: SecretMask,
  period: PeriodCell,
  choice: ChoiceCell,
  state: ({ value, display }) => <StateBadge value={String(value)} values={display.values} />,
  list: ListCell,
  map: MapOfValues,
  json: JsonValue,
}

function MapOfValues({ value, display, isCompact }: CellProps<'map'>) {
  const draw = (item: unknown, key: string): ReactNode => (
    <Value value={item} display={display.of} label={key} isCompact={isCompact} isName={false} />
  )
  return (
    <Suspense fallback={null}>
      <MapCell value={value} isCompact={isCompact} draw={draw} />
    </Suspense>
  )
}

function JsonValue({ value, isCompact }: CellProps<'json'>) {
  return (
    <Suspense fallback={null}>
      <JsonCell value={value} isCompact={isCompact} />
    </Suspense>
  )
}

interface CellOfRow {
  readonly column: AppColumn
  readonly row: RowData
  /** In a table a long text is truncated; on a record's page it is complete. */
  readonly isCompact?: boolean
  /** The name of another record links to its page, unless it is inside of a link or button. */
  readonly isLinked?: boolean
}

export function Cell({ column, row, isCompact = false, isLinked = false }: CellOfRow) {
  const { display, key, label } = column
  // On its own record's page a secret can be revealed; elsewhere only its presence is shown.
  if (display.kind === 'secret' && !isCompact && key === display.field && row.values[key] === true)
    return (
      <Suspense fallback={<SecretMask />}>
        <SecretText display={display} label={label} id={row.id} />
      </Suspense>
    )
  if (column.isButton === true) return <AddressButton address={row.values[key]} label={label} />
  const page = isLinked ? pageOf(column, row) : null
  const value = (
    <Value
      value={row.values[column.key]}
      display={column.display}
      label={column.label}
      isCompact={isCompact}
      isName={column.key in row.keys}
    />
  )
  const people = row.values[column.mentions ?? '']
  if (people !== undefined && row.values[key])
    return <Drawn value={row.values[key]} {...{ isCompact, people }} isFormatted={display.kind !== 'long text'} />
  const isLate = display.kind !== 'choice' && 'deadline' in display ? row.values[display.deadline ?? ''] : undefined
  // Without the right to see the deadline there is no marking.
  if (typeof isLate === 'boolean')
    return (
      <Deadline value={row.values[key]} isLate={isLate}>
        {value}
      </Deadline>
    )
  return page === null ? (
    value
  ) : (
    <Link to={page} className={styles.reference}>
      {value}
    </Link>
  )
}

/** The page of the named record; null: none for this person. */
export function pageOf({ key, page }: AppColumn, { values, links }: RowData): string | null {
  const keys = links?.[key]
  if (page === undefined || keys === undefined || typeof values[key] !== 'string') return null
  const known = Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== null)
  return fillPattern(page, Object.fromEntries(known))
}

export function Value({ value, display, label, isCompact, isName }: CellProps<Display['kind']>) {
  // Missing in the row: the caller may not see it, so nothing is drawn, not even a dash.
  if (value === undefined) return null
  if (value === null || value === '') return <Nothing />
  // A key of a list leads to several values.
  if (Array.isArray(value) && display.kind !== 'list' && display.kind !== 'json')
    return (
      <ListCell
        value={value}
        display={{ kind: 'list', of: display }}
        label={label}
        isCompact={isCompact}
        isName={isName}
      />
    )
  const Draw = CELLS[display.kind] as (props: CellProps<Display['kind']>) => ReactNode
  return <Draw value={value} display={display} label={label} isCompact={isCompact} isName={isName} />
}

/** In order of urgency the last choice is the most urgent, and with four or more the one before it nearly as much. */
function ChoiceCell({ value, display }: CellProps<'choice'>) {
  const { values, isUrgency } = display
  const place = values.findIndex((choice) => choice.value === value)
  const label = values[place]?.label ?? String(value)
  const left = values.length - 1 - place
  if (isUrgency !== true || place < 0 || left > (values.length > 3 ? 1 : 0)) return <span>{label}</span>
  return (
    <span className={styles.pressing} data-most={left === 0 || undefined}>
      {left === 0 ? (
        <IconAlertSquareFilled size={16} aria-hidden="true" />
      ) : (
        <IconChevronsUp size={16} aria-hidden="true" />
      )}
      {label}
    </span>
  )
}

/** A deadline is red once it has passed without being met, and amber before. */
function Deadline({
  value,
  isLate,
  children,
}: {
  readonly value: unknown
  readonly isLate: boolean
  readonly children: ReactNode
}) {
  const left = Date.parse(String(value)) - useNow()
  const isSoon = !isLate && left > 0 && left < SOON_MS
  if (!isLate && !isSoon) return children
  return (
    <span className={styles.deadline} data-late={isLate || undefined}>
      <IconClock size={14} aria-hidden="true" />
      {children}
    </span>
  )
}

const SOON_MS = 2 * 3_600_000

function Nothing() {
  return (
    <span className={styles.nothing}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{words.empty}</span>
    </span>
  )
}

function TextCell({ value, display }: CellProps<'text'>) {
  const { codeName } = useFormats()
  const text = String(value)
  const shown = display.names === undefined ? text : codeName(text, display.names)
  if (display.isColour === true) return <Colour code={text} />
  return (
    <span className={styles.text}>
      <SoughtText text={shown} />
    </span>
  )
}

/** Its code is there for those who do not see it. A presentation attribute, because the page allows no inline styles. */
function Colour({ code }: { readonly code: string }) {
  return (
    <span className={styles.colour}>
      <svg width={14} height={14} aria-hidden="true">
        <rect width={14} height={14} rx={4} fill={code} />
      </svg>
      <SoughtText text={code} />
    </span>
  )
}

function LongText({ value, isCompact }: { readonly value: unknown; readonly isCompact: boolean }) {
  return (
    <div className={isCompact ? styles.cut : styles.prose}>
      <SoughtText text={String(value)} />
    </div>
  )
}

/** Until the parser is loaded, the text is drawn unformatted. */
function Drawn(props: ComponentProps<typeof DrawnText>) {
  return (
    <Suspense fallback={<LongText {...props} />}>
      <DrawnText {...props} />
    </Suspense>
  )
}

/** `javascript:` in a stored value must stay a text. */
const WEB_ADDRESS = /^https?:\/\//i

interface AddressButtonProps {
  readonly address: unknown
  readonly label: string
  readonly isFirst?: boolean | undefined
}

/** A link that leaves the application; the browser returns with "back". */
export function AddressButton({ address, label, isFirst }: AddressButtonProps) {
  if (!WEB_ADDRESS.test(String(address))) return null
  return (
    <Button component="a" href={String(address)} rel="noreferrer" variant={isFirst ? 'filled' : 'default'}>
      {label}
    </Button>
  )
}

function WebAddress({ value }: { readonly value: unknown }) {
  const address = String(value)
  if (!WEB_ADDRESS.test(address)) return <span>{address}</span>
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" className={styles.outside}>
      {address.replace(WEB_ADDRESS, '')}
    </a>
  )
}

function NumberCell({ value, isName, display }: CellProps<'number'>) {
  const formats = useFormats()
  // A decimal comes as a text, because a number could lose digits.
  const isAmount = !isName && (typeof value === 'number' || Number.isFinite(Number(value)))
  const number = isAmount ? formats.number(value as number | string, display.places) : String(value)
  return <span className={styles.number}>{formats.withUnit(number, display.unit)}</span>
}

function MoneyCell({ value, display }: CellProps<'money'>) {
  const { money } = useFormats()
  if (display.currency !== null) return <span className={styles.number}>{money(String(value), display.currency)}</span>
  const { amount, currency } = value as { readonly amount: string; readonly currency: string }
  return <span className={styles.number}>{money(amount, currency)}</span>
}

function DateCell({ value }: { readonly value: unknown }) {
  const formats = useFormats()
  const thisYear = useReadNow((now) => new Date(now).getFullYear())
  const exact = formats.date(String(value))
  return (
    <time dateTime={String(value)} title={exact} data-paper={exact} className={styles.day}>
      {formats.shortDate(String(value), thisYear)}
    </time>
  )
}

function TimeCell({ value }: { readonly value: unknown }) {
  return <time dateTime={String(value)}>{useFormats().time(String(value))}</time>
}

function DurationCell({ value }: { readonly value: unknown }) {
  return <span>{useFormats().duration(Number(value))}</span>
}

function PeriodCell({ value, display }: CellProps<'period'>) {
  const formats = useFormats()
  const thisYear = useReadNow((now) => new Date(now).getFullYear())
  const exact = formats.period(value, display.of)
  if (exact === null) return <span>{String(value)}</span>
  return (
    <span title={exact} data-paper={exact} className={styles.period}>
      {formats.period(value, display.of, thisYear)}
    </span>
  )
}

function MomentCell({ value, display }: CellProps<'date and time'>) {
  return <Moment value={display.unix === 'seconds' ? Number(value) * 1000 : value} />
}

/** Relative time; the tooltip has the exact moment. */
export function Moment({ value }: { readonly value: unknown }) {
  const moment = useFormats().moment(value, useNow())
  if (moment === null) return <span>{String(value)}</span>
  return (
    <time dateTime={moment.iso} title={moment.exact} data-paper={moment.short} className={styles.moment}>
      {moment.relative}
    </time>
  )
}

function ListCell({ value, display, label, isCompact, isName }: CellProps<'list'>) {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (items.length === 0) return <Nothing />
  if (display.of.kind === 'file') return <FileLinks files={items} isCompact={isCompact} />
  return (
    <span className={styles.list}>
      {items.map((item, index) => (
        // Values of a list have no identity; equal ones may repeat.
        <span key={index} className={styles.item}>
          <Value value={item} display={display.of} label={label} isCompact={isCompact} isName={isName} />
        </span>
      ))}
    </span>
  )
}
