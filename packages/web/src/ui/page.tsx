// The address → the page: a stated screen, a page for signing in, or an explanation that there is nothing.

import { Suspense, useEffect, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import type { AppSignIn } from '@ninefold/core/contract/wire/app.ts'
import { INVITATION_PAGE } from '@ninefold/core/contract/wire/invitations.ts'
import { AUTHORIZATION_PAGE } from '@ninefold/core/contract/programs/oauth.ts'
import { SECOND_FACTOR_PAGE } from '@ninefold/core/contract/wire/second-factor.ts'
import { OPENID_PROBLEM_PAGE } from '@ninefold/core/contract/wire/openid.ts'
import { lazyPart } from './connection/lazy-part.tsx'
import { matchScreen } from '../client/addresses.ts'
import { arrived, rememberPlace, startAddress, startInstead } from '../client/last-place.ts'
import { useApp } from './app-context.ts'
import { DefectBoundary, NotFoundState } from './errors.tsx'
import { Seen } from './brand/first-paint.ts'
import { FORGOTTEN_PASSWORD, NEW_PASSWORD, SIGN_IN, SIGN_IN_LINK, SIGN_UP, useNextAddress } from './roles/entrance.tsx'
import { ScreenPage } from './screens/screens.tsx'
import { useTitle } from './use-title.ts'
import { words } from './words/words.ts'

// Forms are a large part of the web app's size, so people who only read do not load them.
const SignInPage = lazyPart(() => import('./roles/sign-in.tsx').then((module) => ({ default: module.SignInPage })))
const SignUpPage = lazyPart(() => import('./roles/sign-in.tsx').then((module) => ({ default: module.SignUpPage })))
const LinkPage = lazyPart(() => import('./roles/sign-in-links.tsx').then((module) => ({ default: module.LinkPage })))
const InvitationPage = lazyPart(() =>
  import('./roles/invitation.tsx').then((module) => ({ default: module.InvitationPage })),
)
const ProviderProblemPage = lazyPart(() =>
  import('./roles/providers.tsx').then((module) => ({ default: module.ProviderProblemPage })),
)
const SecondFactorPage = lazyPart(() =>
  import('./roles/second-factor-page.tsx').then((module) => ({ default: module.SecondFactorPage })),
)
const ConsentPage = lazyPart(() =>
  import('./roles/consent-page.tsx').then((module) => ({ default: module.ConsentPage })),
)
const PurposePage = lazyPart(() => import('./purpose/purpose.tsx').then((module) => ({ default: module.PurposePage })))
const SpecificationPage = lazyPart(
  () => import('./purpose/specification-page.tsx').then((module) => ({ default: module.SpecificationPage })),
  { isFetchedWhenIdle: false },
)

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The start page redirected to this page. */
    isLanding?: true
  }
}

export function Page() {
  const app = useApp()
  const { pathname, href, searchStr, state } = useLocation()
  const matched = matchScreen(app.screens, pathname)
  const start = startInstead(app, pathname, searchStr)
  useEffect(() => {
    // The start address leads on, so it is not a place to come back to.
    if (start !== null) return
    arrived()
    rememberPlace(app, pathname)
  }, [app, start, pathname])
  if (start !== null) return <GoTo address={start} isLanding />

  // Screens of the specification come first: one of them may be a sign-in page at the same address.
  if (matched !== null) {
    return (
      <DefectBoundary resetWith={app.revision + href}>
        <ScreenPage key={matched.screen.key} screen={matched.screen} parameters={matched.parameters} />
      </DefectBoundary>
    )
  }
  const entrance = app.signIn === null ? null : entranceAt(pathname, app.signIn, app.caller !== null)
  if (entrance !== null)
    return (
      <Suspense fallback={null}>
        {entrance}
        <Seen />
      </Suspense>
    )
  // After sign-in, a person goes on to the page that they asked for.
  if (app.caller !== null && (pathname === SIGN_IN || pathname === SIGN_UP)) return <GoOn />
  if (pathname === '/' || pathname === SIGN_IN || pathname === SIGN_UP) return <Start />
  // The specification has changed since the start page redirected here, so the start is resolved again.
  if (state.isLanding === true) return <Navigate to="/" replace />
  if (app.caller === null && app.signIn !== null) return <Navigate to={SIGN_IN} search={{ then: href }} replace />
  return <NotFound />
}

/** Pages for people who are not signed in. A link from an e-mail works no matter who is signed in. */
function entranceAt(pathname: string, signIn: AppSignIn, isSignedIn: boolean): ReactNode {
  const { newPassword, signUp, isByLink, providers, hasSecondFactor } = signIn
  if (hasSecondFactor && pathname === SECOND_FACTOR_PAGE) return <SecondFactorPage />
  if (pathname === INVITATION_PAGE) return <InvitationPage isByLink={isByLink} />
  if (providers.length > 0 && pathname === OPENID_PROBLEM_PAGE) return <ProviderProblemPage providers={providers} />
  if ((newPassword !== null && pathname === NEW_PASSWORD) || (isByLink && pathname === SIGN_IN_LINK))
    return <LinkPage signIn={signIn} />
  if (isSignedIn) return pathname === AUTHORIZATION_PAGE ? <ConsentPage /> : null
  if (pathname === SIGN_IN) {
    return isByLink ? <LinkPage signIn={signIn} /> : <SignInPage signIn={signIn} />
  }
  if (newPassword !== null && pathname === FORGOTTEN_PASSWORD) return <LinkPage signIn={signIn} />
  if (signUp !== null && pathname === SIGN_UP) return <SignUpPage inputs={signUp} signIn={signIn} />
  return null
}

function GoOn() {
  const app = useApp()
  const next = useNextAddress()
  return <GoTo address={next === '/' ? startAddress(app) : next} />
}

/** `address` may have a query. */
function GoTo({ address, isLanding }: { readonly address: string; readonly isLanding?: true }) {
  const navigate = useNavigate()
  useEffect(() => {
    const state = isLanding === true ? { isLanding } : {}
    void navigate({ href: address, state, replace: true })
  }, [navigate, address, isLanding])
  return null
}

/** The first page if the specification states no screen at `/`. */
function Start() {
  const app = useApp()
  if (app.navigation.length > 0) return <GoTo address={startAddress(app)} isLanding />
  if (app.caller === null && app.signIn !== null) return <Navigate to={SIGN_IN} replace />
  const isBegun = app.mode !== 'development' || app.screens.length > 0 || app.caller !== null
  return <Suspense fallback={null}>{isBegun ? <PurposePage /> : <SpecificationPage />}</Suspense>
}

function NotFound() {
  useTitle(words.errors.notFoundTitle)
  return (
    <>
      <NotFoundState />
      <Seen />
    </>
  )
}
