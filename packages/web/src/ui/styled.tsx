// Mantine with our theme, and without anything that it would write into style elements: the variables and
// classes are in the style sheet.

import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

export function Styled({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
      <Notifications position="bottom-center" limit={4} />
    </MantineProvider>
  )
}
