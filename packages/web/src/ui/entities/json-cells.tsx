// Maps and JSON values: in a table the first pairs as one line, on a record's page keys and values in two columns.
// Objects and lists within them are folded.

import { Fragment, type ReactNode } from 'react'
import { words } from '../words/words.ts'
import styles from './json-cells.module.css'

type Members = Readonly<Record<string, unknown>>

interface MapProps {
  readonly value: unknown
  readonly isCompact: boolean
  /** Draws the value of a key. */
  readonly draw: (value: unknown, key: string) => ReactNode
}

export function MapCell({ value, isCompact, draw }: MapProps) {
  return <Pairs values={value as Members} isCompact={isCompact} draw={draw} />
}

export function JsonCell({ value, isCompact }: Omit<MapProps, 'draw'>) {
  if (isCompact) return isMembers(value) ? <Pairs values={value} isCompact draw={short} /> : short(value)
  return <Json value={value} />
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As many pairs as a line of a table has room for. */
const PAIRS_IN_LINE = 3

interface PairsProps {
  readonly values: Members
  readonly isCompact: boolean
  readonly draw: (value: unknown, key: string) => ReactNode
}

function Pairs({ values, isCompact, draw }: PairsProps) {
  const pairs = Object.entries(values)
  if (pairs.length === 0) return <span className={styles.quiet}>{words.empty}</span>
  if (!isCompact)
    return (
      <dl className={styles.pairs}>
        {pairs.map(([key, value]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{draw(value, key)}</dd>
          </Fragment>
        ))}
      </dl>
    )
  const left = pairs.length - PAIRS_IN_LINE
  return (
    <span className={styles.line}>
      {pairs.slice(0, PAIRS_IN_LINE).map(([key, value]) => (
        <span key={key} className={styles.pair}>
          <span className={styles.quiet}>{key}</span> {draw(value, key)}
        </span>
      ))}
      {left > 0 && <span className={styles.quiet}>{words.tables.morePairs(left)}</span>}
    </span>
  )
}

/** A value as a few words: of an object or list its size. */
function short(value: unknown): ReactNode {
  if (Array.isArray(value)) return words.tables.jsonItems(value.length)
  return isMembers(value) ? words.tables.jsonKeys(Object.keys(value).length) : <Scalar value={value} />
}

function Scalar({ value }: { readonly value: unknown }) {
  if (value === null || value === '') return <span className={styles.quiet}>{words.empty}</span>
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return <span className={styles.text}>{String(value)}</span>
}

function Json({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) return <Items items={value as readonly unknown[]} />
  return isMembers(value) ? <Pairs values={value} isCompact={false} draw={folded} /> : <Scalar value={value} />
}

function Items({ items }: { readonly items: readonly unknown[] }) {
  if (items.length === 0) return <span className={styles.quiet}>{words.empty}</span>
  return (
    <ol className={styles.items}>
      {items.map((item, index) => (
        <li key={index}>{folded(item)}</li>
      ))}
    </ol>
  )
}

/** Below the first level only what is opened is drawn. */
function folded(value: unknown): ReactNode {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  if (isEmpty || typeof value !== 'object' || value === null) return <Json value={value} />
  return (
    <details className={styles.folded}>
      <summary>{short(value)}</summary>
      <Json value={value} />
    </details>
  )
}
