// `ninefold guide`: prints the language in short, as one text for a coding agent; with `--full`, the whole manual. Both
// come from the pages installed with this program, so they match its version.

import manifest from '../../package.json' with { type: 'json' }
import { languageInShort, languagePages } from '../reference.ts'

const OPENING = `# How to write a specification for Ninefold ${manifest.version}

A specification is one Markdown file. It is the program: Ninefold checks it like a compiler and runs it as a web
application with a database and an API. There is no code to write beside it.

## How to work

1. \`ninefold new my-app\` writes the empty form, which runs. Fill in point 3 first: nearly everything else waits for it.
2. \`ninefold check my-app.md --format json\` after every change. Each diagnostic has a number, a place, a hint and often
   a fix; \`ninefold check my-app.md --fix\` applies those with one remedy. Go on until no error is left.
3. \`ninefold explain N601\` shows the page of a number: wrong, message, right.
4. \`ninefold questions my-app.md\` says what is still open and what waits for it. What nobody has told you is
   \`not shown\`. Never make it up: ask, or write \`not shown (assumed: X)\`.
5. \`ninefold format my-app.md\` puts it into the canonical form, so that differences stay small.
6. \`ninefold dev my-app.md\` runs it and takes every saved change.

Only what the sections below describe is enforced. A sentence of prose enforces nothing.
`

export interface GuideOptions {
  readonly full?: boolean
}

export async function guide({ full = false }: GuideOptions): Promise<void> {
  process.stdout.write(full ? opened(await languagePages()) : await guideInShort())
}

export async function guideInShort(): Promise<string> {
  return opened([await languageInShort()])
}

function opened(pages: readonly string[]): string {
  return `${OPENING}\n${pages.map(asPart).join('\n')}`
}

/** A page as a part of a longer text: its headings one level down, and its links replaced by their text. */
function asPart(page: string): string {
  let isFenced = false
  const lines = page.split('\n').map((line) => {
    if (line.startsWith('```')) isFenced = !isFenced
    if (isFenced) return line
    return line.replace(/^#/, '##').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
  })
  return `${lines.join('\n').trimEnd()}\n`
}
