// The page between password and application: a code, or setting up a second factor first.

import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askedFactor, completeSignIn } from '../../client/second-factor.ts'
import { useApp } from '../app-context.ts'
import { useTitle } from '../use-title.ts'
import { words } from '../words/words.ts'
import { Entrance, SIGN_IN, useNextAddress } from './entrance.tsx'
import { Enrolment, RecoveryCodeList } from './factor-enrolment.tsx'
import { FactorWays } from './factor-ways.tsx'
import { secondFactorText } from './page-words.ts'
import { useSession } from './use-session.ts'

export function SecondFactorPage() {
  const app = useApp()
  const text = secondFactorText()
  const then = useNextAddress()
  const { becomeOther } = useSession()
  // The session begins with the first code of a new app, and its recovery codes are still to be shown.
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const { data, isError } = useQuery({
    queryKey: ['second factor'],
    queryFn: ({ signal }) => askedFactor(signal),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isEnrolment = data?.step === 'enrolment'
  const isPasskey = data?.step === 'passkey'
  const title = isEnrolment ? text.enrolTitle : isPasskey ? text.passkeyTitle : text.codeTitle
  useTitle(title)
  if (recoveryCodes !== null)
    return (
      <Entrance app={app} title={text.title} note={null}>
        <RecoveryCodeList codes={recoveryCodes} done={() => void becomeOther(then)} />
      </Entrance>
    )
  const note = isError ? null : isEnrolment ? text.enrolRequired : isPasskey ? text.passkeyNote : text.codeNote
  return (
    <Entrance app={app} title={title} note={note}>
      {isError && <Text role="alert">{text.over}</Text>}
      {data !== undefined && !isEnrolment && (
        <FactorWays label={title} asked={data} send={completeSignIn} done={() => becomeOther(then)} />
      )}
      {isEnrolment && <Enrolment confirmed={setRecoveryCodes} />}
      <Text size="sm" c="dimmed">
        <Anchor component={Link} to={SIGN_IN} search={{ then } as never} underline="always">
          {words.roles.backToSignIn}
        </Anchor>
      </Text>
    </Entrance>
  )
}
