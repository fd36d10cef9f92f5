// Changes of a record in words: who, what, from what to what, when.

import type { AppHistory, Beginning } from '@ninefold/core/contract/record-page/app-parts.ts'
import { isMomentOfChange, type Change } from '../../client/records/timeline.ts'
import { Moment, Value } from '../entities/cells.tsx'
import { words } from '../words/words.ts'
import styles from './changes.module.css'

interface ChangesProps {
  /** By one person at one moment. */
  readonly changes: readonly Change[]
  readonly history: AppHistory
}

export function ChangesLine({ changes, history }: ChangesProps) {
  const [first] = changes
  if (first === undefined) return null
  return (
    <div className={styles.change}>
      <span className={styles.who}>{doerOf(first)}</span>
      {changes.map((change, index) => (
        <span key={change.field + String(index)} className={styles.one}>
          <OneChange change={change} history={history} />
        </span>
      ))}
      <span className={styles.quiet}>
        <Moment value={first.at} />
      </span>
    </div>
  )
}

function doerOf({ by, isByProduct, isUnsigned }: Change): string {
  if (isByProduct) return words.records.byProduct
  return isUnsigned === true ? words.records.unsigned : (by ?? words.records.somebody)
}

function OneChange({
  change: { field, at, before, after },
  history,
}: {
  readonly change: Change
  readonly history: AppHistory
}) {
  const known = history.fields.find(({ name }) => name === field)
  const label = known?.label ?? field
  // The time of the change is already shown.
  const isSaid = known?.display.kind === 'date and time' && isMomentOfChange(after, at)
  const value = (shown: unknown) => (
    <Value value={shown} display={known?.display ?? { kind: 'text' }} label={label} isCompact isName={false} />
  )
  return (
    <>
      <span className={styles.quiet}>{words.records.changed(label)}</span>
      {!isNothing(before) && (
        <>
          <span className={styles.quiet}>{words.records.from}</span>
          {value(before)}
        </>
      )}
      {!isSaid && (
        <>
          <span className={styles.quiet}>{words.records.to}</span>
          {value(after)}
        </>
      )}
    </>
  )
}

/** A list is never null. */
function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** When and by whom it was created, as far as visible. */
export function BeginningLine({ created }: { readonly created: Beginning | undefined }) {
  if (created?.at === undefined) return null
  return (
    <p className={styles.beginning}>
      {words.records.createdAt} <Moment value={created.at} />
      {typeof created.by === 'string' && words.records.madeBy(created.by)}
    </p>
  )
}
