// The list that a record was opened from, beside the record: two lines per row. It is shown in wide windows; the
// browser stores whether it is on.

import { ActionIcon } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { AppList, RowData } from '@ninefold/core/contract/wire/app.ts'
import type { AppColumn } from '@ninefold/core/contract/wire/display.ts'
import { addressOfRow } from '../../client/addresses.ts'
import { listQuery } from '../../client/query/queries.ts'
import { pileWith, type Pile } from '../../client/records/pile.ts'
import { useApp } from '../app-context.ts'
import { Cell } from '../entities/cells.tsx'
import { isNaming, titleColumnOf, titleOfRow } from '../screens/lists/list-props.ts'
import { words } from '../words/words.ts'
import styles from './beside.module.css'

/** Below the first width the record needs the room; from the second on the list is shown by default. */
const HAS_ROOM = 'screen and (min-width: 75em)'
const IS_WIDE = 'screen and (min-width: 100em)'

const KEPT = 'ninefold.list-beside'

function useBeside() {
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false }) === true
  const isWide = useMediaQuery(IS_WIDE, undefined, { getInitialValueInEffect: false }) === true
  const [wanted, setWanted] = useLocalStorage<'yes' | 'no' | ''>({
    key: KEPT,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isShown = hasRoom && (wanted === '' ? isWide : wanted === 'yes')
  return { hasRoom, isShown, toggle: () => setWanted(isShown ? 'no' : 'yes') }
}

export function BesideSwitch() {
  const { hasRoom, isShown, toggle } = useBeside()
  if (!hasRoom) return null
  return (
    <ActionIcon
      variant="subtle"
      color={isShown ? 'accent' : 'gray'}
      size={28}
      aria-label={words.records.beside}
      title={words.records.beside}
      aria-pressed={isShown}
      onClick={toggle}
    >
      <IconLayoutSidebar size={16} aria-hidden="true" />
    </ActionIcon>
  )
}

export function ListBeside() {
  const { screens, caller } = useApp()
  const { pathname } = useLocation()
  const { isShown } = useBeside()
  const pile = isShown ? pileWith(pathname, caller?.id ?? '') : null
  const screen = screens.find(({ key }) => key === pile?.screen)
  const block = pile === null ? undefined : screen?.blocks[pile.block]
  if (pile === null || screen === undefined || block?.kind !== 'list') return null
  return <Rows pile={pile} block={block} name={screen.name} at={pathname} />
}

interface RowsProps {
  readonly pile: Pile
  readonly block: AppList
  readonly name: string
  readonly at: string
}

function Rows({ pile, block, name, at }: RowsProps) {
  const { data } = useQuery(listQuery(pile.screen, pile.block, block, pile.asked))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [at, data])
  return (
    <nav ref={place} className={styles.list} aria-label={name} data-beside>
      {data?.rows.map((row) => {
        const address = addressOfRow(block, row)
        if (address === null) return null
        return (
          <Link
            key={row.id}
            to={address}
            className={styles.row}
            activeProps={{}}
            aria-current={address === at ? 'page' : undefined}
          >
            <span className={styles.title}>{titleOfRow(block, row)}</span>
            <Second block={block} row={row} />
          </Link>
        )
      })}
    </nav>
  )
}

/** State, urgency and deadline distinguish rows at a glance. */
function Second({ block, row }: { readonly block: AppList; readonly row: RowData }) {
  const title = titleColumnOf(block)
  const others = block.columns.filter(
    (column) => column !== title && row.values[column.key] !== null && row.values[column.key] !== undefined,
  )
  const shown = [
    others.find(({ display }) => display.kind === 'state'),
    others.find((column) => isUrgency(column)),
    others.find(({ display }) => 'deadline' in display) ?? others.find(({ display }) => display.kind === 'money'),
  ].filter((column) => column !== undefined)
  const meant = shown.length > 0 ? shown : others.filter((column) => !isNaming(block, column)).slice(0, 2)
  return (
    <span className={styles.second}>
      {meant.map((column) => (
        <Cell key={column.key} column={column} row={row} isCompact />
      ))}
    </span>
  )
}

function isUrgency({ display }: AppColumn): boolean {
  return display.kind === 'choice' && display.isUrgency === true
}
