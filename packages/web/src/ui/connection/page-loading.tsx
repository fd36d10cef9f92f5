// The place of a page whose part of the web app is on its way.

import { Loader } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { words } from '../words/words.ts'
import styles from './connection.module.css'

/** A page that is lazy-loaded. The sign of loading appears only after a moment, because most parts are there at once. */
export function LazyPage({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={styles.loading} role="status" aria-label={words.loading}>
          <Loader size="sm" color="gray" />
        </div>
      }
    >
      {children}
    </Suspense>
  )
}
