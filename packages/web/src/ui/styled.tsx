// Mantine with our theme, without generated style elements: its variables and classes are in the style sheet.

import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { NoticesPlace } from './notices.tsx'
import { theme } from './brand/theme.ts'

export function Styled({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
      <NoticesPlace />
    </MantineProvider>
  )
}
