// Notices at the bottom of the page, and the component that draws them. Both are loaded with the first notice
// (notices.tsx).

import '@mantine/notifications/styles.layer.css'
import { notifications, Notifications, type NotificationData } from '@mantine/notifications'
import { words } from './words/words.ts'

export function show(notice: NotificationData): void {
  notifications.show({ closeButtonProps: { 'aria-label': words.close }, ...notice })
}

export function hide(id: string): void {
  notifications.hide(id)
}

export default function Notices() {
  return <Notifications position="bottom-center" limit={4} />
}
