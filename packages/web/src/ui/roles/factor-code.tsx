// An input for a code of the second factor, or for a recovery code.

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { RequestRefused } from '../../client/query/request.ts'
import { sentenceOf } from '../errors.tsx'
import { secondFactorText } from './page-words.ts'

interface FactorCodeProps {
  /** Label of the form. */
  readonly label: string
  readonly takesRecoveryCode: boolean
  readonly send: (code: string) => Promise<void>
}

export function FactorCode({ label, takesRecoveryCode, send }: FactorCodeProps) {
  const text = secondFactorText()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') return
    setBusy(true)
    setProblem(null)
    send(code.trim())
      .catch((thrown: unknown) => {
        setProblem(reasonOf(thrown))
        setCode('')
      })
      .finally(() => setBusy(false))
  }
  return (
    <form aria-label={label} onSubmit={submit}>
      <Stack gap="sm">
        {isRecovery && <Text size="sm">{text.recoveryNote}</Text>}
        <TextInput
          key={String(isRecovery)}
          label={isRecovery ? text.recoveryCode : text.code}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={problem}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={40}
          autoFocus
          data-autofocus
        />
        <Button type="submit" fullWidth size="sm" loading={isBusy}>
          {text.go}
        </Button>
        {takesRecoveryCode && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => {
              setRecovery(!isRecovery)
              setCode('')
              setProblem(null)
            }}
          >
            {isRecovery ? text.useApp : text.useRecoveryCode}
          </Anchor>
        )}
      </Stack>
    </form>
  )
}

function reasonOf(thrown: unknown): string {
  const items = thrown instanceof RequestRefused ? thrown.problem.errors.map(({ message }) => message) : []
  return items.length > 0 ? [...new Set(items)].join(' ') : sentenceOf(thrown)
}
