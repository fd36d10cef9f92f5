// The page of people and their roles, for everybody who may give roles, suspend, erase or invite.

import { Avatar, Button, Loader, Menu, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@ninefold/core/contract/wire/people.ts'
import { changeRole, peopleQuery } from '../../client/people.ts'
import { useApp } from '../app-context.ts'
import { StandstillState } from '../connection/standstill.tsx'
import { FailingState, NotFoundState, noticeDone, noticeFailed } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { InvitationDialog, Invitations } from './inviting.tsx'
import { peopleText } from '../roles/page-words.ts'
import { PersonMenu } from './person-menu.tsx'
import { roleWords } from '../roles/role-words.ts'
import styles from './people-page.module.css'

const SEARCH_DELAY_MS = 150

export function PeoplePage() {
  const { mayManagePeople, currentTenant: tenant } = useApp()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const [isInviting, setInviting] = useState(false)
  useTitle(peopleText().title)
  const query = useInfiniteQuery({
    ...peopleQuery(search),
    enabled: mayManagePeople,
    placeholderData: keepPreviousData,
  })
  if (!mayManagePeople) return <NotFoundState />
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
  const people = query.data?.pages.flatMap((page) => page.people)
  const { roles = [], rolesInTenant = [], invites = [], hasApiKeys = false } = query.data?.pages[0] ?? {}
  const total = query.data?.pages.at(-1)?.total ?? 0
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <Title order={1}>{peopleText().title}</Title>
          <p className={styles.intro}>
            {tenant !== undefined && rolesInTenant.length > 0 && <span className={styles.tenant}>{tenant}</span>}
            {peopleText().intro}
          </p>
        </div>
        {invites.length > 0 && (
          <Button size="sm" leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
            {peopleText().invite}
          </Button>
        )}
      </header>
      <TextInput
        className={styles.search}
        aria-label={peopleText().search}
        placeholder={peopleText().search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={query.isFetching && search !== '' ? <Loader size={14} /> : null}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {people !== undefined && people.length === 0 && (
        <StandstillState icon={<IconUsers size={22} />} title={peopleText().nobody}>
          {search === '' ? peopleText().nobodyYet : peopleText().nobodyFound(search)}
        </StandstillState>
      )}
      {people !== undefined && people.length > 0 && (
        <>
          <ul className={styles.people} aria-label={peopleText().title}>
            {people.map((person) => (
              <PersonRow key={person.id} {...{ person, roles, rolesInTenant, hasApiKeys }} />
            ))}
          </ul>
          <Foot
            shown={peopleText().shown(people.length, total)}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            more={() => void query.fetchNextPage()}
          />
        </>
      )}
      {invites.length > 0 && <Invitations />}
      <InvitationDialog roles={invites} isOpen={isInviting} close={() => setInviting(false)} />
    </div>
  )
}

interface FootProps {
  readonly shown: string
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly more: () => void
}

function Foot({ shown, hasMore, isLoading, more }: FootProps) {
  return (
    <footer className={styles.foot}>
      <span>{shown}</span>
      {hasMore && (
        <Button variant="default" size="sm" loading={isLoading} onClick={more}>
          {peopleText().more}
        </Button>
      )}
    </footer>
  )
}

interface PersonRowProps {
  readonly person: Person
  readonly roles: readonly string[]
  /** Those of `roles` of which a person has one. */
  readonly rolesInTenant: readonly string[]
  readonly hasApiKeys: boolean
}

function PersonRow({ person, roles, rolesInTenant, hasApiKeys }: PersonRowProps) {
  const app = useApp()
  const { label, identifier, isSuspended, may } = person
  const mayGive = may.includes('give roles') && roles.length > 0
  return (
    <li className={styles.person} data-suspended={isSuspended || undefined}>
      <Avatar name={label} size={32} color={isSuspended ? 'gray' : 'accent'} aria-hidden="true" />
      <div className={styles.who}>
        <p className={styles.name}>
          {label}
          {isSuspended && <span className={styles.suspended}>{peopleText().suspended}</span>}
        </p>
        {identifier !== null && identifier !== label && <p className={styles.identifier}>{identifier}</p>}
      </div>
      {mayGive ? (
        <RolesMenu {...{ person, roles, rolesInTenant }} />
      ) : (
        <span className={styles.has}>{person.roles.map((role) => roleWords(app, role)).join(', ')}</span>
      )}
      <PersonMenu person={person} hasApiKeys={hasApiKeys} />
    </li>
  )
}

/** A role that this caller may not give is shown read-only. */
function RolesMenu({ person, roles, rolesInTenant }: Omit<PersonRowProps, 'hasApiKeys'>) {
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
        () => noticeDone(isGiven ? peopleText().given(label, called(role)) : peopleText().taken(label, called(role))),
        (thrown: unknown) => noticeFailed(peopleText().change(label), thrown),
      )
      .finally(() => setBusy(null))
  }
  // In a tenant, what a person is elsewhere stands in the menu alone.
  const own = rolesInTenant.length === 0 ? person.roles : person.roles.filter((role) => roles.includes(role))
  const shown = own.length === 0 ? peopleText().noRole : own.map(called).join(', ')
  const inTenant = person.roles.find((role) => rolesInTenant.includes(role)) ?? ''
  const others = roles.filter((role) => !rolesInTenant.includes(role))
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={styles.roles}
          data-none={own.length === 0 || undefined}
          loading={busy !== null}
          aria-label={peopleText().rolesOf(label, shown)}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rolesInTenant.length > 0 && (
          <Menu.RadioGroup
            value={inTenant}
            onChange={(role) => role !== inTenant && change(role === '' ? inTenant : role)}
          >
            {[...rolesInTenant, ''].map((role) => (
              <Menu.RadioItem key={role} value={role} disabled={busy !== null}>
                {role === '' ? peopleText().noRole : called(role)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        )}
        {rolesInTenant.length > 0 && others.length > 0 && <Menu.Divider />}
        <Menu.CheckboxGroup value={[...person.roles]} onChange={() => {}}>
          {others.map((role) => (
            <Menu.CheckboxItem key={role} value={role} disabled={busy !== null} onClick={() => change(role)}>
              {called(role)}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        {fixed.length > 0 && <Menu.Label>{peopleText().fixed(fixed.map(called).join(', '))}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
