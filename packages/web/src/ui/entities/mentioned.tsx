// Mentions (`@`) of people in a text, marked.

import { createContext, Fragment, useContext } from 'react'
import { mentionParts } from '../../client/entering/mentions.ts'
import styles from './formatted-text.module.css'

/** Names of people whom the enclosed text may mention. */
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
