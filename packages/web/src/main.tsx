// The web app's start: styles in their order, then everything that pages need, then the page.

import './ui/letters.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import 'virtual:theme.css'
import './ui/base.css'
import './ui/brand/print.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { forgetAhead, whenBegun } from './client/query/prefetch.ts'
import { appQuery } from './client/query/queries.ts'
import { queryClient } from './client/query/query-client.ts'
import { applyDensity } from './ui/brand/density.ts'
import { printInLight } from './ui/brand/printing.ts'
import { whenPainted } from './ui/brand/first-paint.ts'
import { refuseStrayFiles } from './ui/inputs/stray-files.ts'
import { router } from './ui/router.tsx'
import { Styled } from './ui/styled.tsx'
import { sendFormsByKeys } from './ui/validation/send-by-keys.ts'

/** By then the first page has consumed its prefetched data. */
const FIRST_PAGE_MS = 5_000
/** If data takes longer, the page is drawn without it first. */
const DATA_MS = 100

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the application.')

applyDensity()
printInLight()
sendFormsByKeys()
refuseStrayFiles()
void draw(createRoot(root))
setTimeout(forgetAhead, FIRST_PAGE_MS)

/** One render with all available data, in a transition, so that input is not blocked. */
async function draw(place: Root): Promise<void> {
  // An error here recurs on the page, and is shown there.
  await Promise.all([router.load(), queryClient.prefetchQuery(appQuery)])
  await Promise.race([whenBegun(), new Promise((resolve) => setTimeout(resolve, DATA_MS))])
  startTransition(() =>
    place.render(
      <StrictMode>
        <Styled>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Styled>
      </StrictMode>,
    ),
  )
  await whenPainted()
  await import('./ui/letters.ts')
}
