// Setting up a second factor: a secret to scan or type, its first code, and recovery codes, shown once.

import { Alert, Button, Code, CopyButton, Loader, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { encode } from 'uqr'
import { beginEnrolment, confirmEnrolment } from '../../client/second-factor.ts'
import { sentenceOf } from '../errors.tsx'
import { words } from '../words/words.ts'
import { FactorCode } from './factor-code.tsx'
import { secondFactorText } from './page-words.ts'
import styles from './factor.module.css'

export function Enrolment({ confirmed }: { readonly confirmed: (recoveryCodes: readonly string[]) => void }) {
  const text = secondFactorText()
  // Each secret replaces the previous one, so it is requested once.
  const { data: enrolment, error } = useQuery({
    queryKey: ['second factor', 'enrolment'],
    queryFn: beginEnrolment,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null)
    return (
      <Text size="sm" role="alert">
        {sentenceOf(error)}
      </Text>
    )
  if (enrolment === undefined) return <Loader size="sm" color="gray" aria-label={words.loading} role="status" />
  return (
    <Stack gap="sm">
      <Text size="sm">{text.scan}</Text>
      <Picture address={enrolment.address} />
      <Text size="sm">{text.type}</Text>
      <Code block className={styles.secret}>
        {enrolment.secret.replaceAll(/.{4}(?!$)/g, '$& ')}
      </Code>
      <Text size="sm">{text.confirm}</Text>
      <FactorCode
        label={text.enrolTitle}
        takesRecoveryCode={false}
        send={async (code) => confirmed((await confirmEnrolment(code)).recoveryCodes)}
      />
    </Stack>
  )
}

/** Dark on light in both modes, as QR readers expect. */
function Picture({ address }: { readonly address: string }) {
  const { data } = encode(address, { border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${data.length} ${data.length}`}
      role="img"
      aria-label={secondFactorText().picture}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}

export function RecoveryCodeList({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const text = secondFactorText()
  return (
    <Alert icon={<IconKey size={18} />} title={text.recoveryTitle} role="status">
      <Text size="sm">{text.recoveryKeep}</Text>
      <ul className={styles.codes} aria-label={text.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" size="sm" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button size="sm" onClick={done}>
          {text.kept}
        </Button>
      </div>
    </Alert>
  )
}
