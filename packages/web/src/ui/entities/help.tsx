// The author's text under "Meaning" beside an input: a sentence, whose links open in another tab.

import { Fragment } from 'react'
import { asSentence, linkedParts } from '../../client/input/linked-words.ts'

export function Help({ text }: { readonly text: string }) {
  return linkedParts(asSentence(text)).map(({ text: words, to }, index) =>
    to === null ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      // The form keeps its position and its values.
      <a key={index} href={to} target="_blank" rel="noreferrer">
        {words}
      </a>
    ),
  )
}
