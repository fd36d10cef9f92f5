// Navigation between screens: a column at the side, and on a phone a bar and a drawer.

import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconApi, IconLogin2, IconMailbox, IconMenu2, IconNotes, type Icon } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import type { App } from '@ninefold/core/contract/wire/app.ts'
import { landingAddress } from '../../../client/addresses.ts'
import { pileWith, screenOfRecord } from '../../../client/records/pile.ts'
import { pathOf, wayTo } from '../../../client/records/way-to-record.ts'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { useApp } from '../../app-context.ts'
import { useIsPhone } from '../../use-is-phone.ts'
import { Bell } from '../../calls/bell.tsx'
import { Mark } from '../../brand/monogram.tsx'
import { AccountMenu } from '../../roles/account-menu.tsx'
import { SIGN_IN } from '../../roles/entrance.tsx'
import { knownWays } from '../../records/known-ways.ts'
import { words } from '../../words/words.ts'
import { PaletteButton } from './palette-opener.tsx'
import { ScreenIcon } from './screen-icon.tsx'
import { ScreenLinks } from './screen-links.tsx'
import styles from './navigation.module.css'

export function Sidebar() {
  const app = useApp()
  return (
    <nav className={styles.sidebar} aria-label={words.navigation.label}>
      <div className={styles.top}>
        <Link to={landingAddress(app)} className={styles.brand}>
          <Mark size={24} />
          <span>{app.name}</span>
        </Link>
        <Bell />
      </div>
      <PaletteButton />
      <Navigation />
      <div className={styles.foot}>
        <DevelopmentLinks />
        <SignInLink />
        <AccountMenu />
      </div>
    </nav>
  )
}

/** A phone's bar shows this many screens; the others are in the drawer. */
const AT_THE_THUMB_MAX = 4

/** Hidden if the page has a bar with actions on a record. */
export function PhoneTabs() {
  const { navigation, screens } = useApp()
  const current = useCurrentEntry()
  const isPhone = useIsPhone()
  if (!isPhone || navigation.length < 2) return null
  return (
    <nav className={styles.tabs} aria-label={words.navigation.label} data-tabs>
      {navigation.slice(0, AT_THE_THUMB_MAX).map((entry) => (
        <Link
          key={entry.address}
          to={entry.address}
          className={styles.tab}
          activeProps={{}}
          aria-current={entry === current ? 'page' : undefined}
        >
          <ScreenIcon screen={screens.find(({ address }) => address === entry.address)} className={styles.icon} />
          <span>{entry.label}</span>
        </Link>
      ))}
    </nav>
  )
}

const PhoneDrawer = lazyPart(() => import('./phone-drawer.tsx'), { missingAs: 'dialog' })

export function PhoneBar() {
  const app = useApp()
  const [isOpen, { open, close }] = useDisclosure()
  // Loaded when first opened, and then kept, so that it can slide out.
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const { href } = useLocation()
  useEffect(close, [href, close])
  return (
    <nav className={styles.bar} aria-label={words.navigation.menu}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={words.navigation.open}
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to={landingAddress(app)} className={styles.brand}>
        <Mark size={22} />
        <span>{app.name}</span>
      </Link>
      <Bell />
      {wasOpened && (
        <Suspense fallback={null}>
          <PhoneDrawer isOpen={isOpen} close={close}>
            <PaletteButton chosen={close} />
            <Navigation chosen={close} />
            <div className={styles.foot}>
              <DevelopmentLinks chosen={close} />
              <SignInLink chosen={close} />
              <AccountMenu />
            </div>
          </PhoneDrawer>
        </Suspense>
      )}
    </nav>
  )
}

interface Choosing {
  /** Called also if a person chooses the page that they are on. */
  readonly chosen?: () => void
}

/** The entry of the current screen, or of the list whose record is open. */
function useCurrentEntry(): App['navigation'][number] | null {
  const app = useApp()
  const { navigation, caller } = app
  const { pathname } = useLocation()
  // A record that was opened from another record's list belongs where that one does.
  const [outermost] = pileWith(pathname, caller?.id ?? '') === null ? [] : wayTo(knownWays(app), pathname)
  const ofPile = outermost === undefined ? null : pathOf(outermost.href)
  const found =
    navigation.find(({ address }) => address === ofPile) ??
    navigation
      .filter(({ address }) => isWithin(pathname, address))
      .sort((a, b) => b.address.length - a.address.length)[0] ??
    screenOfRecord(app, pathname)
  return navigation.find(({ address }) => address === found?.address) ?? null
}

function Navigation({ chosen }: Choosing) {
  return <ScreenLinks current={useCurrentEntry()} chosen={chosen} />
}

/** Sign-in link for guests, unless the specification has a screen of its own for it. */
function SignInLink({ chosen }: Choosing) {
  const { caller, signIn, navigation } = useApp()
  if (caller !== null || signIn === null || navigation.some(({ label }) => label === words.roles.signIn)) return null
  return (
    <Link to={SIGN_IN} className={styles.link} activeProps={{}} onClick={chosen}>
      <IconLogin2 size={16} aria-hidden="true" className={styles.icon} />
      <span className={styles.label}>{words.roles.signIn}</span>
    </Link>
  )
}

/** Development only: links to the specification with its open questions, and to the API. */
function DevelopmentLinks({ chosen }: Choosing) {
  const { mode, questions } = useApp()
  if (mode !== 'development') return null
  const open = questions.filter(({ answer }) => answer === 'open' || answer === 'provisional').length
  return (
    <>
      <DevelopmentLink address="/_ninefold" icon={IconNotes} label={words.navigation.specification} chosen={chosen}>
        {open > 0 && (
          <span className={styles.count}>
            {open}
            <span className="visually-hidden"> {words.purpose.openQuestions(open)}</span>
          </span>
        )}
      </DevelopmentLink>
      <DevelopmentLink address="/_ninefold/api" icon={IconApi} label={words.api.title} chosen={chosen} />
      <DevelopmentLink address="/_ninefold/mailbox" icon={IconMailbox} label={words.mailbox.title} chosen={chosen} />
    </>
  )
}

interface DevelopmentLinkProps {
  readonly chosen: Choosing['chosen'] | undefined
  readonly address: '/_ninefold' | '/_ninefold/api' | '/_ninefold/mailbox'
  readonly icon: Icon
  readonly label: string
  readonly children?: ReactNode
}

function DevelopmentLink({ address, icon: Symbol, label, chosen, children }: DevelopmentLinkProps) {
  const isCurrent = useLocation().pathname === address
  return (
    <Link
      to={address}
      className={styles.link}
      activeProps={{}}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={chosen}
    >
      <Symbol size={16} aria-hidden="true" className={styles.icon} />
      <span className={styles.label}>{label}</span>
      {children}
    </Link>
  )
}

function isWithin(path: string, address: string): boolean {
  return path === address || (address !== '/' && path.startsWith(`${address}/`))
}
