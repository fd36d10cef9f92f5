// The user's second factor: setup, new recovery codes, and removal.

import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountFactor } from '@ninefold/core/contract/wire/second-factor.ts'
import { endFactor, makeRecoveryCodes, refreshAccount } from '../../client/second-factor.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { MomentInWords } from '../moment-in-words.tsx'
import { Enrolment, RecoveryCodeList } from '../roles/factor-enrolment.tsx'
import { secondFactorText } from '../roles/page-words.ts'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

export function OwnFactor({ factor: { app, isRequired } }: { readonly factor: AccountFactor }) {
  const text = secondFactorText()
  const client = useQueryClient()
  const [mode, setMode] = useState<'shown' | 'enrolment' | { readonly codes: readonly string[] }>('shown')
  if (typeof mode === 'object')
    return (
      <RecoveryCodeList
        codes={mode.codes}
        done={() => {
          setMode('shown')
          void refreshAccount(client)
        }}
      />
    )
  if (mode === 'enrolment')
    return (
      <>
        <Enrolment
          confirmed={(codes) => {
            noticeDone(text.setUp)
            setMode({ codes })
          }}
        />
        <Button variant="default" size="sm" className={styles.others} onClick={() => setMode('shown')}>
          {text.cancel}
        </Button>
      </>
    )
  if (app !== null) return <OwnApp app={app} isRequired={isRequired} made={(codes) => setMode({ codes })} />
  return (
    <>
      <p className={styles.facts}>{text.none}</p>
      <Button variant="default" size="sm" className={styles.others} onClick={() => setMode('enrolment')}>
        {text.begin}
      </Button>
    </>
  )
}

interface OwnAppProps {
  readonly app: NonNullable<AccountFactor['app']>
  readonly isRequired: boolean
  readonly made: (codes: readonly string[]) => void
}

function OwnApp({ app: { since, lastUsedAt, recoveryCodesLeft }, isRequired, made }: OwnAppProps) {
  const text = secondFactorText()
  const client = useQueryClient()
  const { isBusy, end } = useEnding(text.end)
  const [isMaking, setMaking] = useState(false)
  const makeCodes = (): void => {
    setMaking(true)
    makeRecoveryCodes()
      .then(
        ({ recoveryCodes }) => made(recoveryCodes),
        (thrown: unknown) => noticeFailed(text.newCodes, thrown),
      )
      .finally(() => setMaking(false))
  }
  return (
    <>
      <ul className={styles.sessions} aria-label={text.title}>
        <li className={styles.session}>
          <IconDeviceMobile size={20} className={styles.device} aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.browser}>
              {text.app}
              {isRequired && <span className={styles.this}>{text.required}</span>}
            </p>
            <p className={styles.facts}>
              <MomentInWords at={since}>{text.since}</MomentInWords>
              {lastUsedAt !== null && <MomentInWords at={lastUsedAt}>{text.lastUsed}</MomentInWords>}
              <span>{text.codesLeft(recoveryCodesLeft)}</span>
            </p>
          </div>
          {!isRequired && (
            <Button variant="default" size="sm" loading={isBusy} onClick={() => end(endFactor(client), text.ended)}>
              {text.end}
            </Button>
          )}
        </li>
      </ul>
      <Button variant="default" size="sm" className={styles.others} loading={isMaking} onClick={makeCodes}>
        {text.newCodes}
      </Button>
    </>
  )
}
