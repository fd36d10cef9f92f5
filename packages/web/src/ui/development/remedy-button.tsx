// A diagnostic with a quick fix → a button that applies it to the file, unless the text has changed.

import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useState } from 'react'
import type { Remedy, ReportedDiagnostic } from '@ninefold/core/contract/wire/development.ts'
import { textWithRemedy } from '../../client/authors.ts'
import { noticeDone, noticeFailed } from '../errors.tsx'
import { showNotice } from '../notices.tsx'
import { words } from '../words/words.ts'

interface RemedyProps {
  readonly found: ReportedDiagnostic
  readonly remedy: Remedy
}

export function RemedyButton({ found, remedy }: RemedyProps) {
  const [isBusy, setBusy] = useState(false)
  const write = async (): Promise<void> => {
    setBusy(true)
    try {
      const isWritten = await textWithRemedy(found, remedy)
      if (isWritten) noticeDone(words.development.remedied)
      else showNotice({ color: 'red', message: words.development.remedyTooLate })
    } catch (thrown) {
      noticeFailed(remedy.title, thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      mt={8}
      loading={isBusy}
      leftSection={<IconWand size={14} aria-hidden="true" />}
      onClick={() => void write()}
    >
      {remedy.title}
    </Button>
  )
}
