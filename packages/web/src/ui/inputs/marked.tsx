// A text with search words marked at the beginnings of words.

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
