// Point 6 on the screen, for invited people: they become a user with the invitation's role.

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { lookAtInvitation } from '../../client/session.ts'
import { useApp } from '../app-context.ts'
import { useTitle } from '../use-title.ts'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import { Entrance, newUserAutoComplete, SIGN_IN } from './entrance.tsx'
import { roleWords } from './role-words.ts'
import { useSession } from './use-session.ts'

export function InvitationPage({ isByLink }: { readonly isByLink: boolean }) {
  const app = useApp()
  const { joinByInvitation } = useSession()
  // The part after `#`, which browsers never send to a server or another page.
  const token = useLocation().hash
  const [isSent, setSent] = useState(false)
  const { data, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookAtInvitation(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useTitle(words.roles.invitation)
  if (isPending)
    return (
      <Entrance app={app} title={words.roles.invitationTo(app.name)}>
        {null}
      </Entrance>
    )
  const { role = '', identifier = null, inputs = [] } = data ?? {}
  const note =
    data === undefined ? words.roles.invitationOver : words.roles.invitationNote(roleWords(app, role), identifier)
  return (
    <Entrance
      app={app}
      title={data === undefined ? words.roles.invitation : words.roles.invitationTo(app.name)}
      note={note}
    >
      {isSent && <Text role="status">{words.roles.joinedByLink}</Text>}
      {!isSent && data !== undefined && (
        <InputForm
          label={words.roles.takeInvitation}
          isWide
          isBegun
          fields={inputs}
          draftKey={null}
          present={null}
          send={async (user) => {
            await joinByInvitation(token, user, !isByLink)
            setSent(isByLink)
          }}
          autoComplete={newUserAutoComplete(inputs)}
        />
      )}
      <Text size="sm" c="dimmed">
        {words.roles.haveAccount}{' '}
        <Anchor component={Link} to={SIGN_IN} underline="always">
          {words.roles.signIn}
        </Anchor>
      </Text>
    </Entrance>
  )
}
