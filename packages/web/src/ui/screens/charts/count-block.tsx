// How many there are: figures beside each other, each with what it counts.

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AppCount, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import { countQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { chosenParameters, titleOf } from '../../../client/screen-blocks.ts'
import { sentenceOf } from '../../errors.tsx'
import { useFormats } from '../../formats.ts'
import { words } from '../../words/words.ts'
import styles from '../screens.module.css'

interface Around {
  readonly screen: AppScreen
  readonly parameters: Parameters
  readonly search: Search
}

interface CountsProps extends Around {
  readonly blocks: readonly { readonly block: AppCount; readonly index: number }[]
}

export function CountBlocks({ blocks, ...around }: CountsProps) {
  return (
    <dl className={styles.counts}>
      {blocks.map(({ block, index }) => (
        <Count key={index} {...around} block={block} index={index} />
      ))}
    </dl>
  )
}

function Count({
  screen,
  parameters,
  search,
  block,
  index,
}: Around & { readonly block: AppCount; readonly index: number }) {
  const query = useQuery({
    ...countQuery(screen.key, index, { ...parameters, ...chosenParameters(block, search) }),
    refetchInterval: refetchInterval(screen),
  })
  const formats = useFormats()
  return (
    <div className={styles.figure}>
      <dt>{titleOf(block, search, parameters)}</dt>
      <dd>
        {query.data !== undefined ? (
          formats.number(query.data.count)
        ) : query.isError ? (
          <span className={styles.failing}>{block.whenFailing ?? sentenceOf(query.error)}</span>
        ) : (
          <Skeleton h={24} w={48} aria-label={words.loading} role="status" />
        )}
      </dd>
    </div>
  )
}
