// Above a record: the list that it was opened from, with its filters and row, and navigation in that list.

import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { parseSearch } from '../../client/lists/list-address.ts'
import { addressesOf, pileWith, placeIn, rememberPile, type Pile } from '../../client/records/pile.ts'
import { pathOf, wayTo } from '../../client/records/way-to-record.ts'
import { listQuery } from '../../client/query/queries.ts'
import { useApp } from '../app-context.ts'
import { useFormats } from '../formats.ts'
import { words } from '../words/words.ts'
import { BesideSwitch } from './beside.tsx'
import { useLetters } from './letter-keys.tsx'
import { knownWays } from './known-ways.ts'
import styles from './trail.module.css'

interface TrailProps {
  /** Title of the record in the list. */
  readonly title: string
  /** Sign of a live page. */
  readonly children?: ReactNode
}

export function Trail({ title, children }: TrailProps) {
  const app = useApp()
  const { pathname } = useLocation()
  const pile = pileWith(pathname, app.caller?.id ?? '')
  const from = wayTo(knownWays(app), pathname)
  if (from.length === 0 && children === undefined) return null
  return (
    <div className={styles.bar}>
      {from.length > 0 && (
        <nav aria-label={words.records.trail} className={styles.trail}>
          {from.map(({ label, href }) => (
            <Fragment key={href}>
              <Link to={pathOf(href)} search={searchOf(href) as never} className={styles.from}>
                {label}
              </Link>
              <IconChevronRight size={14} aria-hidden="true" className={styles.sign} />
            </Fragment>
          ))}
          <span className={styles.here} aria-current="page">
            {shortName(pathname, title)}
          </span>
        </nav>
      )}
      <div className={styles.end}>
        {children}
        {pile !== null && <Through pile={pile} address={pathname} />}
        {pile !== null && <BesideSwitch />}
      </div>
    </div>
  )
}

/** The part of the title that is in the address, usually a number: the title itself is below. */
function shortName(pathname: string, title: string): string {
  const key = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  const at = title.split(' ').find((word) => word !== '' && word.replace(/^#/, '') === key)
  return at ?? title
}

function searchOf(href: string): Record<string, string> {
  return parseSearch(href.split('?')[1] ?? '')
}

/** Previous and next record, across the pages of the list. */
function Through({ pile, address }: { readonly pile: Pile; readonly address: string }) {
  const { number: written } = useFormats()
  const navigate = useNavigate()
  const { before, after } = useNeighbours(pile)
  const { number, total, previous, next } = placeIn(pile, address)
  const hasPrevious = previous !== null || number > 1
  const hasNext = next !== null || number < total
  const goBack = async (): Promise<void> => {
    const to = previous ?? (await before())
    if (to !== null) await navigate({ to })
  }
  const goOn = async (): Promise<void> => {
    const to = next ?? (await after())
    if (to !== null) await navigate({ to })
  }
  useLetters((letter) => {
    if (letter === 'k' && hasPrevious) void goBack()
    else if (letter === 'j' && hasNext) void goOn()
    else return false
    return true
  })
  if (total <= 1) return null
  return (
    <div className={styles.through}>
      <span className={styles.place}>{words.records.place(written(number), written(total))}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={words.records.previous}
        aria-keyshortcuts="K"
        title={`${words.records.previous} (K)`}
        disabled={!hasPrevious}
        onClick={() => void goBack()}
      >
        <IconChevronUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={words.records.next}
        aria-keyshortcuts="J"
        title={`${words.records.next} (J)`}
        disabled={!hasNext}
        onClick={() => void goOn()}
      >
        <IconChevronDown size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

/** The records of the previous and next page. */
function useNeighbours(pile: Pile) {
  const { screens } = useApp()
  const client = useQueryClient()
  const turn = async (by: 1 | -1): Promise<string | null> => {
    const block = screens.find(({ key }) => key === pile.screen)?.blocks[pile.block]
    const page = Number(pile.asked['page'] ?? '1') + by
    if (block?.kind !== 'list' || block.pageSize === null || page < 1) return null
    const asked = { ...pile.asked, page: String(page) }
    const { rows, total } = await client.fetchQuery(listQuery(pile.screen, pile.block, block, asked))
    const addresses = addressesOf(block, rows)
    if (addresses.length === 0) return null
    rememberPile({
      ...pile,
      asked,
      addresses,
      before: (page - 1) * block.pageSize,
      total,
      href: withPage(pile.href, `${pile.prefix}page`, page),
    })
    return (by > 0 ? addresses[0] : addresses.at(-1)) ?? null
  }
  return { before: () => turn(-1), after: () => turn(1) }
}

function withPage(href: string, name: string, page: number): string {
  const query = new URLSearchParams(href.split('?')[1] ?? '')
  if (page === 1) query.delete(name)
  else query.set(name, String(page))
  const text = query.toString()
  return pathOf(href) + (text === '' ? '' : `?${text}`)
}
