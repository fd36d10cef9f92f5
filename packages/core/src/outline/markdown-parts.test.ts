import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { expect, it } from 'vitest'
import { markdownParts } from './markdown-parts.ts'
import { parseMarkdown } from './parse-markdown.ts'

const helpDesk = readFileSync(new URL('../../../../examples/helpdesk/app.md', import.meta.url), 'utf8')

/** Text of a tree, with its positions. */
function shown(node: Nodes, shift: number): unknown {
  const { position, ...rest } = node
  const span = position === undefined ? [] : [position.start.offset ?? 0, position.end.offset ?? 0]
  return {
    ...rest,
    span: span.map((offset) => offset + shift),
    children: 'children' in node ? node.children.map((child) => shown(child, shift)) : null,
  }
}

function expectSame(text: string): void {
  const whole = parseMarkdown(text)
  const expected = whole.root.children.map((node) => shown(node, whole.shift))
  const parts = markdownParts(text)
  expect(parts.flatMap(({ nodes, shift }) => nodes.map((node) => shown(node, shift)))).toEqual(expected)
}

it('finds in the parts what the whole text holds', () => {
  expectSame(helpDesk)
  expectSame(`\uFEFF${helpDesk.replace(/\n/g, '\r\n')}`)
  expectSame('# A\n\ntext\n## B\n| a |\n| - |\n| b |\n### C')
  expect(markdownParts(helpDesk).length).toBeGreaterThan(30)
})

it('does not take the number sign inside a code fence, a comment or other HTML for a heading', () => {
  expectSame('# A\n\n```\n# not one\n\n## nor this\n```\n\n# B\n')
  expectSame('# A\n\n```\ncode\n```\n# B\n')
  expectSame('# A\n\n~~~~\n# never closed\n\n## B\n')
  expectSame('# A\n\n<!-- one\n\n# not one\n-->\n\n# B\n')
  expectSame('# A\n\n<div>\n# not one\n\n# B\n')
  expectSame('- a\n\n  ```\n# B\n  ```\n')
  expectSame('> ```\n# B\n> ```\n')
  expectSame('words\u2028# no line ends here\n')
})

/** Markers that start, end, continue or enclose a block. */
const MARKS =
  '#;## ;### B;#;####### ;\n;\n\n;\r\n;\r;\t;    ; ;```;~~~;````;<!--;-->;<div>;</div>;<pre>;</pre>;<?;?>;<b>;| a |\n| --- |\n;| b |;- ;1. ;> ;**;`;\\;===;---;a;\u2028;\uFEFF;\0;[a]: b'
const piece = fc.constantFrom(...MARKS.split(';'))

it('finds in the parts what the whole text holds, whatever the text', () => {
  const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  fc.assert(fc.property(texts, expectSame), { numRuns: 800 })
})

it('finds the same after every one of many edits, which is what it remembers for', () => {
  const some = helpDesk.slice(0, 5000)
  const edit = fc.record({ at: fc.nat(some.length), removed: fc.nat(40), inserted: piece })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let text = some
      for (const { at, removed, inserted } of edits) {
        text = text.slice(0, at) + inserted + text.slice(at + removed)
        expectSame(text)
      }
    }),
    { numRuns: 10 },
  )
})
