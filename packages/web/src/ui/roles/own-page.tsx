// The product's own pages for users, below one address. Lazily loaded, so that the first load has one part for all of
// them.

import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { NotFoundState } from '../errors.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { LazyPage } from '../connection/page-loading.tsx'
import { ACCOUNT_PAGE, DELETED_PAGE, OPERATION_PAGE, type OWN_PAGES, PEOPLE_PAGE } from './own-pages.ts'

type OwnPath = (typeof OWN_PAGES)[number]

const PAGES: Readonly<Record<OwnPath, ComponentType>> = {
  [ACCOUNT_PAGE]: lazyPart(() =>
    import('../account/account-page.tsx').then((module) => ({ default: module.AccountPage })),
  ),
  [PEOPLE_PAGE]: lazyPart(() => import('../people/people-page.tsx').then((module) => ({ default: module.PeoplePage }))),
  [DELETED_PAGE]: lazyPart(() =>
    import('../entities/deleted-page.tsx').then((module) => ({ default: module.DeletedPage })),
  ),
  [OPERATION_PAGE]: lazyPart(
    () => import('../operation/operation-page.tsx').then((module) => ({ default: module.OperationPage })),
    { isFetchedWhenIdle: false },
  ),
}

/** The router leads no other address here. */
function isOwn(path: string): path is OwnPath {
  return Object.hasOwn(PAGES, path)
}

export function OwnPage() {
  const { pathname } = useLocation()
  const path = pathname.replace(/\/$/, '')
  if (!isOwn(path)) return <NotFoundState />
  const Part = PAGES[path]
  return (
    <LazyPage>
      <Part />
    </LazyPage>
  )
}
