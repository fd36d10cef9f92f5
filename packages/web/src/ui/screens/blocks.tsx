// The blocks of a screen, one below another. Counts stand side by side, and consecutive tabs form one row of tabs. The
// address holds the open tab and every other choice.

import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useId } from 'react'
import type { AppScreen, TitlesData, AppCount } from '@ninefold/core/contract/wire/app.ts'
import {
  chosenParameters,
  groupsOf,
  isReady,
  openTab,
  TAB,
  tabName,
  titleOf,
  type PlacedBlock,
} from '../../client/screen-blocks.ts'
import type { Search } from '../../client/lists/list-address.ts'
import { refetchInterval, titlesQuery, type Parameters } from '../../client/query/queries.ts'
import { words } from '../words/words.ts'
import { ChoicesBlock } from './record/choices-block.tsx'
import { FormOnPage } from './record/form-on-page.tsx'
import { TextBlock } from './record/text-block.tsx'
import { CountBlocks } from './charts/count-block.tsx'
import { ListBlock } from './lists/list-block.tsx'
import { RecordBlock } from '../records/record-block.tsx'
import styles from './screens.module.css'

const CHARTS: ReadonlySet<string> = new Set(['chart'])

interface BlocksProps {
  readonly screen: AppScreen
  readonly parameters: Parameters
  /** Index of a block that is drawn elsewhere. */
  readonly except: number | null
  readonly isAmongOthers: boolean
}

export function Blocks({ screen, parameters, except, isAmongOthers }: BlocksProps) {
  const search = useSearch({ strict: false }) as Search
  const blocks = screen.blocks
    .map((block, index): PlacedBlock => ({ block, index }))
    .filter(({ index }) => index !== except)
  const titles = useTitles(screen, parameters, search)
  const around = { screen, parameters, search, isAmongOthers, titles }
  const groups = groupsOf(blocks).flatMap((all) => {
    const group = all.filter(({ block }) => isReady(block, search))
    const first = group[0]
    if (first === undefined) return []
    return [
      {
        key: first.index,
        width: all.length > 1 ? 'full' : (first.block.width ?? 'full'),
        // Like the charts beside others.
        isCard: all.length === 1 && first.block.kind === 'list' && CHARTS.has(first.block.form.kind),
        node: drawn(all, group, first, around),
      },
    ]
  })
  // Placed side by side as far as they fit, across the whole window.
  if (groups.some(({ width }) => width !== 'full'))
    return (
      <div className={styles.arranged} data-wide="">
        {groups.map(({ key, width, isCard, node }) => (
          <div key={key} data-width={width} data-card={isCard || undefined}>
            {node}
          </div>
        ))}
      </div>
    )
  return groups.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>)
}

function drawn(all: readonly PlacedBlock[], group: readonly PlacedBlock[], first: PlacedBlock, around: Around) {
  if (first.block.kind === 'count') return <CountBlocks {...around} blocks={group as Counts} />
  // A tab that still waits for a choice already turns its neighbours into tabs, so that nothing jumps when it appears.
  return all.length > 1 ? <TabbedBlocks {...around} blocks={group} /> : <Block {...around} placed={first} />
}

type Counts = readonly { readonly block: AppCount; readonly index: number }[]

interface Around {
  readonly screen: AppScreen
  readonly parameters: Parameters
  readonly search: Search
  readonly isAmongOthers: boolean
  readonly titles: TitlesData['titles']
}

/** Fetched only if the title of a tab needs more than the address contains. */
function useTitles(screen: AppScreen, parameters: Parameters, search: Search): TitlesData['titles'] {
  const isComputed = screen.blocks.some(({ tab }) => tab?.some(({ kind }) => kind === 'computed') === true)
  const chosen = Object.assign(
    {},
    ...screen.blocks.filter((block) => isReady(block, search)).map((block) => chosenParameters(block, search)),
  ) as Parameters
  const { data } = useQuery({
    ...titlesQuery(screen.key, { ...parameters, ...chosen }),
    enabled: isComputed,
    refetchInterval: refetchInterval(screen),
  })
  return data?.titles ?? {}
}

function TabbedBlocks({ blocks, ...around }: Around & { readonly blocks: readonly PlacedBlock[] }) {
  const navigate = useNavigate()
  const id = useId()
  const { screen, search, parameters, titles } = around
  const open = openTab(blocks, search)
  const turnTo = (value: string | null): void => {
    if (value !== null)
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, [TAB]: value })) as never,
        resetScroll: false,
      })
  }
  return (
    <Tabs id={id} value={tabName(open)} onChange={turnTo} keepMounted={false} className={styles.tabs}>
      <Tabs.List aria-label={words.screens.tabs(screen.name)}>
        {blocks.map((placed) => (
          <Tabs.Tab
            key={placed.index}
            value={tabName(placed)}
            data-has-composer={(placed.block.kind === 'list' && placed.block.composer !== undefined) || undefined}
          >
            {titleOf(placed.block, search, parameters, titles)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {blocks.map((placed) => (
        <Tabs.Panel key={placed.index} value={tabName(placed)} className={styles.panel}>
          <Block {...around} placed={placed} isInTab />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface BlockProps extends Around {
  readonly placed: PlacedBlock
  readonly isInTab?: boolean
}

function Block({ screen, placed, parameters, search, isAmongOthers, titles, isInTab = false }: BlockProps) {
  const { block, index } = placed
  const shown = { screen, index, parameters: { ...parameters, ...chosenParameters(block, search) } }
  const title = block.tab === null ? block.title : titleOf(block, search, parameters, titles)
  switch (block.kind) {
    case 'list': {
      const hasHeading = !isInTab && (isAmongOthers || block.tab !== null)
      return (
        <ListBlock {...shown} block={block} heading={hasHeading ? title : null} name={isInTab ? title : screen.name} />
      )
    }
    case 'record':
      return <RecordBlock {...shown} block={block} />
    case 'choices':
      return <ChoicesBlock {...shown} block={block} />
    case 'form':
      return (
        <section aria-label={title}>
          {!isInTab && <h2 className={styles.formTitle}>{title}</h2>}
          <FormOnPage screen={screen} action={block.action} isAlone={!isAmongOthers} />
        </section>
      )
    case 'text':
      return <TextBlock text={block.text} title={title} />
    case 'count':
      return <CountBlocks {...{ screen, parameters, search }} blocks={[{ block, index }]} />
  }
}
