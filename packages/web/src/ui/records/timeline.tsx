// Comments and changes of a record in one timeline, from its creation.

import { useQuery } from '@tanstack/react-query'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AppList, AppScreen, ListData } from '@ninefold/core/contract/wire/app.ts'
import type { Beginning } from '@ninefold/core/contract/record-page/app-parts.ts'
import { isRecord } from '../../client/lists/row-ids.ts'
import { historyQuery } from '../../client/query/queries.ts'
import { interleaved, timelineOrder } from '../../client/records/timeline.ts'
import { Moment } from '../entities/cells.tsx'
import { words } from '../words/words.ts'
import { ChangesLine } from './changes.tsx'
import changeStyles from './changes.module.css'
import { Entry } from './entry.tsx'
import type { RecordPage } from './record-page.ts'
import styles from './timeline.module.css'

interface TimelineProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly data: ListData
  readonly label: string
  readonly page: RecordPage
}

const NO_HISTORY = { address: '', fields: [] }

export function Timeline({ screen, block, data, label, page }: TimelineProps) {
  const history = page.block.history ?? NO_HISTORY
  const order = timelineOrder(block)
  // Without its history the record is still readable.
  const isTold = page.block.history !== undefined && isRecord(page.row)
  const { data: told } = useQuery({ ...historyQuery(history, page.row.id), enabled: isTold })
  if (order === null) return null
  const happenings = interleaved(data.rows, told?.changes ?? [], order)
  const beginning = page.created?.at === undefined ? [] : [<BeginningItem key="beginning" created={page.created} />]
  const items = happenings.map((each) =>
    each.kind === 'entry' ? (
      <li key={each.row.id} className={styles.item}>
        <Entry screen={screen} block={block} row={each.row} />
      </li>
    ) : (
      <LineItem key={`${each.changes[0]?.at} ${each.changes[0]?.field}`} icon={<IconPencil size={14} />}>
        <ChangesLine changes={each.changes} history={history} />
      </LineItem>
    ),
  )
  return (
    <ol className={styles.timeline} aria-label={label}>
      {order.isNewestFirst ? [...items, ...beginning] : [...beginning, ...items]}
    </ol>
  )
}

function LineItem({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className={styles.line}>
      <span className={styles.sign} aria-hidden="true">
        {icon}
      </span>
      {children}
    </li>
  )
}

function BeginningItem({ created }: { readonly created: Beginning }) {
  return (
    <LineItem icon={<IconPlus size={14} />}>
      <div className={changeStyles.change}>
        {typeof created.by === 'string' ? (
          <>
            <span className={changeStyles.who}>{created.by}</span>
            <span className={changeStyles.quiet}>{words.records.created}</span>
          </>
        ) : (
          <span className={changeStyles.quiet}>{words.records.createdAt}</span>
        )}
        <span className={changeStyles.quiet}>
          <Moment value={created.at} />
        </span>
      </div>
    </LineItem>
  )
}
