// Addresses → pages. The application defines its own pages, so a single route matches every address.

import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode } from 'react'
import { BrokenPage } from './connection/broken-page.tsx'
import { lazyPart } from './connection/lazy-part.tsx'
import { LazyPage } from './connection/page-loading.tsx'
import { TENANT_BASE } from '../client/tenant-base.ts'
import { parseSearch, stringifySearch } from '../client/lists/list-address.ts'
import { NOTIFICATIONS_PAGE } from './calls/bell.tsx'
import { useApp } from './app-context.ts'
import { NotFoundState } from './errors.tsx'
import { Frame } from './frame.tsx'
import { Page } from './page.tsx'
import { AUTHORIZATION_PAGE, OWN_PAGES } from './roles/own-pages.ts'
import { STUDIO } from './development/studio-address.ts'

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: Page })

const routeTo = (path: string, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })

/**
 * The author's tools contain the whole language and are large, so they are loaded only where a specification is
 * developed.
 */
const Studio = lazyPart(() => import('../studio/studio.tsx').then((module) => ({ default: module.Studio })), {
  isFetchedWhenIdle: false,
})

function AuthorsPage() {
  return useApp().mode === 'development' ? (
    <LazyPage>
      <Studio />
    </LazyPage>
  ) : (
    <NotFoundState />
  )
}

/** Returns a page that is lazy-loaded. */
function pageOf(Part: ComponentType): () => ReactNode {
  return () => (
    <LazyPage>
      <Part />
    </LazyPage>
  )
}

/** Lazy-loaded, because its viewer is large and only programmers need it. */
const ApiPage = pageOf(
  lazyPart(() => import('./api-viewer/api-page.tsx').then((module) => ({ default: module.ApiPage })), {
    isFetchedWhenIdle: false,
  }),
)
const MailboxPage = pageOf(
  lazyPart(() => import('./calls/mailbox-page.tsx').then((module) => ({ default: module.MailboxPage })), {
    isFetchedWhenIdle: false,
  }),
)
const NotificationsPage = pageOf(
  lazyPart(() => import('./calls/notifications-page.tsx').then((module) => ({ default: module.NotificationsPage }))),
)
const OwnPage = pageOf(lazyPart(() => import('./roles/own-page.tsx').then((module) => ({ default: module.OwnPage }))))

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    routeTo('/', Page),
    routeTo(STUDIO, AuthorsPage),
    routeTo(`${STUDIO}/$page`, AuthorsPage),
    routeTo('/_ninefold/api', ApiPage),
    routeTo('/_ninefold/mailbox', MailboxPage),
    routeTo(NOTIFICATIONS_PAGE, NotificationsPage),
    ...OWN_PAGES.map((path) => routeTo(path, OwnPage)),
    // A person who is not signed in goes to the sign-in page first, and then comes back here.
    routeTo(AUTHORIZATION_PAGE, Page),
    routeTo('$', Page),
  ]),
  basepath: TENANT_BASE,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
  defaultPreload: false,
})
