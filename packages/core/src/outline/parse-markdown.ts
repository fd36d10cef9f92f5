// A specification's text → Markdown's own tree, with the parts of Markdown that a specification has a use for.
// Positions in the tree count from behind a byte order mark; `shift` is how far that is.

import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Extension } from 'micromark-util-types'

export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Markdown that says nothing in a specification, read as the characters it is written in. Links and images within
 * each other cost time that grows with the square of their number; a specification has no use for them.
 */
const UNUSED: Extension = {
  disable: {
    null: [
      'autolink',
      'definition',
      'labelStartImage',
      'labelStartLink',
      'labelEnd',
      'characterReference',
      'codeIndented',
    ],
  },
}

export function parseMarkdown(text: string): { readonly root: Root; readonly shift: number } {
  const shift = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  const root = fromMarkdown(text.slice(shift), {
    extensions: [gfmTable(), UNUSED],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  return { root, shift }
}
