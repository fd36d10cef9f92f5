// An e-mail as designed → HTML, and an equivalent text for programs without HTML.

import type { ContentBlock, ContentTable, DocumentBrand, DocumentContent } from './content.ts'
import { blocksHtml, escaped, FONT, head, INK, languageAttributes, lines, QUIET } from './html.ts'
import { totalWord } from './total-word.ts'

/** Parts of an e-mail besides its subject and words, as of the time of writing. */
export interface Letter {
  /** BCP 47. */
  readonly language: string
  readonly brand: DocumentBrand
  readonly button: LetterButton | null
  /** Shown below the words. */
  readonly shown: DocumentContent | null
}

export interface LetterButton {
  readonly label: string
  /** A web address, so that a click runs no script. */
  readonly address: string
}

/** Null: the link leads nowhere, or not to a web page. */
export function buttonTo(label: string, address: unknown): LetterButton | null {
  return typeof address === 'string' && /^https?:\/\/[^\s"<>]+$/i.test(address) ? { label, address } : null
}

export interface LetterWords {
  readonly subject: string
  readonly body: string
}

export function letterText({ body }: LetterWords, { button, shown }: Letter): string {
  const isSaid = button === null || body.includes(button.address)
  const parts = [
    body.trim(),
    ...(isSaid ? [] : [`${button.label}: ${button.address}`]),
    ...(shown === null ? [] : [shown.title, ...shown.blocks.map((block) => blockText(block, shown.language))]),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function blockText(block: ContentBlock, language: string): string {
  if (block.kind === 'text') return block.text
  const title = block.title === null ? [] : [block.title]
  if (block.kind === 'fields')
    return [
      ...title,
      ...block.fields.filter(({ text }) => text !== '').map(({ label, text }) => `${label}: ${text}`),
    ].join('\n')
  return [...title, ...tableText(block, totalWord(language))].join('\n')
}

/** A row becomes a line, because most programs would not align columns. */
function tableText({ columns, rows, totals = [], whenEmpty }: ContentTable, total: string): string[] {
  if (rows.length === 0) return whenEmpty === null ? [] : [whenEmpty]
  const joined = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' · ')
  const sums = totals.flatMap((sum, at) => (sum === null ? [] : [`${columns[at]?.label ?? ''} ${sum}`]))
  return [
    joined(columns.map(({ label }) => label)),
    ...rows.map((row) => `- ${joined(row)}`),
    ...(sums.length === 0 ? [] : [`${total}: ${sums.join(', ')}`]),
  ]
}

export function letterHtml({ subject, body }: LetterWords, { language, brand, button, shown }: Letter): string {
  const paragraphs = body.trim().split(/\n{2,}/)
  const isInPlace = button !== null && paragraphs.includes(button.address)
  const words = paragraphs.map((paragraph) =>
    button !== null && paragraph === button.address ? buttonHtml(button, brand) : paragraphHtml(paragraph),
  )
  const parts = [
    ...words,
    ...(button === null || isInPlace ? [] : [buttonHtml(button, brand)]),
    ...(shown === null
      ? []
      : [
          `<h1 style="margin:32px 0 0;padding-top:24px;border-top:1px solid #e3e5e8;font-size:20px;line-height:1.3;font-weight:650">${escaped(shown.title)}</h1>`,
          // E-mail programs do not show pictures embedded in the HTML.
          blocksHtml(shown, {}),
        ]),
  ]
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:10px">
<tr><td style="padding:28px 28px 32px;font:15px/1.55 ${FONT};color:${INK};text-align:start">
${head(brand, undefined)}
${parts.join('\n')}
</td></tr>
</table>
<p style="margin:16px 0 0;font:12px/1.5 ${FONT};color:${QUIET}">${escaped(brand.name)}</p>
</td></tr>
</table>
</body>
</html>
`
}

/** Web addresses become links, without the full stop that ends a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g

function paragraphHtml(paragraph: string): string {
  let html = ''
  let from = 0
  for (const found of paragraph.matchAll(ADDRESS)) {
    html += `${lines(paragraph.slice(from, found.index))}<a href="${escaped(found[0])}" style="color:inherit">${escaped(found[0])}</a>`
    from = found.index + found[0].length
  }
  return `<p style="margin:20px 0 0;overflow-wrap:anywhere">${html}${lines(paragraph.slice(from))}</p>`
}

/** Dark text on white is legible with any border colour. */
function buttonHtml({ label, address }: LetterButton, { colour }: DocumentBrand): string {
  return `<p style="margin:24px 0 0"><a href="${escaped(address)}" style="display:inline-block;padding:10px 22px;border:2px solid ${escaped(colour ?? INK)};border-radius:7px;color:${INK};font-weight:600;text-decoration:none">${escaped(label)}</a></p>`
}
