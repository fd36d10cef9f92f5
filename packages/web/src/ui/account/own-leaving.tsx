// Deletion of one's own account, where point 6 permits it.

import { inTenant } from '../../client/tenant-base.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetPerson } from '../../client/people.ts'
import { ForgettingDialog } from '../people/forgetting-dialog.tsx'
import { peopleText } from '../roles/page-words.ts'
import styles from './account-page.module.css'

export function OwnLeaving({ userId }: { readonly userId: string }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const text = peopleText()
  return (
    <>
      <Button variant="default" color="red" size="sm" className={styles.others} onClick={() => setAsked(true)}>
        {text.leave}
      </Button>
      <ForgettingDialog
        title={text.leaveTitle}
        note={text.leaveNote}
        action={text.leaveNow}
        isOpen={isAsked}
        close={() => setAsked(false)}
        // Nothing on the page belongs to the user any more.
        forget={() => forgetPerson(client, userId).then(() => window.location.assign(inTenant('/')))}
      />
    </>
  )
}
