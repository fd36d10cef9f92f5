// Point 2 on the screen: a stated screen with its blocks, in the order of the text. Actions of the whole screen stand
// beside its title. A screen with nothing but a form shows that form.

import { Group, Stack, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Parameters } from '../../client/query/queries.ts'
import { ActionButtons } from '../calls/calls.tsx'
import { withoutComposed } from '../records/record-page.ts'
import { Doors } from '../roles/doors.tsx'
import { ListBeside } from '../records/beside.tsx'
import beside from '../records/beside.module.css'
import { RecordBlock } from '../records/record-block.tsx'
import { useTotal } from '../limits.tsx'
import { useTitle } from '../use-title.ts'
import type { Search } from '../../client/lists/list-address.ts'
import { lazyPart } from '../connection/lazy-part.tsx'
import { LiveSign } from '../connection/live-sign.tsx'
import { behindOf } from './charts/use-records-behind.ts'
import { Blocks } from './blocks.tsx'
import { useOpeningViews } from './filters/use-opening-views.ts'
import { FormOnPage } from './record/form-on-page.tsx'
import { TitleCount, ToolsPlace } from './title-count.ts'
import styles from './screens.module.css'

/** Lazy-loaded: only development has generated screens. */
const ProvisionalNote = lazyPart(() => import('./provisional-note.tsx'), { isFetchedWhenIdle: false })

const RecordsBehindPage = lazyPart(() =>
  import('./charts/records-behind.tsx').then((module) => ({ default: module.RecordsBehindPage })),
)

interface ScreenProps {
  readonly screen: AppScreen
  readonly parameters: Parameters
}

export function ScreenPage({ screen, parameters }: ScreenProps) {
  const record = screen.blocks.findIndex((block) => block.kind === 'record')
  const recordBlock = screen.blocks[record]
  const search = useSearch({ strict: false }) as Search
  const behind = behindOf(screen, search, parameters)
  if (useOpeningViews(screen)) return null
  if (behind !== null)
    return (
      <Suspense fallback={null}>
        <RecordsBehindPage screen={screen} parameters={parameters} search={search} shown={behind} />
      </Suspense>
    )
  return (
    <>
      {screen.isProvisional && (
        <Suspense fallback={null}>
          <ProvisionalNote />
        </Suspense>
      )}
      {recordBlock?.kind === 'record' ? (
        <div className={beside.split}>
          <ListBeside />
          <div>
            <RecordBlock screen={screen} block={recordBlock} index={record} parameters={parameters}>
              {screen.blocks.length > 1 ? (
                <Blocks screen={screen} parameters={parameters} except={record} isAmongOthers />
              ) : undefined}
            </RecordBlock>
          </div>
        </div>
      ) : (
        <PlainScreen screen={screen} parameters={parameters} />
      )}
    </>
  )
}

function PlainScreen({ screen, parameters }: ScreenProps) {
  useTitle(screen.name)
  const [total, setTotal] = useState<number | null>(null)
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null)
  const inWords = useTotal()
  // A screen whose only call is a form shows that form below its words; its links stand beside it.
  const calls = screen.actions.filter(({ kind }) => kind === 'call')
  const isOfWords = screen.blocks.every(({ kind }) => kind === 'text')
  const form = isOfWords && calls.length === 1 ? calls[0] : undefined
  const isFormScreen = form?.kind === 'call' && form.form.length > 0
  return (
    <Stack gap="lg">
      <div className={styles.head}>
        <div className={styles.title}>
          <Title order={1}>{screen.name}</Title>
          {total !== null && total > 0 && <span className={styles.count}>{inWords(total)}</span>}
          <LiveSign screen={screen} />
        </div>
        <Group gap="xs">
          <div ref={setToolsPlace} className={styles.toolsPlace} />
          {/* The empty list below has them instead. */}
          {total !== 0 && (
            <ActionButtons
              screen={screen}
              actions={withoutComposed(
                isFormScreen ? screen.actions.filter((action) => action !== form) : screen.actions,
                screen,
              )}
              row={null}
              isSecondary={isFormScreen}
            />
          )}
          <Doors screen={screen} />
        </Group>
      </div>
      <TitleCount value={screen.blocks.length === 1 ? setTotal : null}>
        <ToolsPlace value={screen.blocks.length === 1 ? toolsPlace : null}>
          <Blocks screen={screen} parameters={parameters} except={null} isAmongOthers={screen.blocks.length > 1} />
        </ToolsPlace>
      </TitleCount>
      {isFormScreen && <FormOnPage screen={screen} action={form} isAlone />}
    </Stack>
  )
}
