// The address → what is shown there: a stated screen, signing in, or why there is nothing.

import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { matchScreen } from '../client/addresses.ts'
import { useApp } from './app-context.ts'
import { DefectBoundary, NotFoundState } from './errors.tsx'
import { PurposePage } from './purpose/purpose.tsx'
import { SIGN_IN, SIGN_UP, SignInPage, SignUpPage, useNextAddress } from './roles/sign-in.tsx'
import { ScreenPage } from './screens/screens.tsx'
import { useTitle } from './use-title.ts'
import { words } from './words.ts'

const SpecificationPage = lazy(() =>
  import('./purpose/specification-page.tsx').then((module) => ({ default: module.SpecificationPage })),
)

export function Page() {
  const app = useApp()
  const { pathname, href } = useLocation()
  const matched = matchScreen(app.screens, pathname)

  // Screens of the specification come first: it may have a sign-in of its own at the same address.
  if (matched !== null) {
    return (
      <DefectBoundary resetWith={app.revision + href}>
        <ScreenPage key={matched.screen.key} screen={matched.screen} parameters={matched.parameters} />
      </DefectBoundary>
    )
  }
  if (app.signIn !== null && app.caller === null) {
    if (pathname === SIGN_IN) return <SignInPage signIn={app.signIn} />
    if (pathname === SIGN_UP && app.signIn.signUp !== null) return <SignUpPage inputs={app.signIn.signUp} />
  }
  // Whoever has just signed in goes on to where they wanted to be.
  if (app.caller !== null && (pathname === SIGN_IN || pathname === SIGN_UP)) return <GoOn />
  if (pathname === '/' || pathname === SIGN_IN || pathname === SIGN_UP) return <Start />
  if (app.caller === null && app.signIn !== null) return <Navigate to={SIGN_IN} search={{ then: href }} replace />
  return <NotFound />
}

function GoOn() {
  const navigate = useNavigate()
  const address = useNextAddress()
  useEffect(() => void navigate({ href: address, replace: true }), [navigate, address])
  return null
}

/** The first thing to see where the specification states no screen at `/`. */
function Start() {
  const app = useApp()
  const first = app.navigation[0]
  if (first !== undefined) return <Navigate to={first.address} replace />
  if (app.caller === null && app.signIn !== null) return <Navigate to={SIGN_IN} replace />
  if (app.mode === 'development' && app.screens.length === 0 && app.caller === null) {
    return (
      <Suspense fallback={null}>
        <SpecificationPage />
      </Suspense>
    )
  }
  return <PurposePage />
}

function NotFound() {
  useTitle(words.errors.notFoundTitle)
  return <NotFoundState />
}
