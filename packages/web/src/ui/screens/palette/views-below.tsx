// Saved views of this person, below their screen in the navigation.

import { Link, useLocation } from '@tanstack/react-router'
import type { AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { changeListAddress, listPrefix, parseSearch, viewChange } from '../../../client/lists/list-address.ts'
import { useViews } from '../filters/use-views.ts'
import styles from './navigation.module.css'

interface BelowProps {
  readonly screen: AppScreen | undefined
  readonly chosen: (() => void) | undefined
}

export function ViewsBelow({ screen, chosen }: BelowProps) {
  const { views } = useViews()
  const { href } = useLocation()
  return views.map(({ id, name, query, screen: key, block: index }) => {
    const block = screen?.key === key ? screen.blocks[index] : undefined
    if (screen === undefined || block?.kind !== 'list') return null
    const search = changeListAddress({}, listPrefix(screen, index), viewChange(block, query))
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

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}
