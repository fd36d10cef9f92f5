// Remembers the rows of a list for "previous" and "next" on the page of a record, and returns the focus to the row of
// the record when a person comes back.

import { inTenant } from '../../../client/tenant-base.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, type RefObject } from 'react'
import type { AppList, AppScreen, ListData } from '@ninefold/core/contract/wire/app.ts'
import { addressesOf, rememberPile } from '../../../client/records/pile.ts'
import { hasLanes } from '../../../client/lists/board-lanes.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { useApp } from '../../app-context.ts'
import { useLetters } from '../../records/letter-keys.tsx'

interface ListInSight {
  readonly screen: AppScreen
  readonly block: AppList
  readonly index: number
  readonly prefix: string
  readonly asked: Parameters
  /** Undefined: not loaded yet, or about to change. */
  readonly data: ListData | undefined
  /** The number of rows before the first one. */
  readonly before: number
}

/** The record whose page a person left last. */
let left: string | null = null

export function leaveRecord(address: string): void {
  left = address
}

export function usePile({
  screen,
  block,
  index,
  prefix,
  asked,
  data,
  before,
}: ListInSight): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  const { href } = useLocation()
  const caller = useApp().caller?.id ?? ''
  const addresses = useMemo(() => (data === undefined ? [] : addressesOf(block, data.rows)), [block, data])
  // Of a board, the way leads through the loaded cards.
  const total = hasLanes(block) ? addresses.length : (data?.total ?? 0)
  const parameters = JSON.stringify(asked)
  useEffect(() => {
    if (addresses.length === 0) return
    const own = JSON.parse(parameters) as Parameters
    rememberPile({ caller, href, screen: screen.key, block: index, prefix, asked: own, addresses, before, total })
  }, [caller, href, screen.key, index, prefix, parameters, addresses, before, total])
  useEffect(() => {
    if (left === null || !addresses.includes(left)) return
    const address = left
    left = null
    // The table sets its tab stops after it is drawn.
    requestAnimationFrame(() => linkIn(place.current, address)?.focus())
  }, [addresses])
  // From anywhere on the page into the first list; within the list, the table handles the keys.
  useLetters((letter) => {
    if ((letter !== 'j' && letter !== 'k') || addresses[0] === undefined || !isFirst(place.current)) return false
    const link = linkIn(place.current, addresses[0])
    link?.focus()
    return link !== null
  })
  return place
}

function linkIn(place: HTMLElement | null, address: string): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`a[href="${CSS.escape(inTenant(address))}"]`) ?? null
}

/** True: the topmost of several lists on the page. */
function isFirst(place: HTMLElement | null): boolean {
  return place !== null && document.querySelector('[data-list]') === place
}
