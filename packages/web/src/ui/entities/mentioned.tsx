// The people whom a text names behind an `@`, marked in it.

import { createContext, Fragment, useContext } from 'react'
import { mentionParts } from '../../client/entering/mentions.ts'
import styles from './formatted-text.module.css'

/** Names of the people whom the text around may name. */
export const Mentioned = createContext<readonly string[]>([])

export function MentionedText({ text }: { readonly text: string }) {
  const names = useContext(Mentioned)
  return mentionParts(text, names).map((part, index) =>
    part.isMention ? (
      <span key={index} className={styles.mention}>
        {part.text}
      </span>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
}
