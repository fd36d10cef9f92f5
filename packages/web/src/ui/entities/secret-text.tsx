// A secret text on its record's page: its presence, and its text on request.

import { ActionIcon, Group } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { Display } from '@ninefold/core/contract/wire/display.ts'
import { addressPart } from '@ninefold/core/model/words.ts'
import { request } from '../../client/query/request.ts'
import { words } from '../words/words.ts'
import { SecretMask } from './secret-mask.tsx'
import styles from './cells.module.css'

interface SecretTextProps {
  readonly display: Display & { readonly kind: 'secret' }
  readonly label: string
  readonly id: string
}

export function SecretText({ display, label, id }: SecretTextProps) {
  // It is only in this component's state, and disappears with the page.
  const [text, show] = useState<string | null>(null)
  const [isFailing, fail] = useState(false)
  const reveal = () => {
    const address = `/_ninefold/secrets/${addressPart(display.entity)}/${encodeURIComponent(id)}/${display.field}`
    request<{ readonly text: string }>('GET', address).then(
      (answer) => {
        fail(false)
        show(answer.text)
      },
      () => fail(true),
    )
  }
  const said = text === null ? words.entities.reveal(label) : words.entities.conceal(label)
  return (
    <Group gap={6} wrap="nowrap">
      {text === null ? <SecretMask /> : <span className={styles.secret}>{text}</span>}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={said}
        title={said}
        onClick={() => (text === null ? reveal() : show(null))}
      >
        {text === null ? <IconEye size={16} /> : <IconEyeOff size={16} />}
      </ActionIcon>
      <span role="status" className={styles.quiet}>
        {isFailing ? words.entities.revealFailed : ''}
      </span>
    </Group>
  )
}
