// The author's words under "Meaning", as they stand beside an input: a sentence, with links that open beside the form.

import { Fragment } from 'react'
import { linkedParts } from '../../client/input/linked-words.ts'

export function Help({ text }: { readonly text: string }) {
  return linkedParts(sentence(text)).map(({ text: words, to }, index) =>
    to === null ? (
      <Fragment key={index}>{words}</Fragment>
    ) : (
      // The form keeps its place, and all that is typed in it.
      <a key={index} href={to} target="_blank" rel="noreferrer">
        {words}
      </a>
    ),
  )
}

/** Authors write meanings into a table, in small letters; under a label they start a line. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
