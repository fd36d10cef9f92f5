// Stated and saved views of a screen's lists, below it in the navigation.

import { Link, useLocation } from '@tanstack/react-router'
import type { View } from '@ninefold/core/contract/screens/views.ts'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { changeListAddress, listPrefix, parseSearch, viewChange } from '../../../client/lists/list-address.ts'
import { statedViews } from '../../../client/lists/stated-view.ts'
import { tabOf } from '../../../client/screen-blocks.ts'
import { useViews } from '../filters/use-views.ts'
import styles from './navigation.module.css'

interface BelowProps {
  readonly screen: AppScreen | undefined
  readonly chosen: (() => void) | undefined
}

export function ViewsBelow({ screen, chosen }: BelowProps) {
  const { views } = useViews()
  const { href } = useLocation()
  return [...statedOn(screen), ...views].map(({ id, name, query, screen: key, block: index }) => {
    const block = screen?.key === key ? screen.blocks[index] : undefined
    if (screen === undefined || block?.kind !== 'list') return null
    const tab = tabOf(screen.blocks, index)
    const search = changeListAddress(tab, listPrefix(screen, index), viewChange(block, query))
    const isHere = href.startsWith(`${screen.address}?`) && isSame(parseSearch(href.split('?')[1] ?? ''), search)
    return (
      <Link
        key={id}
        to={screen.address}
        search={search as never}
        className={styles.link}
        activeProps={{}}
        data-below
        data-current={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
        onClick={chosen}
      >
        <span className={styles.label}>{name}</span>
      </Link>
    )
  })
}

/** A view that opens first is what the link to the screen itself shows. */
function statedOn(screen: AppScreen | undefined): readonly Pick<View, 'id' | 'name' | 'query' | 'screen' | 'block'>[] {
  return (screen?.blocks ?? []).flatMap((block, index) =>
    block.kind === 'list'
      ? statedViews(block).map(({ name, query }) => ({
          id: `${index}.${name}`,
          name,
          query,
          screen: screen?.key ?? '',
          block: index,
        }))
      : [],
  )
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}
