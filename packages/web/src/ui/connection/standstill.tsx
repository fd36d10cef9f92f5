// A page or part with only a message.

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../errors.module.css'

interface Standstill {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** It replaces the whole page. */
  readonly isPage?: boolean
}

export function StandstillState({ icon, title, children, action, isPage = false }: Standstill) {
  return (
    <Stack align="center" gap="xs" className={styles.standstill}>
      <div className={styles.icon} aria-hidden="true">
        {icon}
      </div>
      <Title order={isPage ? 1 : 2} size="h2" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={420} component="div">
        {children}
      </Text>
      {action}
    </Stack>
  )
}
