// The author's bar over an application in development: view-as, clock, explanations, and a link to the request log.

import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconClock, IconEye, IconListDetails, IconQuestionMark } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ViewAs } from '@ninefold/core/contract/wire/development.ts'
import { backToOneself, eyesQuery, viewAs } from '../../client/authors.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'
import { useSession } from '../roles/use-session.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { AUTHORS_LANGUAGE } from './authors-language.ts'
import { distanceInWords, words } from './bar-words.ts'
import { useClock, useMovedClock } from './use-moved-clock.ts'
import { WhyPanel } from './why-panel.tsx'
import styles from './authors-bar.module.css'

/** Panels open in a corner with a z-index of 350. */
const ABOVE_PANELS = 370

export function AuthorsBar() {
  const { signIn } = useApp()
  const [isAsking, setAsking] = useState(false)
  // On a phone it would cover content, so it is a dot until it is opened.
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const asker = useRef<HTMLButtonElement>(null)
  const end = (): void => {
    setAsking(false)
    asker.current?.focus()
  }
  if (isPhone && !isOpen && !isAsking)
    return (
      <div {...AUTHORS_LANGUAGE} className={styles.place}>
        <section className={styles.bar} aria-label={words.bar}>
          <UnstyledButton
            className={styles.part}
            aria-label={words.bar}
            aria-expanded={false}
            onClick={() => setOpen(true)}
          >
            <IconEye size={15} aria-hidden="true" />
          </UnstyledButton>
        </section>
      </div>
    )
  return (
    <div {...AUTHORS_LANGUAGE} className={styles.place}>
      {isAsking && <WhyPanel close={end} />}
      <section className={styles.bar} aria-label={words.bar}>
        {signIn !== null && <EyesMenu />}
        <UnstyledButton
          ref={asker}
          className={styles.part}
          aria-expanded={isAsking}
          onClick={() => (isAsking ? end() : setAsking(true))}
        >
          <IconQuestionMark size={15} aria-hidden="true" />
          <span>{words.why}</span>
        </UnstyledButton>
        <ClockMenu />
        <Tooltip {...AUTHORS_LANGUAGE} label={words.requests}>
          <Link to="/_ninefold/requests" className={styles.part} aria-label={words.requests}>
            <IconListDetails size={15} aria-hidden="true" />
          </Link>
        </Tooltip>
      </section>
    </div>
  )
}

function EyesMenu() {
  const { caller, revision } = useApp()
  const { data: eyes, refetch } = useQuery(eyesQuery)
  // Signing in or out by hand ends view-as.
  useEffect(() => void refetch(), [refetch, revision, caller?.id])
  const see = useBecoming()
  const role = eyes?.role ?? null
  const name = caller?.label ?? words.guest
  const seen = role === null || caller === null ? name : words.asRole(name, role)
  const isOther = eyes !== undefined && eyes.oneself !== null
  return (
    <Menu position="top-end" width={264} zIndex={ABOVE_PANELS} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={styles.part} data-other={isOther || undefined}>
          <IconEye size={15} aria-hidden="true" />
          <span className={styles.seen}>
            <span className="visually-hidden">{words.seeingAs('')} </span>
            {seen}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown {...AUTHORS_LANGUAGE} className={styles.menu}>
        {isOther && (
          <>
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void see(backToOneself)}>
              {words.back(eyes.oneself?.label ?? null)}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {(eyes?.users.length ?? 0) > 0 && <Menu.Label>{words.users}</Menu.Label>}
        {eyes?.users.map(({ identifier, label, roles }) => (
          <EyesItem
            key={identifier}
            isNow={role === null && caller?.label === label}
            label={label}
            note={roles.join(', ')}
            choose={() => void see(() => viewAs({ kind: 'user', identifier }))}
          />
        ))}
        <Menu.Label>{words.roles}</Menu.Label>
        {eyes?.roles.map((each) => (
          <EyesItem
            key={each}
            isNow={role === each}
            label={each}
            note=""
            choose={() => void see(() => viewAs({ kind: 'role', role: each } satisfies ViewAs))}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface EyesItemProps {
  readonly isNow: boolean
  readonly label: string
  readonly note: string
  readonly choose: () => void
}

function EyesItem({ isNow, label, note, choose }: EyesItemProps) {
  return (
    <Menu.Item aria-current={isNow ? 'true' : undefined} data-now={isNow || undefined} onClick={choose}>
      <span className={styles.item}>
        <span>{label}</span>
        {note !== '' && <span className={styles.note}>{note}</span>}
      </span>
    </Menu.Item>
  )
}

/** Stays on the same screen. */
function useBecoming(): (become: () => Promise<void>) => Promise<void> {
  const { becomeOther } = useSession()
  const { href } = useLocation()
  const queryClient = useQueryClient()
  return async (become) => {
    try {
      await become()
      await becomeOther(href)
      await queryClient.invalidateQueries({ queryKey: eyesQuery.queryKey })
    } catch (thrown) {
      noticeFailed(words.users, thrown)
    }
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEPS = [
  ['1 hour', HOUR],
  ['1 day', DAY],
  ['2 days', 2 * DAY],
  ['1 week', 7 * DAY],
  ['30 days', 30 * DAY],
] as const

function ClockMenu() {
  const aheadMs = useClock()
  const move = useMovedClock()
  const isMoved = aheadMs !== 0
  return (
    <Menu position="top-end" width={232} zIndex={ABOVE_PANELS} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className={styles.part}
          data-moved={isMoved || undefined}
          aria-label={isMoved ? words.moved(distanceInWords(aheadMs)) : words.clock}
        >
          <IconClock size={15} aria-hidden="true" />
          {isMoved && <span>{distanceInWords(aheadMs)}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown {...AUTHORS_LANGUAGE}>
        {isMoved && (
          <>
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => void move(0)}>
              {words.toRealTime}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{words.forward}</Menu.Label>
        {STEPS.map(([label, ms]) => (
          <Menu.Item key={label} onClick={() => void move(aheadMs + ms)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/_ninefold/clock">
          {words.moreClock}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
