// Frame around every page. It loads the application, and keeps navigation, dialogs and the development panel mounted
// while pages change.

import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useMemo, type ReactNode } from 'react'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { lazyPart } from './connection/lazy-part.tsx'
import { appQuery } from '../client/query/queries.ts'
import { AppContext } from './app-context.ts'
import { useBrand } from './brand/branding.ts'
import { BellNews } from './calls/bell.tsx'
import { ActingProvider } from './calls/acting.tsx'
import { isStudio } from './development/studio-address.ts'
import { FailingState } from './errors.tsx'
import { Seen } from './brand/first-paint.ts'
import { OfflineBanner } from './connection/offline-banner.tsx'
import { PageLoading } from './connection/page-loading.tsx'
import { ENTRANCES, LINK_ENTRANCES } from './roles/entrance.tsx'
import { PhoneBar, PhoneTabs, Sidebar } from './screens/palette/navigation.tsx'
import { PalettePlace } from './screens/palette/palette-opener.tsx'
import { Directed, useSpokenLanguage } from './words/locale-provider.tsx'
import { spokenApp } from './words/localised-app.ts'
import { useFocusOnArrival } from './use-title.ts'
import { words } from './words/words.ts'
import styles from './frame.module.css'

/** Lazy-loaded: few applications have custom fields. */
const OwnFieldsFollowed = lazyPart(() => import('./connection/own-fields.tsx'))

/** Lazy-loaded: users of an application download none of the author's tools. */
const Development = lazyPart(
  () => import('./development/development.tsx').then((module) => ({ default: module.Development })),
  { isFetchedWhenIdle: false },
)

const FreshFactorDialog = lazyPart(() =>
  import('./roles/fresh-factor-dialog.tsx').then((module) => ({ default: module.FreshFactorDialog })),
)

const TermsPage = lazyPart(() => import('./roles/terms-page.tsx').then((module) => ({ default: module.TermsPage })))

export function Frame() {
  const query = useQuery(appQuery)
  const language = useSpokenLanguage(query.data?.language)
  const isPainted = useBrand(query.data)
  const app = useMemo(
    () =>
      query.data === undefined || language === null || !isPainted ? undefined : { ...spokenApp(query.data), language },
    [query.data, language, isPainted],
  )

  if (app === undefined && query.isError)
    return (
      <>
        <FailingState thrown={query.error} retry={() => void query.refetch()} isPage />
        <Seen />
      </>
    )
  if (app === undefined) return <PageLoading />
  return (
    <Directed key={app.language} language={app.language}>
      <AppContext value={app}>
        <ActingProvider>
          <Surroundings app={app}>
            <Outlet />
          </Surroundings>
          {app.caller !== null && app.signIn?.hasSecondFactor === true && (
            <Suspense fallback={null}>
              <FreshFactorDialog />
            </Suspense>
          )}
          {app.hasOwnFields === true && (
            <Suspense fallback={null}>
              <OwnFieldsFollowed />
            </Suspense>
          )}
          {app.mode === 'development' && (
            <Suspense fallback={null}>
              <Development />
            </Suspense>
          )}
        </ActingProvider>
      </AppContext>
    </Directed>
  )
}

/** Before sign-in the page has no navigation, because there is no other page to go to. */
function Surroundings({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const { pathname } = useLocation()
  useFocusOnArrival()
  const isEntrance =
    app.signIn !== null && (LINK_ENTRANCES.includes(pathname) || (app.caller === null && ENTRANCES.includes(pathname)))
  if (app.owedTerms !== undefined)
    return (
      <Suspense fallback={null}>
        <TermsPage documents={app.owedTerms} />
        <Seen />
      </Suspense>
    )
  if (isEntrance) return children
  if (app.mode === 'development' && isStudio(pathname))
    return (
      <>
        <a href="#content" className={styles.skip}>
          {words.skipToContent}
        </a>
        {children}
        <Seen />
      </>
    )
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {words.skipToContent}
      </a>
      {app.hasNotifications && <BellNews />}
      <PalettePlace />
      <PhoneBar />
      <Sidebar />
      <main id="content" tabIndex={-1} className={styles.content}>
        <OfflineBanner />
        <div className={styles.measure}>{children}</div>
      </main>
      <PhoneTabs />
      <Seen />
    </div>
  )
}
