// Computed fields of a new record while a person types: below its inputs, and in its rows. They are provisional,
// because the server computes them again with all data.

import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { computedValues, type ComputedForm } from '@ninefold/core/contract/calls/computed-values.ts'
import type { FormComputing } from '@ninefold/core/contract/wire/computed.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import {
  foundRecords,
  heldIn,
  holdingIn,
  linkedIn,
  linkedQuery,
  linkKey,
  type FoundRecords,
  type PathValues,
} from '../../client/entering/linked-records.ts'
import { sharingText } from '../words/sharing/sharing-text.ts'
import { Measures } from './measures.tsx'
import styles from './rows.module.css'

interface ComputedValuesProps {
  readonly computing: FormComputing
  readonly fields: readonly InputField[]
  /** As it would be sent. */
  readonly body: unknown
  readonly record: Readonly<Record<string, unknown>> | null
  readonly keys: PathValues
  /** Passes the values to rows and to the totals below them. */
  readonly tell: (computed: ComputedForm) => void
  /** Those that are not below the rows of a list. */
  readonly measures: FormComputing['values']
}

export function ComputedValues({ computing, fields, body, record, keys, tell, measures }: ComputedValuesProps) {
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
  const holding = computing.whole === undefined ? null : holdingIn(computing.whole, fields, body, keys)
  // For another record than before, nothing is known yet.
  const { placeholderData: _, ...ofHolding } = linkedQuery(holding ?? NOTHING)
  const { data: held } = useQuery({ ...ofHolding, enabled: holding !== null, throwOnError: false })
  const whole = useMemo(() => heldIn(computing, held), [computing, held])
  const computed = useMemo(() => {
    const records: FoundRecords = new Map(JSON.parse(found) as [string, Record<string, unknown>][])
    return computedValues(computing, {
      fields,
      body,
      record,
      whole,
      linked: ({ reference }, value) =>
        reference === null ? null : (records.get(linkKey(reference.entity, reference.by, value)) ?? null),
    })
  }, [computing, fields, body, record, found, whole])
  useEffect(() => tell(computed), [tell, computed])
  // Values of a record that its reader sees only partly are not shown.
  const ofWhole = computing.whole?.values.filter(({ key }) => computed.whole[key] !== undefined) ?? []
  if (measures.length === 0 && ofWhole.length === 0) return null
  return (
    <div className={styles.computed}>
      {measures.length > 0 && <Measures measures={measures} values={computed.values} />}
      {ofWhole.length > 0 && (
        <section aria-label={held?.options[0]?.label}>
          <h3>{held?.options[0]?.label}</h3>
          <Measures measures={ofWhole} values={computed.whole} />
        </section>
      )}
      <p>{sharingText().provisional}</p>
    </div>
  )
}

const NOTHING = { entity: '', by: '', values: [], fields: [] }
