// Sentences of comments and documents that begin with What, Who, Whoever, Whose or Whatever: their subject is a riddle until
// the verb comes. Earlier ones wait to be rewritten, so each area has a ceiling, which only ever goes down.

import { projectFiles, report, textOf } from './project-files.ts'

/** How many there were when they were last counted. Lower it with each that is rewritten. */
const CEILINGS: Readonly<Record<string, number>> = { comments: 4, documents: 26 }

const RIDDLE = /(?:^|[.!?]\s+)(?:What|Who|Whoever|Whose|Whatever)\b(?=\s+\S+\s+\S)(?![^.!?]*\?)/g

const counts = {
  comments: projectFiles(['packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts']).flatMap((file) =>
    riddlesIn(file, commentsOf(textOf(file))),
  ),
  documents: projectFiles(['*.md', 'docs/**/*.md', 'reference/**/*.md', '.changes/*.md']).flatMap((file) =>
    riddlesIn(file, paragraphsOf(textOf(file))),
  ),
}

report(
  'Words',
  Object.entries(counts).flatMap(([area, found]) => {
    const ceiling = CEILINGS[area] ?? 0
    if (found.length <= ceiling) return []
    return [`${area}: ${found.length} sentences begin so, ${ceiling} may. Among them are:`, ...found.slice(-40)]
  }),
)

function riddlesIn(file: string, texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(RIDDLE)].map(({ index }) => `${file}: ${text.slice(index, index + 90).replace(/^[.!?]\s+/, '')}`),
  )
}

/** Lines of one comment that follow each other are one text. */
function commentsOf(source: string): string[] {
  const texts: string[] = []
  let text = ''
  for (const line of source.split('\n')) {
    const words = /^\s*(?:\/\/|\/?\*\*?(?!\/))\s?(.*?)(?:\*\/)?$/.exec(line)?.[1]
    if (words !== undefined) text = `${text} ${words}`.trim()
    if (words === undefined || line.includes('*/')) {
      if (text !== '') texts.push(text)
      text = ''
    }
  }
  return text === '' ? texts : [...texts, text]
}

/** Without what stands in fences. A cell of a table is a text of its own, and so is an item of a list. */
function paragraphsOf(markdown: string): string[] {
  return markdown
    .replace(/^(`{3,})[^]*?^\1$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.)\s)|\|/)
    .map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/^\s*(?:[-*]|\d+\.|#+)\s+/, '')
        .replace(/^\*\*/, '')
        .trim(),
    )
    .filter((text) => text !== '')
}
