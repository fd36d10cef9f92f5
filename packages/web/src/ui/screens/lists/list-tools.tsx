// Tools of a list: its views and its columns. Both panels are loaded when somebody opens them.

import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconColumns3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../connection/lazy-part.tsx'
import { PanelButton } from '../../popups/popup-button.tsx'
import { viewQuery } from '../../../client/lists/list-address.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { isAt } from '../../../client/lists/views.ts'
import { useIsPhone } from '../../use-is-phone.ts'
import { words } from '../../words/words.ts'
import styles from './lists.module.css'
import type { ToolsProps } from './tools-props.ts'

const ColumnsPanel = lazyPart(() => import('../columns/columns-panel.tsx'))
const ViewsPanel = lazyPart(() => import('../filters/views-panel.tsx'))

export function ListTools(props: ToolsProps) {
  const { screen, block, index, prefix, search, label, asChosen, isBrief } = props
  const { columns, views } = asChosen
  const own = views.views.filter((view) => isAt(view, { screen: screen.key, block: index }))
  const query = viewQuery(block, prefix, search)
  const stated = statedViews(block)
  const isView = [...stated, ...own].some((view) => view.query === query)
  const isPhone = useIsPhone()
  const isUnsaved = query !== '' && !isView
  const isLookedAt = columns !== null || block.filters.length > 0 || block.searchIn.length > 0
  return (
    <>
      {isLookedAt && (
        <Tool
          icon={<IconBookmark size={16} aria-hidden="true" />}
          name={words.tables.lists.viewsOf(label)}
          text={
            isPhone || isBrief
              ? null
              : isUnsaved
                ? words.tables.lists.saveView
                : own.length + stated.length === 0
                  ? null
                  : words.tables.lists.views
          }
          isActive={isUnsaved}
        >
          {(close) => <ViewsPanel {...props} own={own} query={query} close={close} />}
        </Tool>
      )}
      {columns !== null && (
        <Tool
          icon={<IconColumns3 size={16} aria-hidden="true" />}
          name={words.tables.lists.columnsOf(label)}
          text={isPhone || isBrief ? null : words.tables.lists.columns}
          isActive={columns.isOwn}
        >
          {() => <ColumnsPanel columns={columns} />}
        </Tool>
      )}
    </>
  )
}

interface ToolProps {
  readonly icon: ReactNode
  readonly name: string
  /** Null: an icon only. */
  readonly text: string | null
  readonly isActive: boolean
  readonly children: (close: () => void) => ReactNode
}

function Tool({ icon, name, text, isActive, children }: ToolProps) {
  const shared = {
    // The accessible name contains the visible text.
    'aria-label': text === null || name.startsWith(text) ? name : `${text}, ${name}`,
    variant: 'subtle',
    color: isActive ? 'accent' : 'gray',
  } as const
  return (
    <PanelButton
      position="bottom-end"
      label={name}
      button={(props) =>
        text === null ? (
          <ActionIcon size="lg" {...shared} {...props}>
            {icon}
          </ActionIcon>
        ) : (
          <Button
            size="sm"
            px="xs"
            className={styles.tool}
            leftSection={icon}
            rightSection={<IconChevronDown size={13} aria-hidden="true" />}
            {...shared}
            {...props}
          >
            {text}
          </Button>
        )
      }
    >
      {children}
    </PanelButton>
  )
}
