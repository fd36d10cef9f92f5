// API keys of the user: a list with revocation, and a new one, shown once.

import { inTenant, TENANT_BASE } from '../../client/tenant-base.ts'
import { Alert, Button, Code, CopyButton, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { API_KEY_NAME_MAX, type AccountKeys } from '@ninefold/core/contract/programs/api-keys.ts'
import { AGENTS_PATH, agentSettings } from '@ninefold/core/contract/programs/agents.ts'
import { endKey, makeKey } from '../../client/account.ts'
import { useApp } from '../app-context.ts'
import { noticeFailed } from '../errors.tsx'
import { words } from '../words/words.ts'
import { accountText, oauthText } from '../roles/page-words.ts'
import { accessOf, KeyAccess, type TypedAccess } from './key-access.tsx'
import { KeyRow } from './program-rows.tsx'
import styles from './account-page.module.css'

const DAYS = 30

export function OwnKeys({ apiKeys }: { readonly apiKeys: AccountKeys }) {
  const { roles, keys, forAgents } = apiKeys
  const client = useQueryClient()
  const [mode, setMode] = useState<'list' | 'form' | { readonly key: string }>('list')
  return (
    <>
      {keys.length === 0 && mode === 'list' && <p className={styles.facts}>{accountText().noKeys}</p>}
      {keys.length > 0 && (
        <ul className={styles.sessions} aria-label={accountText().keys}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} end={() => endKey(client, key.id)} />
          ))}
        </ul>
      )}
      {typeof mode === 'object' && <MadeKey value={mode.key} forAgents={forAgents} done={() => setMode('list')} />}
      {mode === 'form' && <NewKey apiKeys={apiKeys} made={(key) => setMode({ key })} cancel={() => setMode('list')} />}
      {mode === 'list' && forAgents && (
        <p className={styles.facts}>
          <span>{apiKeys.apps === null ? accountText().agentsAddress : oauthText().agentsAddress}</span>{' '}
          <Code>{window.location.origin + inTenant(AGENTS_PATH)}</Code>
        </p>
      )}
      {mode === 'list' && roles.length > 0 && (
        <Button variant="default" size="sm" className={styles.others} onClick={() => setMode('form')}>
          {accountText().newKey}
        </Button>
      )}
    </>
  )
}

interface MadeKeyProps {
  readonly value: string
  readonly forAgents: boolean
  readonly done: () => void
}

function MadeKey({ value, forAgents, done }: MadeKeyProps) {
  return (
    <Alert icon={<IconKey size={18} />} title={accountText().keyMade} role="status">
      <Code block className={styles.key}>
        {value}
      </Code>
      <div className={styles.buttons}>
        <Copied value={value} />
        <Button variant="default" size="sm" onClick={done}>
          {accountText().keyDone}
        </Button>
      </div>
      {forAgents && <ForAgents apiKey={value} />}
    </Alert>
  )
}

/** Contains the key, because it is shown only now. */
function ForAgents({ apiKey }: { readonly apiKey: string }) {
  const { name } = useApp()
  const settings = agentSettings(name, window.location.origin + TENANT_BASE, apiKey)
  return (
    <section className={styles.agents} aria-label={accountText().agents}>
      <p>{accountText().agentsNote}</p>
      <Code block className={styles.key}>
        {settings}
      </Code>
      <div className={styles.buttons}>
        <Copied value={settings} label={accountText().agentsCopy} />
      </div>
    </section>
  )
}

function Copied({ value, label = words.copy }: { readonly value: string; readonly label?: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="sm" onClick={copy}>
          {copied ? words.copied : label}
        </Button>
      )}
    </CopyButton>
  )
}

interface NewKeyProps {
  readonly apiKeys: AccountKeys
  readonly made: (key: string) => void
  readonly cancel: () => void
}

function NewKey({ apiKeys: { roles, daysMax }, made, cancel }: NewKeyProps) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<TypedAccess>({
    roles: roles.length === 1 ? roles : [],
    onlyReads: true,
    days: Math.min(DAYS, daysMax),
  })
  // Errors are shown only after the first attempt.
  const [isTried, setTried] = useState(false)
  const isNameMissing = name.trim() === ''
  const given = accessOf(access, daysMax)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isNameMissing || given === null) return
    setBusy(true)
    makeKey(client, { name: name.trim(), ...given })
      .then(
        ({ key }) => made(key),
        (thrown: unknown) => noticeFailed(accountText().newKey, thrown),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form className={styles.newKey} aria-label={accountText().newKey} onSubmit={send}>
      <TextInput
        label={accountText().keyName}
        placeholder={accountText().keyNamePlaceholder}
        maxLength={API_KEY_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={isTried && isNameMissing && accountText().keyNameMissing}
        data-autofocus
      />
      <KeyAccess
        label={accountText().keyRoles}
        offered={roles}
        daysMax={daysMax}
        value={access}
        change={setAccess}
        isTried={isTried}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="sm" loading={isBusy}>
          {accountText().keyMake}
        </Button>
        <Button variant="default" size="sm" onClick={cancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
