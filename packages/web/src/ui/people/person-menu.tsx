// Actions on a person other than roles: suspending, signing out, and erasing.

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconKey, IconLogout, IconUserCheck, IconUserOff, IconUserX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@ninefold/core/contract/wire/people.ts'
import { changeSuspension, endSessionsOf, forgetPerson } from '../../client/people.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { ForgettingDialog } from './forgetting-dialog.tsx'
import { peopleText } from '../roles/page-words.ts'
import { ProgramsDialog } from './programs-dialog.tsx'

interface PersonMenuProps {
  readonly person: Person
  readonly hasApiKeys: boolean
}

export function PersonMenu({ person, hasApiKeys }: PersonMenuProps) {
  const { id, label, may } = person
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<'forgetting' | 'programs' | null>(null)
  const close = (): void => setOpen(null)
  if (!may.includes('suspend') && !may.includes('forget')) return null
  const act = (title: string, doing: Promise<void>, done: string): void => {
    setBusy(true)
    doing
      .then(
        () => noticeDone(done),
        (thrown: unknown) => noticeFailed(title, thrown),
      )
      .finally(() => setBusy(false))
  }
  const text = peopleText()
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="md" loading={isBusy} aria-label={text.actions(label)}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {may.includes('suspend') && (
            <AccessItems person={person} act={act} programs={hasApiKeys ? () => setOpen('programs') : null} />
          )}
          {may.includes('forget') && (
            <Menu.Item color="red" leftSection={<IconUserX size={16} />} onClick={() => setOpen('forgetting')}>
              {text.forget}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ForgettingDialog
        title={text.forgetTitle(label)}
        note={text.forgetNote}
        action={text.forgetNow}
        isOpen={open === 'forgetting'}
        close={close}
        forget={() => forgetPerson(client, id).then(() => noticeDone(text.forgotten(label)))}
      />
      {hasApiKeys && <ProgramsDialog person={person} isOpen={open === 'programs'} close={close} />}
    </>
  )
}

interface AccessItemsProps {
  readonly person: Person
  readonly act: (title: string, doing: Promise<void>, done: string) => void
  /** Null: the application has no API keys. */
  readonly programs: (() => void) | null
}

function AccessItems({ person: { id, label, isSuspended }, act, programs }: AccessItemsProps) {
  const client = useQueryClient()
  const text = peopleText()
  const title = isSuspended ? text.bringBack : text.suspend
  const done = isSuspended ? text.isBack(label) : text.isSuspended(label)
  return (
    <>
      <Menu.Item
        leftSection={isSuspended ? <IconUserCheck size={16} /> : <IconUserOff size={16} />}
        onClick={() => act(title, changeSuspension(client, id, !isSuspended), done)}
      >
        {title}
      </Menu.Item>
      {!isSuspended && (
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => act(text.endSessions, endSessionsOf(id), text.sessionsEnded(label))}
        >
          {text.endSessions}
        </Menu.Item>
      )}
      {programs !== null && (
        <Menu.Item leftSection={<IconKey size={16} />} onClick={programs}>
          {text.programs}
        </Menu.Item>
      )}
    </>
  )
}
