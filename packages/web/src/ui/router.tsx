// Addresses → pages. What pages there are, the application says; so one route takes every address.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { parseSearch, stringifySearch } from '../client/list-address.ts'
import { NOTIFICATIONS_PAGE } from './calls/bell.tsx'
import { useApp } from './app-context.ts'
import { NotFoundState } from './errors.tsx'
import { Frame } from './frame.tsx'
import { Page } from './page.tsx'
import { ACCOUNT_PAGE, DELETED_PAGE } from './roles/account-menu.tsx'
import { STUDIO } from './development/studio-address.ts'

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: Page })

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Page })

const anyRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: Page })

/** The author's side is heavy, with the whole language in it: it is loaded where a specification is developed, or not at all. */
const Studio = lazy(() => import('../studio/studio.tsx').then((module) => ({ default: module.Studio })))

function AuthorsPage() {
  return useApp().mode === 'development' ? (
    <Suspense fallback={null}>
      <Studio />
    </Suspense>
  ) : (
    <NotFoundState />
  )
}

const specificationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: STUDIO,
  component: AuthorsPage,
})

const pointRoute = createRoute({ getParentRoute: () => rootRoute, path: `${STUDIO}/$page`, component: AuthorsPage })

/** Heavy with a viewer that only those who write programs need. */
const apiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/_ninefold/api',
  component: lazyRouteComponent(() => import('./calls/api-page.tsx'), 'ApiPage'),
})

const mailboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/_ninefold/mailbox',
  component: lazyRouteComponent(() => import('./calls/mailbox-page.tsx'), 'MailboxPage'),
})

const deletedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: DELETED_PAGE,
  component: lazyRouteComponent(() => import('./entities/deleted-page.tsx'), 'DeletedPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: NOTIFICATIONS_PAGE,
  component: lazyRouteComponent(() => import('./calls/notifications-page.tsx'), 'NotificationsPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGE,
  component: lazyRouteComponent(() => import('./roles/account-page.tsx'), 'AccountPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    specificationRoute,
    pointRoute,
    apiRoute,
    mailboxRoute,
    deletedRoute,
    notificationsRoute,
    accountRoute,
    anyRoute,
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: false,
})
