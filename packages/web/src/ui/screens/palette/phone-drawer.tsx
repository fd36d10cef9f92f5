// Navigation on a phone: a drawer over the page.

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApp } from '../../app-context.ts'
import { words } from '../../words/words.ts'
import styles from './navigation.module.css'

interface DrawerProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly children: ReactNode
}

export default function PhoneDrawer({ isOpen, close, children }: DrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      size={280}
      title={useApp().name}
      closeButtonProps={{ 'aria-label': words.navigation.close }}
      classNames={{ body: styles.drawer }}
    >
      {children}
    </Drawer>
  )
}
