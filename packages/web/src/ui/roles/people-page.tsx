// People and their roles, on one page: whoever may give roles gives and takes them here.

import { Avatar, Button, Loader, Menu, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconSearch, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@ninefold/core/contract/wire/people.ts'
import { changeRole, peopleQuery } from '../../client/people.ts'
import { useApp } from '../app-context.ts'
import { StandstillState } from '../connection/standstill.tsx'
import { FailingState, NotFoundState, noticeDone, noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { roleWords } from './role-words.ts'
import styles from './people-page.module.css'

const SEARCH_DELAY_MS = 150

export function PeoplePage() {
  const { mayGiveRoles } = useApp()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  useTitle(words.people.title)
  const query = useInfiniteQuery({ ...peopleQuery(search), enabled: mayGiveRoles, placeholderData: keepPreviousData })
  if (!mayGiveRoles) return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const people = query.data?.pages.flatMap((page) => page.people)
  const roles = query.data?.pages[0]?.roles ?? []
  const total = query.data?.pages.at(-1)?.total ?? 0
  return (
    <div className={styles.page}>
      <header>
        <Title order={1}>{words.people.title}</Title>
        <p className={styles.intro}>{words.people.intro}</p>
      </header>
      <TextInput
        className={styles.search}
        aria-label={words.people.search}
        placeholder={words.people.search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={query.isFetching && search !== '' ? <Loader size={14} /> : null}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {people !== undefined && people.length === 0 && (
        <StandstillState icon={<IconUsers size={22} />} title={words.people.nobody}>
          {search === '' ? words.people.nobodyYet : words.people.nobodyFound(search)}
        </StandstillState>
      )}
      {people !== undefined && people.length > 0 && (
        <>
          <ul className={styles.people} aria-label={words.people.title}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} roles={roles} />
            ))}
          </ul>
          <footer className={styles.foot}>
            <span>{words.people.shown(people.length, total)}</span>
            {query.hasNextPage && (
              <Button
                variant="default"
                size="sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {words.people.more}
              </Button>
            )}
          </footer>
        </>
      )}
    </div>
  )
}

function PersonRow({ person, roles }: { readonly person: Person; readonly roles: readonly string[] }) {
  const { label, identifier } = person
  return (
    <li className={styles.person}>
      <Avatar name={label} size={32} color="accent" aria-hidden="true" />
      <div className={styles.who}>
        <p className={styles.name}>{label}</p>
        {identifier !== null && identifier !== label && <p className={styles.identifier}>{identifier}</p>}
      </div>
      <RolesMenu person={person} roles={roles} />
    </li>
  )
}

/** A role that this caller does not give stays with its holder, and is shown only. */
function RolesMenu({ person, roles }: { readonly person: Person; readonly roles: readonly string[] }) {
  const { id, label } = person
  const client = useQueryClient()
  const app = useApp()
  const called = (role: string): string => roleWords(app, role)
  const [busy, setBusy] = useState<string | null>(null)
  const fixed = person.roles.filter((role) => !roles.includes(role))
  const change = (role: string): void => {
    const isGiven = !person.roles.includes(role)
    setBusy(role)
    changeRole(client, id, { role, isGiven })
      .then(
        () => noticeDone(isGiven ? words.people.given(label, called(role)) : words.people.taken(label, called(role))),
        (thrown: unknown) => noticeFailed(words.people.change(label), thrown),
      )
      .finally(() => setBusy(null))
  }
  const shown = person.roles.length === 0 ? words.people.noRole : person.roles.map(called).join(', ')
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={styles.roles}
          data-none={person.roles.length === 0 || undefined}
          loading={busy !== null}
          aria-label={words.people.rolesOf(label, shown)}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={[...person.roles]} onChange={() => {}}>
          {roles.map((role) => (
            <Menu.CheckboxItem key={role} value={role} disabled={busy !== null} onClick={() => change(role)}>
              {called(role)}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {fixed.length > 0 && <Menu.Label>{words.people.fixed(fixed.map(called).join(', '))}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
