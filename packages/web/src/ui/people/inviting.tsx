// Invitations by users: a dialog that creates one, and the open ones.

import { Button, Code, CopyButton, Group, Modal, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { NewInvitation, OpenInvitations } from '@ninefold/core/contract/wire/people.ts'
import type { ProblemItem } from '@ninefold/core/contract/wire/problem-details.ts'
import { RequestRefused } from '../../client/query/request.ts'
import { endInvitation, invitationsQuery, makeInvitation } from '../../client/people.ts'
import { useApp } from '../app-context.ts'
import { noticeDone, noticeFailed, ProblemAlert, sentenceOf } from '../errors.tsx'
import { MomentInWords } from '../moment-in-words.tsx'
import { words } from '../words/words.ts'
import { peopleText } from '../roles/page-words.ts'
import { roleWords } from '../roles/role-words.ts'
import styles from './people-page.module.css'

interface InvitationDialogProps {
  readonly roles: readonly string[]
  readonly isOpen: boolean
  readonly close: () => void
}

export function InvitationDialog({ roles, isOpen, close }: InvitationDialogProps) {
  const [made, setMade] = useState<NewInvitation | null>(null)
  const leave = (): void => {
    setMade(null)
    close()
  }
  const title = made === null ? peopleText().inviteTitle : peopleText().invited
  return (
    <Modal opened={isOpen} onClose={leave} title={title} closeButtonProps={{ 'aria-label': words.close }}>
      {made === null ? (
        <InvitationForm roles={roles} made={setMade} cancel={leave} />
      ) : (
        <MadeInvitation invitation={made} done={leave} />
      )}
    </Modal>
  )
}

interface InvitationFormProps {
  readonly roles: readonly string[]
  readonly made: (invitation: NewInvitation) => void
  readonly cancel: () => void
}

function InvitationForm({ roles, made, cancel }: InvitationFormProps) {
  const app = useApp()
  const client = useQueryClient()
  const identifierInput = app.signIn?.identifier ?? null
  const isEmail = identifierInput?.kind === 'email'
  const [role, setRole] = useState(roles[0] ?? '')
  const [identifier, setIdentifier] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [addressProblem, setAddressProblem] = useState<string | null>(null)
  const refuse = (thrown: unknown): void => {
    const ofAddress = thrown instanceof RequestRefused ? thrown.problem.errors.filter(isOfAddress) : []
    if (ofAddress[0] === undefined) setProblem(sentenceOf(thrown))
    else setAddressProblem(ofAddress[0].message)
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    setAddressProblem(null)
    makeInvitation(client, { role, identifier: identifier.trim() === '' ? null : identifier.trim() })
      .then(made, refuse)
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ProblemAlert items={problem === null ? [] : [{ message: problem }]} />
        {identifierInput !== null && (
          <TextInput
            label={peopleText().inviteIdentifier(identifierInput.label)}
            type={isEmail ? 'email' : 'text'}
            autoComplete="off"
            value={identifier}
            error={addressProblem}
            onChange={({ currentTarget }) => {
              setIdentifier(currentTarget.value)
              setAddressProblem(null)
            }}
            data-autofocus
          />
        )}
        <Select
          label={peopleText().inviteRole}
          data={roles.map((value) => ({ value, label: roleWords(app, value) }))}
          value={role}
          onChange={(value) => setRole(value ?? role)}
          allowDeselect={false}
        />
        <Text size="sm" c="dimmed">
          {isEmail && identifier.trim() !== '' ? peopleText().inviteSentNote : peopleText().inviteNote}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={cancel}>
            {words.cancel}
          </Button>
          <Button size="sm" type="submit" loading={isBusy}>
            {peopleText().inviteMake}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function isOfAddress({ about }: ProblemItem): boolean {
  return about !== '' && about !== 'role'
}

interface MadeInvitationProps {
  readonly invitation: NewInvitation
  readonly done: () => void
}

function MadeInvitation({ invitation: { link, sentTo }, done }: MadeInvitationProps) {
  return (
    <Stack role="status">
      <Text>{sentTo === null ? peopleText().passOn : peopleText().sentTo(sentTo)}</Text>
      <Code block className={styles.link}>
        {link}
      </Code>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            // Without a message, the link is the only way to the person.
            <Button size="sm" variant={sentTo === null ? 'filled' : 'default'} onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button size="sm" variant={sentTo === null ? 'default' : 'filled'} onClick={done} data-autofocus>
          {peopleText().done}
        </Button>
      </Group>
    </Stack>
  )
}

/** Empty if there is none. */
export function Invitations() {
  const { data } = useQuery(invitationsQuery)
  if (data === undefined || data.invitations.length === 0) return null
  return (
    <section className={styles.invitations}>
      <Title order={2} size="h4">
        {peopleText().invitations}
      </Title>
      <ul className={styles.people} aria-label={peopleText().invitations}>
        {data.invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

function Invitation({ invitation }: { readonly invitation: OpenInvitations['invitations'][number] }) {
  const app = useApp()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { id, role, identifier, expiresAt } = invitation
  const whom = identifier ?? peopleText().anybody
  const end = (): void => {
    setBusy(true)
    endInvitation(client, id)
      .then(
        () => noticeDone(peopleText().invitationEnded),
        (thrown: unknown) => noticeFailed(peopleText().endInvitation, thrown),
      )
      .finally(() => setBusy(false))
  }
  return (
    <li className={styles.person}>
      <IconMail size={20} className={styles.icon} aria-hidden="true" />
      <div className={styles.who}>
        <p className={styles.name}>{whom}</p>
        <p className={styles.identifier}>
          {roleWords(app, role)} · <MomentInWords at={expiresAt}>{(when) => peopleText().ends(when)}</MomentInWords>
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        aria-label={peopleText().endInvitationOf(whom)}
        onClick={end}
      >
        {peopleText().endInvitation}
      </Button>
    </li>
  )
}
