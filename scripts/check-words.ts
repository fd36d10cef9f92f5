// Counts sentences of comments and documents that a reader stumbles over: subjects that stay a riddle until the verb comes,
// and German syntax. Code spans and quotations are left out. CONTRIBUTING.md holds the whole style sheet.

import { projectFiles, report, textOf } from './project-files.ts'

/** Sentences that match one of these count. */
const RIDDLES: Readonly<Record<string, RegExp>> = {
  'begins with What, Who, Whoever, Whose or Whatever':
    /(?:^|[.!?]\s+)(?:What|Who|Whoever|Whose|Whatever)\b(?=\s+\S+\s+\S)(?![^.!?]*\?)/g,
  'says "whoever": name the person': /\bwhoever\b/gi,
  'says "is no …" for "is not a …"':
    /(?<!\bthere )\b(?:is|are|was|were) no (?!(?:longer|more|less|faster|other|better|worse|one|such|reason|need|way|room|place|difference|different|matter|exception)\b)[a-z]+/gi,
  'says "is none": repeat the noun': /(?<!\bthere )\b(?:is|are|was|were) none\b/gi,
  'says "so many": name the number': /\bso many\b/gi,
  'says "is told of": name the message and its receiver': /\b(?:is|are|was|were) told of\b/gi,
  'says "nothing of the kind"': /\bnothing of the kind\b/gi,
}

/** Titles of the language itself. */
const TITLES = ['What the product does and for whom']

/** The permitted number in each area. Branches from before the check may still bring some; it only ever goes down. */
const CEILINGS = { comments: 0, documents: 0 }

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
  Object.entries(CEILINGS).flatMap(([area, ceiling]) => {
    const found = counts[area as keyof typeof counts]
    return found.length <= ceiling ? [] : [`${area}: ${found.length} riddles, ${ceiling} may stand:`, ...found]
  }),
)

function riddlesIn(file: string, texts: readonly string[]): string[] {
  return texts.map(withoutQuotations).flatMap((text) =>
    Object.entries(RIDDLES).flatMap(([fault, pattern]) =>
      [...text.matchAll(pattern)].map(({ index }) => {
        const sentence = text.slice(Math.max(0, index - 30), index + 90).replace(/^[.!?]\s+/, '')
        return `${file} ${fault}: ${sentence}`
      }),
    ),
  )
}

function withoutQuotations(text: string): string {
  const unquoted = text.replace(/`[^`]*`/g, '`…`').replace(/"[^"]*"/g, '"…"')
  return TITLES.reduce((rest, title) => rest.replaceAll(title, 'Title'), unquoted)
}

/** Consecutive lines of one comment are one text. */
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

/** Leaves fences out. A cell of a table is a text of its own, and so is an item of a list. */
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
