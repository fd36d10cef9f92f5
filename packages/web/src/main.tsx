// The web app's start: styles in their order, then everything that pages need, then the page.

import '@fontsource-variable/inter/wght.css'
import './ui/letters.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import 'virtual:theme.css'
import './ui/base.css'
import './ui/print.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetAhead } from './client/asked-ahead.ts'
import { queryClient } from './client/query-client.ts'
import { printInLight } from './ui/printing.ts'
import { router } from './ui/router.tsx'
import { Styled } from './ui/styled.tsx'

/** Until then the first page has taken what was asked for ahead of it. */
const FIRST_PAGE_MS = 5_000

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the application.')

printInLight()

createRoot(root).render(
  <StrictMode>
    <Styled>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Styled>
  </StrictMode>,
)

setTimeout(forgetAhead, FIRST_PAGE_MS)
