// The place of a page whose data or part of the web app is on its way.

import { Loader } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { words } from '../words/words.ts'
import styles from './connection.module.css'

/** The sign appears only after a moment, because most pages are there at once. */
export function PageLoading() {
  return (
    <div className={styles.loading} role="status" aria-label={words.loading}>
      <Loader size="sm" color="gray" />
    </div>
  )
}

/** A page that is lazy-loaded. */
export function LazyPage({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<PageLoading />}>{children}</Suspense>
}
