// Switches for the messages that a user may turn off.

import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageSettingsQuery, turnMessage } from '../../client/notifications.ts'
import { noticeFailed } from '../errors.tsx'
import { showNotice } from '../notices.tsx'
import { accountText } from '../roles/page-words.ts'
import styles from '../account/account-page.module.css'

export function NotificationSettings() {
  const client = useQueryClient()
  const { data } = useQuery(messageSettingsQuery)
  if (data === undefined || data.messages.length === 0) return null
  const turn = (message: string, label: string, isOn: boolean): void =>
    void turnMessage(client, message, isOn)
      .then(() => showNotice({ message: accountText().messageSaved(label, isOn) }))
      .catch((thrown: unknown) => noticeFailed(label, thrown))
  return (
    <div role="group" aria-label={accountText().messagesWanted} className={styles.switches}>
      {data.messages.map(({ message, label, isOn }) => (
        <Switch
          key={message}
          label={label}
          checked={isOn}
          onChange={(event) => turn(message, label, event.currentTarget.checked)}
        />
      ))}
    </div>
  )
}
