// Common parts of the operators' tabs: names of records, moments, facts of a line, and the footer of a list.

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NamedRecord } from '@ninefold/core/contract/wire/operators.ts'
import { MomentInWords } from '../moment-in-words.tsx'
import { operationText } from '../roles/page-words.ts'
import styles from './operation.module.css'

/** The end of an id distinguishes records of one moment. */
const SHOWN_OF_ID = 8

export function Named({ record }: { readonly record: NamedRecord }) {
  const { id, label, address } = record
  const name = label ?? operationText().audit.unseen(id.length > SHOWN_OF_ID ? `…${id.slice(-SHOWN_OF_ID)}` : id)
  if (address !== null)
    return (
      <Link to={address} className={styles.link}>
        {name}
      </Link>
    )
  return (
    <span className={label === null ? styles.unseen : undefined} title={label === null ? id : undefined}>
      {name}
    </span>
  )
}

export function Moment({ at, children }: { readonly at: string; readonly children: (when: string) => string }) {
  return (
    <MomentInWords at={at} className={styles.moment}>
      {children}
    </MomentInWords>
  )
}

/** Empty ones are left out. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>
}

export function More({
  query,
}: {
  readonly query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  if (!query.hasNextPage) return null
  return (
    <Button
      variant="default"
      size="sm"
      className={styles.more}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {operationText().more}
    </Button>
  )
}
