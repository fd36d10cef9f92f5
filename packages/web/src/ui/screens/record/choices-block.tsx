// Values to choose one of. The address holds the choice, so that it can be shared and undone by going back.

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppChoices, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import type { Search } from '../../../client/lists/list-address.ts'
import { choicesQuery, refetchInterval, type Parameters } from '../../../client/query/queries.ts'
import { chosenName, withChoice } from '../../../client/screen-blocks.ts'
import { FailingState } from '../../errors.tsx'
import { words } from '../../words/words.ts'
import styles from '../screens.module.css'

interface ChoicesProps {
  readonly screen: AppScreen
  readonly block: AppChoices
  readonly index: number
  readonly parameters: Parameters
}

export function ChoicesBlock({ screen, block, index, parameters }: ChoicesProps) {
  const query = useQuery({
    ...choicesQuery(screen.key, index, block, parameters),
    refetchInterval: refetchInterval(screen),
  })
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const chosen = search[chosenName(block.name)] ?? null
  const choose = (value: string | null): void => {
    void navigate({
      to: '.',
      search: ((before: Search) => withChoice(screen.blocks, before, block.name, value)) as never,
      resetScroll: false,
    })
  }
  if (query.isError && query.data === undefined)
    return <FailingState thrown={query.error} retry={() => void query.refetch()} own={block.whenFailing} />
  return (
    <section className={styles.choices} aria-label={block.title}>
      <h2 className={styles.choicesTitle}>{block.title}</h2>
      {query.data === undefined ? (
        <Skeleton h={28} w={240} aria-label={words.loading} role="status" />
      ) : query.data.length === 0 ? (
        <span className={styles.nothing}>{words.screens.nothingToChoose}</span>
      ) : (
        <ul className={styles.choiceList}>
          {query.data.map((value) => (
            <li key={value}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={value === chosen}
                onClick={() => choose(value === chosen ? null : value)}
              >
                {value}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
