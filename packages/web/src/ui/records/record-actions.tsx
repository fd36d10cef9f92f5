// Actions on a record beside its title: the next step as a filled button, other available ones as plain buttons, the
// rest in a menu, where unavailable ones show their reason. On a phone the bar is at the bottom.

import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useContext } from 'react'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { AppRecord, AppScreen, RowData } from '@ninefold/core/contract/wire/app.ts'
import { isOnTheWay } from '../../client/query/optimistic-update.ts'
import { lettersOf } from '../../client/records/record-actions.ts'
import { useAct } from '../calls/action-context.ts'
import { isDestructive } from '../calls/action-look.tsx'
import { ActionButton, offeredInWords } from '../calls/calls.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { MenuButton } from '../popups/popup-button.tsx'
import { RowOfPage } from '../screens/lists/row-of-page.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { words } from '../words/words.ts'
import { LetterKeys, useLetters } from './letter-keys.tsx'
import { calledHere, offeredOnPage, type OfferedOnPage } from './offered-on-page.ts'
import { withoutComposed } from './record-page.ts'
import { toComposer } from './to-composer.ts'
import styles from './record.module.css'

const ActionItems = lazyPart(() => import('../calls/action-items.tsx'), { missingAs: 'line' })

/** Further actions are in the menu. */
const BUTTONS_MAX = 4
const BUTTONS_MAX_ON_PHONE = 1

interface RecordActionsProps {
  readonly screen: AppScreen
  readonly block: AppRecord
  readonly row: RowData
}

export function RecordActions({ screen, block, row }: RecordActionsProps) {
  const isPhone = useIsPhone()
  const composed = composedAction(screen, block, row)
  const ofComposer = composed === null ? undefined : lettersOf([...block.actions, ...screen.actions]).get(composed.key)
  useLetters((letter) => {
    if (letter !== ofComposer) return false
    toComposer()
    return true
  })
  const offered = offeredOnPage(screen, block, row)
  const possible = offered.filter(({ availability }) => availability.isAvailable)
  const next = possible.filter(({ isNext }) => isNext)
  const others = possible.filter(({ isNext, action }) => !isNext && !isDestructive(action))
  const shown = [...next, ...others].slice(0, isPhone ? BUTTONS_MAX_ON_PHONE + Number(composed === null) : BUTTONS_MAX)
  const rest = offered.filter((each) => !shown.includes(each))
  if (offered.length === 0 && composed === null) return null
  return (
    <div className={styles.actions} data-thumb role="group" aria-label={words.records.actions}>
      {isPhone && composed !== null && (
        <Button variant="default" className={styles.write} onClick={toComposer}>
          {words.records.reply(composed.label)}
        </Button>
      )}
      {shown.map((each) => (
        <ActionButton
          key={each.action.key}
          screen={screen}
          row={each.row}
          offered={each}
          isFirst={each.isNext}
          letter={each.letter}
        />
      ))}
      {rest.length > 0 && <MoreActions screen={screen} offered={rest} />}
      <LetterKeys screen={screen} offered={possible} />
    </div>
  )
}

/** The call of the page's composer. Null: none. */
function composedAction(screen: AppScreen, block: AppRecord, row: RowData): AppAction | null {
  const composed = block.actions.filter((action) => !withoutComposed([action], screen).includes(action))
  const [first] = offeredInWords(composed, row, row).filter(({ availability }) => availability.isAvailable)
  return first?.action ?? null
}

function MoreActions({ screen, offered }: { readonly screen: AppScreen; readonly offered: readonly OfferedOnPage[] }) {
  const { act } = useAct()
  const page = useContext(RowOfPage)
  return (
    <MenuButton
      position="bottom-start"
      width={300}
      button={(props) => (
        <ActionIcon variant="default" size={30} className={styles.more} aria-label={words.records.more} {...props}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <ActionItems
        isParted
        items={offered.map((each) => ({
          offered: each,
          letter: each.availability.isAvailable ? each.letter : undefined,
          isHeld: isOnTheWay(each.row),
          act: () => act({ screen, row: each.row, page, ...calledHere(each) }),
        }))}
      />
    </MenuButton>
  )
}
