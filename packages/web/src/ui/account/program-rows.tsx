// Rows of programs that act for a user, on the user's own account page and on the page of people.

import { Button } from '@mantine/core'
import { IconApps, IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AccountKey } from '@ninefold/core/contract/programs/api-keys.ts'
import type { ConnectedApp } from '@ninefold/core/contract/programs/oauth.ts'
import { useApp } from '../app-context.ts'
import { MomentInWords } from '../moment-in-words.tsx'
import { accountText, oauthText } from '../roles/page-words.ts'
import { accessInWords } from './key-access.tsx'
import { useEnding } from './use-ending.ts'
import styles from './account-page.module.css'

interface KeyRowProps {
  readonly apiKey: AccountKey
  readonly end: () => Promise<void>
}

export function KeyRow({ apiKey, end }: KeyRowProps) {
  const { name, beginning, isOver } = apiKey
  const text = accountText()
  return (
    <ProgramRow
      icon={<IconKey size={20} className={styles.device} aria-hidden="true" />}
      title={
        <>
          {name}
          {isOver && <span className={styles.this}>{text.keyOver}</span>}
        </>
      }
      beginning={beginning}
      program={apiKey}
      isOver={isOver}
      ending={{ label: text.keyEnd, one: text.keyEndOne(name), done: text.keyEnded(name), end }}
    />
  )
}

interface AppRowProps {
  readonly connected: ConnectedApp
  readonly end: () => Promise<void>
}

export function AppRow({ connected, end }: AppRowProps) {
  const { name } = connected
  const text = oauthText()
  return (
    <ProgramRow
      icon={<IconApps size={20} className={styles.device} aria-hidden="true" />}
      title={name}
      program={connected}
      isOver={false}
      ending={{ label: text.end, one: text.endOne(name), done: text.ended(name), end }}
    />
  )
}

interface ProgramRowProps {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly beginning?: string
  readonly program: Pick<ConnectedApp, 'roles' | 'onlyReads' | 'expiresAt' | 'lastUsedAt'>
  readonly isOver: boolean
  readonly ending: {
    readonly label: string
    readonly one: string
    readonly done: string
    readonly end: () => Promise<void>
  }
}

function ProgramRow({ icon, title, beginning, program, isOver, ending }: ProgramRowProps) {
  const app = useApp()
  const { roles, onlyReads, expiresAt, lastUsedAt } = program
  const { isBusy, end } = useEnding(ending.label)
  return (
    <li className={styles.session}>
      {icon}
      <div className={styles.words}>
        <p className={styles.browser}>{title}</p>
        <p className={styles.facts}>
          {beginning !== undefined && <span className={styles.beginning}>{beginning}…</span>}
          <span>{accessInWords(app, { roles, onlyReads })}</span>
          {lastUsedAt === null ? (
            <span>{accountText().keyNeverUsed}</span>
          ) : (
            <MomentInWords at={lastUsedAt}>{(when) => accountText().lastUsed(when)}</MomentInWords>
          )}
          {!isOver && <MomentInWords at={expiresAt}>{(when) => accountText().keyEnds(when)}</MomentInWords>}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        aria-label={ending.one}
        onClick={() => end(ending.end(), ending.done)}
      >
        {ending.label}
      </Button>
    </li>
  )
}
