// A specification's text → the Markdown tree, with the Markdown features that a specification uses. Positions in the
// tree start after a byte order mark, whose length is `shift`.

import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Extension } from 'micromark-util-types'

export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Markdown features without a use in specifications, read as plain characters. Nested links and images would take
 * quadratic time.
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
