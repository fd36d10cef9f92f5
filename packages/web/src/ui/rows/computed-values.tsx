// Computed fields of a record that a form makes, while a person types: below its inputs, and in each of its rows. They are
// provisional: the server computes them again, with all that a browser does not know.

import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { computedValues, type ComputedForm } from '@ninefold/core/contract/calls/computed-values.ts'
import type { FormComputing } from '@ninefold/core/contract/wire/computed.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import {
  foundRecords,
  linkedIn,
  linkedQuery,
  linkKey,
  type FoundRecords,
} from '../../client/entering/linked-records.ts'
import { Value } from '../entities/cells.tsx'
import { sharingText } from '../words/sharing/sharing-text.ts'
import styles from './rows.module.css'

interface ComputedValuesProps {
  readonly computing: FormComputing
  readonly fields: readonly InputField[]
  /** As it would be sent. */
  readonly body: unknown
  readonly record: Readonly<Record<string, unknown>> | null
  /** Takes the values of rows to where they are drawn. */
  readonly tell: (rows: ComputedForm['rows']) => void
}

export function ComputedValues({ computing, fields, body, record, tell }: ComputedValuesProps) {
  const wanted = linkedIn(computing, fields, body)
  const found = useQueries({
    queries: wanted.map((each) => linkedQuery(each)),
    combine: (answers) =>
      JSON.stringify([
        ...foundRecords(
          wanted,
          answers.map(({ data }) => data),
        ),
      ]),
  })
  const computed = useMemo(() => {
    const records: FoundRecords = new Map(JSON.parse(found) as [string, Record<string, unknown>][])
    return computedValues(computing, {
      fields,
      body,
      record,
      linked: ({ reference }, value) =>
        reference === null ? null : (records.get(linkKey(reference.entity, reference.by, value)) ?? null),
    })
  }, [computing, fields, body, record, found])
  useEffect(() => tell(computed.rows), [tell, computed])
  if (computing.values.length === 0) return null
  return (
    <div className={styles.computed}>
      <dl aria-live="polite">
        {computing.values.map((measure) => (
          <div key={measure.key}>
            <dt>{measure.label}</dt>
            <dd>
              <Value {...measure} value={computed.values[measure.key] ?? null} isCompact isName={false} />
            </dd>
          </div>
        ))}
      </dl>
      <p>{sharingText().provisional}</p>
    </div>
  )
}
