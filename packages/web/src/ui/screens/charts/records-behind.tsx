// Lists the records behind a figure, chart or matrix, in place of the screen.

import { Stack, Title } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Parameters } from '../../../client/query/queries.ts'
import { chosenParameters } from '../../../client/screen-blocks.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import { useTitle } from '../../use-title.ts'
import { ListBlock } from '../lists/list-block.tsx'
import { RECORDS_OF, type BehindBlock } from './use-records-behind.ts'
import styles from './chart.module.css'

interface RecordsBehindProps {
  readonly screen: AppScreen
  readonly parameters: Parameters
  readonly search: Search
  readonly shown: BehindBlock
}

export function RecordsBehindPage({ screen, parameters, search, shown }: RecordsBehindProps) {
  const { index, title, list } = shown
  useTitle(title)
  return (
    <Stack gap="lg">
      <div>
        <Link to="." search={{} as never} className={styles.back}>
          <IconChevronLeft size={14} aria-hidden="true" />
          {screen.name}
        </Link>
        <Title order={1}>{title}</Title>
      </div>
      <ListBlock
        screen={screen}
        block={list}
        index={index}
        parameters={{ ...parameters, ...chosenParameters(list, search), [RECORDS_OF]: '1' }}
        heading={null}
        name={title}
      />
    </Stack>
  )
}
