// A secret text where it cannot be read: that there is one.

import { words } from '../words/words.ts'
import styles from './cells.module.css'

export function SecretMask() {
  return (
    <span className={styles.quiet}>
      <span aria-hidden="true">••••••••</span>
      <span className="visually-hidden">{words.entities.secretSet}</span>
    </span>
  )
}
