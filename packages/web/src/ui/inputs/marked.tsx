// A text with what was sought in it marked: the beginnings of words, each word that was typed by itself.

import { Fragment } from 'react'
import { markedParts } from '../../client/entering/marked-parts.ts'

export function Marked({ text, sought }: { readonly text: string; readonly sought: string }) {
  const parts = markedParts(text, sought)
  return (
    <span>
      {parts.map((part, index) =>
        part.isHit ? <mark key={index}>{part.text}</mark> : <Fragment key={index}>{part.text}</Fragment>,
      )}
    </span>
  )
}
