// Actions on a person other than roles: suspending, signing out, and erasing.

import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogout, IconUserCheck, IconUserOff, IconUserX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '@ninefold/core/contract/wire/people.ts'
import { changeSuspension, endSessionsOf, forgetPerson } from '../../client/people.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { ForgettingDialog } from './forgetting-dialog.tsx'
import { peopleText } from '../roles/page-words.ts'

export function PersonMenu({ person }: { readonly person: Person }) {
  const { id, label, isSuspended, may } = person
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
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
            <>
              {isSuspended ? (
                <Menu.Item
                  leftSection={<IconUserCheck size={16} />}
                  onClick={() => act(text.bringBack, changeSuspension(client, id, false), text.isBack(label))}
                >
                  {text.bringBack}
                </Menu.Item>
              ) : (
                <Menu.Item
                  leftSection={<IconUserOff size={16} />}
                  onClick={() => act(text.suspend, changeSuspension(client, id, true), text.isSuspended(label))}
                >
                  {text.suspend}
                </Menu.Item>
              )}
              {!isSuspended && (
                <Menu.Item
                  leftSection={<IconLogout size={16} />}
                  onClick={() => act(text.endSessions, endSessionsOf(id), text.sessionsEnded(label))}
                >
                  {text.endSessions}
                </Menu.Item>
              )}
            </>
          )}
          {may.includes('forget') && (
            <Menu.Item color="red" leftSection={<IconUserX size={16} />} onClick={() => setAsked(true)}>
              {text.forget}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ForgettingDialog
        title={text.forgetTitle(label)}
        note={text.forgetNote}
        action={text.forgetNow}
        isOpen={isAsked}
        close={() => setAsked(false)}
        forget={() => forgetPerson(client, id).then(() => noticeDone(text.forgotten(label)))}
      />
    </>
  )
}
