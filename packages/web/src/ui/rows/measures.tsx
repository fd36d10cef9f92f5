// Computed values with their labels, announced as they change.

import type { AppMeasure } from '@ninefold/core/contract/wire/display.ts'
import { Value } from '../entities/cells.tsx'
import { sharingText } from '../words/sharing/sharing-text.ts'
import styles from './rows.module.css'

interface MeasuresProps {
  readonly measures: readonly AppMeasure[]
  /** By the key of the measure; one that is not known yet is missing. */
  readonly values: Readonly<Record<string, unknown>>
}

export function Measures({ measures, values }: MeasuresProps) {
  return (
    <dl aria-live="polite">
      {measures.map((measure) => (
        <div key={measure.key}>
          <dt>{measure.label}</dt>
          <dd>
            <Value {...measure} value={values[measure.key] ?? null} isCompact isName={false} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Values over all rows of a list, below them. */
export function Totals({ measures, values }: MeasuresProps) {
  if (measures.length === 0) return null
  return (
    <div className={styles.totals} title={sharingText().provisional}>
      <Measures measures={measures} values={values} />
    </div>
  )
}
