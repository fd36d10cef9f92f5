// Counts sentences of comments, documents and messages that a reader stumbles over: subjects that stay a riddle until
// the verb comes, and German syntax. Code spans and quotations are left out. CONTRIBUTING.md has the style sheet.

import { projectFiles, report, textOf } from '../project-files.ts'

/** No sentence may match one of these. */
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
  'says "is had by": name the owner': /\b(?:is|are|was|were) had by\b/gi,
  'says "goes round": name the bypass or the circle': /\bgo(?:es)? round\b/gi,
  'says "belongs into": a thing belongs in its place': /\bbelongs? into\b/gi,
  'says "a further one": say "another one"': /\ba further one\b/gi,
  'says "is called otherwise": it has another name': /\bcalled otherwise\b/gi,
}

/** A few may stand; each area has its number. */
const STIFF: Readonly<Record<string, RegExp>> = {
  'begins with Nobody or Somebody: name the caller, user or reader': /(?:^|[.!?]\s+)(?:Nobody|Somebody|Anybody)\b/g,
  'has a free relative after a preposition: use a noun':
    /\b(?:of|by|with|from|for|at|than|about) what (?!if\b)[a-z]+/gi,
  'has a free relative as a person: use a noun': /[,;:] who (?:is|has|may|does|sees|asks)\b/gi,
  'has "… that is there" for "existing …"': /\b(?:that|which) (?:is|are|was|were) there\b/gi,
  'says "is told": say that something reports or shows it': /\b(?:is|are|was|were) told\b(?! (?:to|that|apart)\b)/gi,
  'says "is taken for": it is mistaken for, or treated as': /\b(?:is|are|was|were) taken for\b/gi,
}

/** Titles of the language itself. */
const TITLES = ['What the product does and for whom']

/** Permitted numbers of stiff sentences. They only ever go down. */
const CEILINGS = { comments: 24, documents: 11, notes: 66, messages: 2 }

const DOCUMENTS = [
  '*.md',
  'docs/**/*.md',
  'reference/**/*.md',
  'manual/**/*.md',
  'bench/**/*.md',
  'editors/**/*.md',
  'packages/**/README.md',
]

/** Diagnostics, reasons, the plan, commands, scripts, and the words of the web app. */
const MESSAGES = [
  'packages/core/src/diagnostic/*.ts',
  'packages/core/src/contract/words/*.ts',
  'packages/core/src/evolution/**/*.ts',
  'packages/cli/src/**/*.ts',
  'packages/web/src/**/*words*.ts',
  'packages/web/src/ui/words/**/*.ts',
  'scripts/**/*.ts',
]

const texts = {
  comments: textsOf(['packages/*/src/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}', 'bench/**/*.ts'], commentsOf),
  documents: textsOf(DOCUMENTS, paragraphsOf),
  notes: textsOf(['.changes/*.md'], paragraphsOf),
  messages: textsOf(MESSAGES, messagesOf).filter(([file]) => !/\.test\.ts$|\/testing\//.test(file)),
}

report(
  'Words',
  Object.entries(texts).flatMap(([area, found]) => {
    const stiff = found.flatMap(([file, text]) => matchesIn(file, text, STIFF))
    const ceiling = CEILINGS[area as keyof typeof CEILINGS]
    return [
      ...found.flatMap(([file, text]) => matchesIn(file, text, RIDDLES)),
      ...(stiff.length > ceiling ? [`${area}: ${stiff.length} stiff sentences, ${ceiling} may stand:`, ...stiff] : []),
    ]
  }),
)

function textsOf(patterns: readonly string[], read: (source: string) => string[]): (readonly [string, string])[] {
  return projectFiles(patterns).flatMap((file) =>
    read(textOf(file)).map((text) => [file, withoutQuotations(text)] as const),
  )
}

function matchesIn(file: string, text: string, patterns: Readonly<Record<string, RegExp>>): string[] {
  return Object.entries(patterns).flatMap(([fault, pattern]) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const sentence = text.slice(Math.max(0, index - 30), index + 90).replace(/^[.!?]\s+/, '')
      return `${file} ${fault}: ${sentence}`
    }),
  )
}

function withoutQuotations(text: string): string {
  const unquoted = text.replace(/`[^`]*`/g, '`…`').replace(/"[^"]*"/g, '"…"')
  return TITLES.reduce((rest, title) => rest.replaceAll(title, 'Title'), unquoted)
}

/** Consecutive lines of one comment are one text. */
function commentsOf(source: string): string[] {
  const found: string[] = []
  let text = ''
  for (const line of source.split('\n')) {
    const words = /^\s*(?:\/\/|\/?\*\*?(?!\/))\s?(.*?)(?:\*\/)?$/.exec(line)?.[1]
    if (words !== undefined) text = `${text} ${words}`.trim()
    if (words === undefined || line.includes('*/')) {
      if (text !== '') found.push(text)
      text = ''
    }
  }
  return text === '' ? found : [...found, text]
}

/** Literals that begin with a capital and end as a sentence does. The `…` of a template stands for a value. */
function messagesOf(source: string): string[] {
  const literals = source.matchAll(/^(?!\s*(?:\/\/|\*)).*?('(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)/gm)
  return [...literals]
    .map(([, literal = '']) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'))
    .filter((text) => /^[A-Z…].* .*[.:!]$/.test(text))
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
