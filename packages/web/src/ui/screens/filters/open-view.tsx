// The tab of the view that is open: its name, and the menu of its actions.

import { useState } from 'react'
import type { View } from '@ninefold/core/contract/screens/views.ts'
import type { ToolsProps } from '../lists/tools-props.ts'
import { useViewWork } from './use-view-work.ts'
import { ViewMenu } from './view-menu.tsx'
import { ViewName } from './view-name.tsx'
import styles from './views.module.css'

interface OpenViewProps extends ToolsProps {
  readonly view: View
}

export default function OpenView({ view, ...tools }: OpenViewProps) {
  const work = useViewWork({ ...tools, query: view.query })
  const [isRenamed, setRenamed] = useState(false)
  return (
    <span className={styles.openTab}>
      {isRenamed ? (
        <ViewName view={view} work={work} done={() => setRenamed(false)} />
      ) : (
        <span className={styles.tab} data-shown aria-current="true">
          {view.name}
        </span>
      )}
      <ViewMenu
        view={view}
        work={work}
        isElsewhere={false}
        rename={() => setRenamed(true)}
        isRenamed={isRenamed}
        position="bottom-start"
      />
    </span>
  )
}
