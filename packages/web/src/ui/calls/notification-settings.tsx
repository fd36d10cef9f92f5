// Switches for the messages that a user may turn off.

import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import type { MessageSetting } from '@ninefold/core/contract/wire/notifications.ts'
import { messageSettingsQuery, turnMessage } from '../../client/notifications.ts'
import { noticeFailed } from '../errors.tsx'
import { showNotice } from '../notices.tsx'
import { accountText } from '../roles/page-words.ts'
import styles from '../account/account-page.module.css'

export function NotificationSettings() {
  const { data } = useQuery(messageSettingsQuery)
  if (data === undefined || data.messages.length === 0) return null
  return (
    <div role="group" aria-label={accountText().messagesWanted} className={styles.switches}>
      {data.messages.map((setting) => (
        <MessageSwitch key={setting.message} setting={setting} />
      ))}
    </div>
  )
}

function MessageSwitch({ setting: { message, label, isOn } }: { readonly setting: MessageSetting }) {
  const client = useQueryClient()
  // The cache tells its readers after the event, and React puts a controlled box back within it.
  const [isShownOn, showOn] = useOptimistic(isOn)
  const turn = (isNowOn: boolean): void =>
    startTransition(async () => {
      showOn(isNowOn)
      try {
        await turnMessage(client, message, isNowOn)
        showNotice({ message: accountText().messageSaved(label, isNowOn) })
      } catch (thrown) {
        noticeFailed(label, thrown)
      }
    })
  return <Switch label={label} checked={isShownOn} onChange={(event) => turn(event.currentTarget.checked)} />
}
