// Actions as menu items, loaded when a menu opens. An unavailable action shows its reason.

import { Menu } from '@mantine/core'
import type { OfferedAction } from '@ninefold/core/contract/calls/offered-actions.ts'
import { words } from '../words/words.ts'
import { isDestructive, Letter } from './action-look.tsx'

interface ActionItemProps {
  readonly offered: OfferedAction & { readonly label?: string }
  readonly letter?: string | undefined
  /** Another action is in progress. */
  readonly isHeld: boolean
  readonly act: () => void
}

interface ItemsProps {
  readonly items: readonly ActionItemProps[]
  /** Available ones first; unavailable ones below a heading. */
  readonly isParted?: boolean
}

export default function ActionItems({ items, isParted = false }: ItemsProps) {
  const drawn = (some: readonly ActionItemProps[]) =>
    some.map((each) => <ActionItem key={each.offered.action.key} {...each} />)
  if (!isParted) return drawn(items)
  const possible = items.filter(({ offered }) => offered.availability.isAvailable)
  const impossible = items.filter(({ offered }) => !offered.availability.isAvailable)
  const hasBoth = possible.length > 0 && impossible.length > 0
  return (
    <>
      {hasBoth && <Menu.Label>{words.records.possible}</Menu.Label>}
      {drawn(possible)}
      {hasBoth && <Menu.Divider />}
      {impossible.length > 0 && <Menu.Label>{words.records.impossible}</Menu.Label>}
      {drawn(impossible)}
    </>
  )
}

function ActionItem({ offered: { action, availability, label = action.label }, letter, isHeld, act }: ActionItemProps) {
  return (
    <Menu.Item
      disabled={!availability.isAvailable || isHeld}
      {...(isDestructive(action) ? { color: 'red' } : {})}
      {...(letter === undefined
        ? {}
        : { rightSection: <Letter letter={letter} />, 'aria-keyshortcuts': letter.toUpperCase() })}
      onClick={act}
    >
      {label}
      {!availability.isAvailable && <div className="reason">{availability.reason}</div>}
    </Menu.Item>
  )
}
