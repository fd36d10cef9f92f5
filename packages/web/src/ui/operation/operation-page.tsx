// The operators' page: audit log, messages, waiting work and health, each on a tab.

import { Tabs, Title } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useApp } from '../app-context.ts'
import { NotFoundState } from '../errors.tsx'
import { operationText } from '../roles/page-words.ts'
import { useTitle } from '../use-title.ts'
import { AuditTab } from './audit-tab.tsx'
import { HealthTab } from './health-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { WorkTab } from './work-tab.tsx'
import styles from './operation.module.css'

const TABS = { audit: AuditTab, messages: MessagesTab, work: WorkTab, health: HealthTab } as const
type TabName = keyof typeof TABS

function isTab(name: string | null): name is TabName {
  return name !== null && Object.hasOwn(TABS, name)
}

export function OperationPage() {
  const { isOperator } = useApp()
  const { hash } = useLocation()
  const navigate = useNavigate()
  useTitle(operationText().title)
  if (isOperator !== true) return <NotFoundState />
  const open: TabName = isTab(hash) ? hash : 'audit'
  const turnTo = (name: string | null): void => {
    if (isTab(name))
      void navigate({ to: '.', hash: name, replace: true, resetScroll: false, hashScrollIntoView: false })
  }
  return (
    <div className={styles.page}>
      <header>
        <Title order={1}>{operationText().title}</Title>
        <p className={styles.intro}>{operationText().intro}</p>
      </header>
      <Tabs value={open} onChange={turnTo} keepMounted={false} className={styles.tabs}>
        <Tabs.List aria-label={operationText().title}>
          {Object.keys(TABS).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {operationText().tabs[name as TabName]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(TABS).map(([name, Part]) => (
          <Tabs.Panel key={name} value={name} className={styles.panel}>
            <Part />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
