// The button that downloads all data about the user.

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadOwnData } from '../../client/account.ts'
import { noticeFailed } from '../errors.tsx'
import { accountText } from '../roles/page-words.ts'
import styles from './account-page.module.css'

export function OwnData() {
  const [isBusy, setBusy] = useState(false)
  const download = (): void => {
    setBusy(true)
    downloadOwnData()
      .catch((thrown: unknown) => noticeFailed(accountText().downloadOwnData, thrown))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="default"
      size="sm"
      className={styles.others}
      loading={isBusy}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={download}
    >
      {accountText().downloadOwnData}
    </Button>
  )
}
