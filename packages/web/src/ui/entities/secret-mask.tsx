// A secret text that is not readable here: only its presence.

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
