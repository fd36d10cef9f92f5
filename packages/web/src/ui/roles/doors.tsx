// Calls that a guest could use after signing in: each as a button that leads to the sign-in, and back to this page.

import { Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { words } from '../words/words.ts'
import { SIGN_IN } from './entrance.tsx'

export function Doors({ screen }: { readonly screen: AppScreen }) {
  const { href } = useLocation()
  return screen.doors?.map((label, index) => (
    <Button
      key={label}
      component={Link}
      to={SIGN_IN}
      search={{ then: href } as never}
      variant={index === 0 ? 'filled' : 'default'}
      leftSection={<IconLogin2 size={16} aria-hidden="true" />}
      aria-description={words.records.signInFirst}
      title={words.records.signInFirst}
    >
      {label}
    </Button>
  ))
}
