// Point 6 on the screen, for invited people: they become a user with the invitation's role, or join its tenant with the
// account that they have.

import { inTenant } from '../../client/tenant-base.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { INVITATION_PAGE } from '@ninefold/core/contract/wire/invitations.ts'
import { SESSION } from '../../client/browser-storage.ts'
import { lookAtInvitation } from '../../client/session.ts'
import { joinTenant } from '../../client/tenants.ts'
import { useApp } from '../app-context.ts'
import { useTitle } from '../use-title.ts'
import { noticeFailed } from '../errors.tsx'
import { InputForm } from '../validation/validation.tsx'
import { words } from '../words/words.ts'
import { Entrance, newUserAutoComplete, SIGN_IN } from './entrance.tsx'
import { roleWords } from './role-words.ts'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

/** Where the token stays while its owner signs in; in no address that a server sees. */
const KEPT = 'invitation'

export function InvitationPage({ isByLink }: { readonly isByLink: boolean }) {
  const app = useApp()
  const { joinByInvitation } = useSession()
  // The part after `#`, which browsers never send to a server or another page.
  const hash = useLocation().hash
  const token = hash === '' ? (SESSION.read(KEPT) ?? '') : hash
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
  const { role = '', tenant = null, identifier = null, inputs = [] } = data ?? {}
  const joins = tenant !== null && app.caller !== null
  const note =
    data === undefined
      ? words.roles.invitationOver
      : words.roles.invitationNote(roleWords(app, role), joins ? null : identifier)
  return (
    <Entrance
      app={app}
      title={data === undefined ? words.roles.invitation : words.roles.invitationTo(tenant ?? app.name)}
      note={note}
    >
      {isSent && <Text role="status">{words.roles.joinedByLink}</Text>}
      {joins && <Joining token={token} tenant={tenant} user={app.caller?.label ?? ''} />}
      {!isSent && !joins && data !== undefined && (
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
      {!joins && (
        <Text size="sm" c="dimmed">
          {words.roles.haveAccount}{' '}
          <Anchor
            component={Link}
            to={SIGN_IN}
            {...(tenant === null ? {} : { search: { then: INVITATION_PAGE } as never })}
            onClick={() => SESSION.write(KEPT, token)}
            underline="always"
          >
            {words.roles.signIn}
          </Anchor>
        </Text>
      )}
    </Entrance>
  )
}

interface JoiningProps {
  readonly token: string
  readonly tenant: string
  readonly user: string
}

function Joining({ token, tenant, user }: JoiningProps) {
  const [isBusy, setBusy] = useState(false)
  const join = (): void => {
    setBusy(true)
    joinTenant(token)
      .then(
        () => {
          SESSION.write(KEPT, null)
          // Everything on the page belongs to the previous tenant.
          window.location.assign(inTenant('/'))
        },
        (thrown: unknown) => noticeFailed(words.roles.joinTenant(tenant), thrown),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Stack gap="sm">
      <Text>{words.roles.joinAs(user)}</Text>
      <Button
        size="md"
        loading={isBusy}
        onClick={join}
        classNames={{ root: styles.joinButton, label: styles.joinLabel }}
      >
        {words.roles.joinTenant(tenant)}
      </Button>
    </Stack>
  )
}
