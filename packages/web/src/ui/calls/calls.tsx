// Point 7 on the screen: actions as buttons. One dialog for the whole page contains the form of the open action, so
// that lists can reload without closing it.

import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useContext } from 'react'
import type { AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import { offeredActions, type OfferedAction } from '@ninefold/core/contract/calls/offered-actions.ts'
import { isOnTheWay } from '../../client/query/optimistic-update.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { MenuButton } from '../popups/popup-button.tsx'
import { useAct, type Asked, type FormAction } from './action-context.ts'
import { isDestructive, Letter } from './action-look.tsx'
import { RowOfPage } from '../screens/lists/row-of-page.ts'
import { words } from '../words/words.ts'

const ActionItems = lazyPart(() => import('./action-items.tsx'), { missingAs: 'line' })

interface ActionsProps {
  readonly screen: AppScreen
  readonly actions: readonly AppAction[]
  /** Null: actions of the screen as a whole, always available. */
  readonly row: RowData | null
}

/** Translates the product's reasons. */
export function offeredInWords(
  actions: readonly AppAction[],
  row: RowData | null,
  page: RowData | null,
): OfferedAction[] {
  return offeredActions(actions, row, page).map(({ action, availability }) => ({
    action,
    availability: availability.isAvailable
      ? availability
      : { ...availability, reason: words.supplied.reason(availability) },
  }))
}

/** Actions without a record, as buttons; the first is the most likely. They are always available. */
export function ActionButtons({
  screen,
  actions,
  row,
  isSecondary = false,
}: ActionsProps & { readonly isSecondary?: boolean }) {
  const page = useContext(RowOfPage)
  const offered = offeredInWords(actions, row, page).filter(({ availability }) => availability.isAvailable)
  const first = isSecondary ? undefined : offered.find(({ action }) => !isDestructive(action))
  return offered.map((each) => (
    <ActionButton key={each.action.key} screen={screen} row={row} offered={each} isFirst={each === first} />
  ))
}

interface ButtonProps {
  readonly screen: AppScreen
  readonly row: RowData | null
  readonly offered: OfferedAction & { readonly label?: string; readonly asks?: Asked | undefined }
  readonly isFirst: boolean
  readonly letter?: string | undefined
}

export function ActionButton({
  screen,
  row,
  offered: { action, label = action.label, asks },
  isFirst,
  letter,
}: ButtonProps) {
  const { act, isActing } = useAct()
  const page = useContext(RowOfPage)
  const look = isDestructive(action)
    ? ({ variant: 'subtle', color: 'red' } as const)
    : ({ variant: isFirst ? 'filled' : 'default' } as const)
  // Other actions wait until the answer arrives.
  const isHeld = isOnTheWay(row)
  const started = { screen, action, row, page, ...(label === action.label ? {} : { label }), ...(asks && { asks }) }
  return (
    <Button
      {...look}
      loading={isActing(action.key, row)}
      aria-disabled={isHeld || undefined}
      data-held={isHeld || undefined}
      {...(letter === undefined
        ? {}
        : { rightSection: <Letter letter={letter} />, 'aria-keyshortcuts': letter.toUpperCase() })}
      onClick={() => !isHeld && act(started)}
    >
      {label}
    </Button>
  )
}

/**
 * Actions of a row: a single one as a button, several in a menu. An action that is unavailable for all rows is left
 * out.
 */
export function RowActions({
  screen,
  actions,
  row,
  isSmall = false,
}: ActionsProps & { readonly row: RowData; readonly isSmall?: boolean }) {
  const { act } = useAct()
  const page = useContext(RowOfPage)
  const offered = offeredInWords(actions, row, null)
  const possible = offered.filter(({ availability }) => availability.isAvailable)
  const [single] = possible
  if (single === undefined) return null
  if (possible.length === 1 && !isSmall)
    return <ActionButton screen={screen} row={row} offered={single} isFirst={false} />
  return (
    <MenuButton
      position="bottom-end"
      button={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={isSmall ? 'sm' : 'lg'}
          aria-label={words.screens.moreActions}
          {...props}
        >
          <IconDots size={16} />
        </ActionIcon>
      )}
    >
      <ActionItems
        items={offered.map((each) => ({
          offered: each,
          isHeld: isOnTheWay(row),
          act: () => act({ screen, action: each.action, row, page }),
        }))}
      />
    </MenuButton>
  )
}

/** The confirmation before something is removed. */
export function textOfQuestion({ deletes }: FormAction): string {
  return deletes === undefined || deletes.keptAs === null ? words.calls.confirmText : words.calls.confirmKept
}
