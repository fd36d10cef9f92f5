// Documents that a user has agreed to, with their versions.

import { Anchor } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { AgreedDocument } from '@ninefold/core/contract/wire/account.ts'
import { MomentInWords } from '../moment-in-words.tsx'
import { termsText } from '../roles/page-words.ts'
import styles from './account-page.module.css'

export function OwnTerms({ documents }: { readonly documents: readonly AgreedDocument[] }) {
  const text = termsText()
  return (
    <ul className={styles.sessions} aria-label={text.agreements}>
      {documents.map(({ name, version, address, agreedAt }) => (
        <li key={name} className={styles.session}>
          <IconFileText size={20} className={styles.device} aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.browser}>
              <Anchor href={address} target="_blank" rel="noopener noreferrer" c="inherit" underline="always">
                {name}
              </Anchor>
            </p>
            <p className={styles.facts}>
              <span>{text.version(version)}</span>
              {agreedAt !== null && <MomentInWords at={agreedAt}>{text.agreedAt}</MomentInWords>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
