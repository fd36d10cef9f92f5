// Rows nested below their parent row. Nested rows can be collapsed.

import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { AppList, AppScreen } from '@ninefold/core/contract/wire/app.ts'
import { treeOf, type Branch } from '../../../client/lists/tree.ts'
import { words } from '../../words/words.ts'
import { Card } from './list-cards.tsx'
import { titleOfRow, type RowsProps } from './list-props.ts'
import styles from './tree.module.css'

export default function Tree({ screen, block, data, label }: RowsProps) {
  if (block.form.kind !== 'tree') throw new Error(`"${block.title}" is drawn as a tree, and is none.`)
  const branches = treeOf(data.rows, block.form.by)
  // If nothing can be collapsed, nothing is indented.
  const isFlat = branches.every(({ below }) => below.length === 0)
  return (
    <ul className={styles.tree} aria-label={label}>
      {branches.map((branch) => (
        <Node key={branch.row.id} screen={screen} block={block} branch={branch} isFlat={isFlat} />
      ))}
    </ul>
  )
}

interface NodeProps {
  readonly screen: AppScreen
  readonly block: AppList
  readonly branch: Branch
  readonly isFlat?: boolean
}

function Node({ screen, block, branch, isFlat = false }: NodeProps) {
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const { row, below } = branch
  const name = titleOfRow(block, row)
  return (
    <li>
      <div className={styles.row}>
        {below.length === 0 ? (
          !isFlat && <span className={styles.leaf} aria-hidden="true" />
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={isOpen ? words.screens.fold(name) : words.screens.unfold(name)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          </ActionIcon>
        )}
        <div className={styles.card}>
          <Card screen={screen} block={block} row={row} isFlat />
        </div>
      </div>
      {below.length > 0 && (
        <ul id={id} hidden={!isOpen} className={styles.below} aria-label={words.screens.below(name)}>
          {below.map((inner) => (
            <Node key={inner.row.id} screen={screen} block={block} branch={inner} />
          ))}
        </ul>
      )}
    </li>
  )
}
