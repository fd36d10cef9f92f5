// Deleted records that this person may restore: newest first, each with a button.

import { Button, Title } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeletedData } from '@ninefold/core/contract/wire/deletions.ts'
import { deletionsQuery, restore } from '../../client/deletions.ts'
import { useApp } from '../app-context.ts'
import { FailingState, NotFoundState, noticeDone, noticeFailed } from '../errors.tsx'
import { StandstillState } from '../connection/standstill.tsx'
import { MomentInWords } from '../moment-in-words.tsx'
import { useTitle } from '../use-title.ts'
import { words, type Words } from '../words/words.ts'
import page from '../plain-page.module.css'
import styles from './deleted-page.module.css'

/** A function, because the language may change. */
const text = (): Words['deleted'] => words.deleted

export function DeletedPage() {
  const { mayRestore } = useApp()
  useTitle(text().title)
  const query = useQuery({ ...deletionsQuery, enabled: mayRestore })
  if (!mayRestore) return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const records = query.data?.records
  return (
    <div className={page.page}>
      <header>
        <Title order={1}>{text().title}</Title>
        <p className={page.intro}>{text().intro}</p>
      </header>
      {records !== undefined && records.length === 0 && (
        <StandstillState icon={<IconTrash size={22} />} title={text().emptyTitle}>
          {text().empty}
        </StandstillState>
      )}
      {records !== undefined && records.length > 0 && (
        <ul className={page.lines} aria-label={text().title}>
          {records.map((record) => (
            <Deleted key={record.id} record={record} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Deleted({ record }: { readonly record: DeletedData['records'][number] }) {
  const { id, kind, label, by, at, endsAt } = record
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const name = label ?? text().unnamed
  const bringBack = () => {
    setBusy(true)
    restore(client, id)
      .then(
        () => {
          // The line disappears, so the focus moves to the page.
          document.getElementById('content')?.focus()
          noticeDone(text().restored(name))
        },
        (thrown: unknown) => noticeFailed(text().failed(name), thrown),
      )
      .finally(() => setBusy(false))
  }
  return (
    <li className={styles.record}>
      <div className={styles.words}>
        <p className={styles.name}>
          <span className={styles.kind}>{kind}</span> {name}
        </p>
        <p className={styles.facts}>
          <MomentInWords at={at}>{(when) => text().deletedAt(when)}</MomentInWords>
          {by !== null && <span>{text().deletedBy(by)}</span>}
          <MomentInWords at={endsAt}>{(when) => text().until(when)}</MomentInWords>
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRestore size={16} aria-hidden="true" />}
        aria-label={text().restoreOne(name)}
        loading={isBusy}
        onClick={bringBack}
      >
        {text().restore}
      </Button>
    </li>
  )
}
