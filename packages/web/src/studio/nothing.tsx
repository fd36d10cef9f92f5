// Placeholder of a point without content: what is missing, and a link to write it.

import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Point } from '@ninefold/core/model/points.ts'
import { words } from './words.ts'
import styles from './studio.module.css'

export function Nothing({ point }: { readonly point: Point }) {
  return (
    <div className={styles.empty}>
      <Text>{words.nothing[point]}</Text>
      <Anchor component={Link} to="/_ninefold/editor" size="sm">
        {words.write}
      </Anchor>
    </div>
  )
}
