// The audit log, newest first, with filters by person, kind, action and days.

import { Autocomplete, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry, AuditPage } from '@ninefold/core/contract/wire/operators.ts'
import { type AuditNarrowed, auditQuery, usersQuery } from '../../client/operation.ts'
import { StandstillState } from '../connection/standstill.tsx'
import { FailingState } from '../errors.tsx'
import { operationText } from '../roles/page-words.ts'
import { Facts, Moment, More, Named } from './parts.tsx'
import styles from './operation.module.css'

const EVERYTHING: AuditNarrowed = { user: '', entity: '', action: '', from: '', until: '' }
const TYPING_MS = 250

export function AuditTab() {
  const [narrowed, setNarrowed] = useState(EVERYTHING)
  const [asked] = useDebouncedValue(narrowed, TYPING_MS)
  const query = useInfiniteQuery({ ...auditQuery(asked), placeholderData: keepPreviousData })
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} />
  const [first] = query.data?.pages ?? []
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const isAll = Object.values(narrowed).every((value) => value === '')
  const text = operationText().audit
  return (
    <>
      <Narrowing choices={first?.choices} narrowed={narrowed} isAll={isAll} change={setNarrowed} />
      {entries !== undefined && entries.length === 0 && (
        <StandstillState icon={<IconHistory size={22} />} title={text.emptyTitle}>
          {isAll ? text.empty : text.nothingMatches}
        </StandstillState>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ul className={styles.lines} aria-label={operationText().tabs.audit}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <More query={query} />
    </>
  )
}

interface NarrowingProps {
  readonly choices: AuditPage['choices'] | undefined
  readonly narrowed: AuditNarrowed
  readonly isAll: boolean
  readonly change: (narrowed: AuditNarrowed) => void
}

function Narrowing({ choices, narrowed, isAll, change }: NarrowingProps) {
  const text = operationText().audit
  const set = (part: Partial<AuditNarrowed>): void => change({ ...narrowed, ...part })
  return (
    <div className={styles.narrowing} role="search">
      {choices?.users != null && (
        <Person entity={choices.users} chosen={narrowed.user} choose={(user) => set({ user })} />
      )}
      <Select
        label={text.entity}
        placeholder={text.anyEntity}
        data={choices?.entities.map(({ value, label }) => ({ value, label })) ?? []}
        value={narrowed.entity === '' ? null : narrowed.entity}
        onChange={(entity) => set({ entity: entity ?? '' })}
        clearable
        searchable
      />
      <Autocomplete
        label={text.action}
        placeholder={text.anyAction}
        data={[...(choices?.actions ?? [])]}
        value={narrowed.action}
        onChange={(action) => set({ action })}
      />
      <TextInput
        type="date"
        label={text.from}
        value={narrowed.from}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text.until}
        value={narrowed.until}
        onChange={({ currentTarget }) => set({ until: currentTarget.value })}
      />
      {!isAll && (
        <Button variant="subtle" className={styles.clear} onClick={() => change(EVERYTHING)}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}

interface PersonProps {
  readonly entity: string
  readonly chosen: string
  readonly choose: (id: string) => void
}

/** Only people whom the operator may see can be selected. */
function Person({ entity, chosen, choose }: PersonProps) {
  const text = operationText().audit
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, TYPING_MS)
  const [name, setName] = useState('')
  const { data } = useQuery({ ...usersQuery(entity, sought === name ? '' : sought), placeholderData: keepPreviousData })
  const options = data?.options.map(({ value, label }) => ({ value, label })) ?? []
  const own = chosen === '' || options.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: name }]
  return (
    <Select
      label={text.user}
      placeholder={text.anybody}
      data={[...own, ...options]}
      value={chosen === '' ? null : chosen}
      onChange={(id, option: { readonly label: string } | null) => {
        setName(option?.label ?? '')
        choose(id ?? '')
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: found }) => found}
      nothingFoundMessage={text.nobodyFound}
      clearable
      searchable
    />
  )
}

/** A transition has its name in the text. */
function actionInWords(action: string): string {
  const { actions, actionsWith } = operationText().audit
  const known = actions[action]
  if (known !== undefined) return known
  const [beginning, said] = Object.entries(actionsWith).find(([words]) => action.startsWith(words)) ?? []
  return beginning === undefined || said === undefined ? action : said(action.slice(beginning.length))
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { at, by, key, isByAgent, action, kind, record, call, request, revision } = entry
  const text = operationText().audit
  // When a person signs in, the record is the person.
  const isOfSelf = by !== null && record !== null && by.id === record.id
  const about = [...(request === null ? [] : [text.request(request)]), text.revision(revision)].join(', ')
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>
          {by === null ? <span>{request === null ? text.itself : text.guest}</span> : <Named record={by} />}{' '}
          <span className={styles.action}>{actionInWords(action)}</span>{' '}
          {!isOfSelf && <span className={styles.kind}>{kind}</span>}{' '}
          {record !== null && !isOfSelf && <Named record={record} />}
        </p>
        <Facts>
          <code title={about}>{call}</code>
          {key !== null && <span>{text.byKey(key)}</span>}
          {isByAgent && <span>{text.byAgent}</span>}
        </Facts>
      </div>
      <Moment at={at}>{(when) => when}</Moment>
    </li>
  )
}
