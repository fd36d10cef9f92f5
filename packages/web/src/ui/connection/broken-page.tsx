// Page shown after a rendering error, also of the whole application. The router's own error page has neither the words
// nor the look of the application.

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { StandstillState } from './standstill.tsx'
import { Seen } from '../brand/first-paint.ts'
import { words } from '../words/words.ts'

export function BrokenPage({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <StandstillState
        icon={<IconAlertTriangle size={22} />}
        title={words.errors.broken}
        isPage
        action={
          <Button variant="default" mt="sm" onClick={again}>
            {words.errors.tryAgain}
          </Button>
        }
      >
        <div role="alert">{words.connection.notLost}</div>
      </StandstillState>
      <Seen />
    </>
  )
}
