// The author's text under "Meaning" beside an input: a sentence, whose links open in another tab.

import { Fragment } from 'react'
import { linkedParts } from '../../client/input/linked-words.ts'

export function Help({ text }: { readonly text: string }) {
  return linkedParts(sentence(text)).map(({ text: words, to }, index) =>
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

/** Authors write meanings in lower case in a table; under a label they are sentences. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
