// An app's request for access: its name, the requested access, and the user's decision.

import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AUTHORIZATION_PAGE,
  type AuthorizationRequest,
  type GivenAccess,
} from '@ninefold/core/contract/programs/oauth.ts'
import { askedAccess, decideAccess } from '../../client/oauth.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed, sentenceOf } from '../errors.tsx'
import { useTitle } from '../use-title.ts'
import { Entrance } from './entrance.tsx'
import { accessOf, KeyAccess, type TypedAccess } from '../account/key-access.tsx'
import { oauthText } from './page-words.ts'
import { useSession } from './use-session.ts'
import styles from './roles.module.css'

/** Until it has to be requested again, if the text permits it. */
const DAYS = 90

export function ConsentPage() {
  const app = useApp()
  const text = oauthText()
  // Unchanged from the app: the router might normalise the address.
  const [query] = useState(() => window.location.search.slice(1))
  const [decided, setDecided] = useState<'allowed' | 'denied' | null>(null)
  const { data, error } = useQuery({
    queryKey: ['data', 'asked access', query],
    queryFn: ({ signal }) => askedAccess(query, signal),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const title = error === null ? text.title(app.name) : text.wrong
  useTitle(title)
  if (error !== null)
    return (
      <Entrance app={app} title={title} note={null}>
        <Text role="alert">{sentenceOf(error)}</Text>
      </Entrance>
    )
  if (data === undefined)
    return (
      <Entrance app={app} title={title} note={null}>
        {null}
      </Entrance>
    )
  if (decided !== null)
    return (
      <Entrance app={app} title={text[decided]} note={text.goBack(data.app.name)}>
        {null}
      </Entrance>
    )
  return (
    <Entrance app={app} title={title} note={text.asks(data.app.name)}>
      <Account />
      <Decision asked={data} query={query} decided={setDecided} />
    </Entrance>
  )
}

/** The user may have forgotten which account is signed in. */
function Account() {
  const { caller } = useApp()
  const { leave } = useSession()
  return (
    <Text size="sm">
      {oauthText().signedInAs(caller?.label ?? '')}{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        onClick={() => void leave(AUTHORIZATION_PAGE + window.location.search)}
      >
        {oauthText().other}
      </Anchor>
    </Text>
  )
}

interface DecisionProps {
  readonly asked: AuthorizationRequest
  readonly query: string
  readonly decided: (decision: 'allowed' | 'denied') => void
}

function Decision({ asked: { app, roles, requested, daysMax }, query, decided }: DecisionProps) {
  const text = oauthText()
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [access, setAccess] = useState<TypedAccess>({
    roles: requested,
    onlyReads: false,
    days: Math.min(DAYS, daysMax),
  })
  const decide = (given: GivenAccess | null): void => {
    setBusy(true)
    decideAccess(query, given)
      .then(
        (address) => {
          // An installed app opens beside this page, which stays.
          decided(given === null ? 'denied' : 'allowed')
          window.location.assign(address)
        },
        (thrown: unknown) => noticeFailed(text.wrong, thrown),
      )
      .finally(() => setBusy(false))
  }
  const allow = (): void => {
    setTried(true)
    const given = accessOf(access, daysMax)
    if (given !== null) decide(given)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        allow()
      }}
    >
      <Stack gap="md">
        <div className={styles.caution}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          <Text size="sm">
            {app.isOnThisComputer ? text.goesHere : text.goesTo(app.goesTo)} {text.unverified}
          </Text>
        </div>
        {roles.length === 0 ? (
          <Text role="alert">{text.noRoles}</Text>
        ) : (
          <KeyAccess
            label={text.roles}
            offered={roles}
            daysMax={daysMax}
            value={access}
            change={setAccess}
            isTried={isTried}
          />
        )}
        <Group gap="sm" grow>
          <Button variant="default" disabled={isBusy} onClick={() => decide(null)}>
            {text.deny}
          </Button>
          {roles.length > 0 && (
            <Button type="submit" loading={isBusy}>
              {text.allow}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
