// A table of a picture, which scrolls horizontally, also by keyboard.

import type { ReactNode } from 'react'
import styles from './studio.module.css'

interface RowsProps {
  readonly label: string
  readonly columns: readonly string[]
  readonly children: ReactNode
  readonly className?: string | undefined
}

export function Rows({ label, columns, children, className }: RowsProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={className === undefined ? styles.table : `${styles.table} ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
