// A document's content → HTML: a page for browsers, and the part of an e-mail below its words. Styles are inline,
// because e-mail programs drop all others. It loads nothing and runs no script.

import type {
  ContentBlock,
  ContentField,
  ContentTable,
  DocumentBrand,
  DocumentContent,
  DocumentPicture,
  Pictures,
} from './content.ts'
import { areSums, LOGO } from './content.ts'
import { totalWord } from './total-word.ts'

export const INK = '#1c1e21'
export const QUIET = '#5c6370'
export const LINE = '#e3e5e8'
export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? '')
}

/** Keeps line breaks. */
export function lines(text: string): string {
  return escaped(text).replace(/\n/g, '<br>')
}

/** Attributes of the root element. */
export function languageAttributes(language: string): string {
  const { language: spoken } = new Intl.Locale(language)
  const isRightToLeft = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'].includes(spoken)
  return `lang="${escaped(language)}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"`
}

/** A page for a browser, which prints well. */
export function documentHtml(content: DocumentContent, pictures: Pictures): string {
  const { title, language, brand, page } = content
  const size = `${page.size.toLowerCase()}${page.isLandscape ? ' landscape' : ''}`
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)}</title>
<style>
@page { size: ${size}; margin: 20mm }
body { margin: 0; background: #f4f5f6 }
main { box-sizing: border-box; max-width: ${page.isLandscape ? '1080px' : '800px'}; margin: 0 auto; padding: 40px clamp(16px, 6vw, 56px) 56px; background: #fff; min-height: 100vh }
@media print { body { background: #fff } main { max-width: none; padding: 0; min-height: 0 } tr { break-inside: avoid } thead { display: table-header-group } }
</style>
</head>
<body>
<main style="font:15px/1.5 ${FONT};color:${INK}">
${head(brand, pictures[LOGO])}
<h1 style="margin:28px 0 4px;font-size:28px;line-height:1.2;font-weight:650;overflow-wrap:anywhere">${escaped(title)}</h1>
${blocksHtml(content, pictures)}
</main>
</body>
</html>
`
}

/** The sender's logo, and a line in the sender's colour. */
export function head({ name, colour }: DocumentBrand, sign: DocumentPicture | undefined): string {
  const shown =
    sign === undefined
      ? `<strong style="font-size:17px">${escaped(name)}</strong>`
      : `<img src="${addressOf(sign)}" alt="${escaped(name)}" style="max-height:44px;max-width:220px">`
  return `<div style="padding-bottom:12px;border-bottom:2px solid ${escaped(colour ?? INK)}">${shown}</div>`
}

function addressOf(picture: DocumentPicture): string {
  return picture.kind === 'pixels'
    ? `data:${picture.type};base64,${picture.base64}`
    : `data:image/svg+xml;base64,${Buffer.from(picture.svg).toString('base64')}`
}

export function blocksHtml({ blocks, language }: DocumentContent, pictures: Pictures): string {
  return blocks
    .map((block, at) =>
      block.kind === 'fields' && areSums(blocks, at) ? sumsHtml(block.fields) : blockHtml(block, language, pictures),
    )
    .join('\n')
}

function blockHtml(block: ContentBlock, language: string, pictures: Pictures): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:20px 0 0;overflow-wrap:anywhere">${lines(block.text)}</p>`
    case 'fields':
      return section(block.title, fieldsHtml(block.fields, pictures))
    case 'table':
      return section(block.title, tableHtml(block, totalWord(language)))
  }
}

function section(title: string | null, body: string): string {
  const heading =
    title === null
      ? ''
      : `<h2 style="margin:0 0 8px;font-size:17px;line-height:1.3;font-weight:650">${escaped(title)}</h2>\n`
  return `<div style="margin:24px 0 0">\n${heading}${body}\n</div>`
}

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse'

function fieldsHtml(fields: readonly ContentField[], pictures: Pictures): string {
  const rows = fields.map(({ label, text, pictures: ids = [] }) => {
    const drawn = ids.flatMap((id) => pictures[id] ?? [])
    const words = drawn.length > 0 && drawn.length === ids.length ? '' : lines(text)
    const shown = drawn.map(
      (picture) =>
        `<img src="${addressOf(picture)}" alt="${escaped(text)}" style="display:block;max-width:200px;max-height:200px;margin-bottom:4px">`,
    )
    return `<tr><td style="padding:3px 16px 3px 0;color:${QUIET};vertical-align:top;width:30%">${escaped(label)}</td><td style="padding:3px 0;vertical-align:top;overflow-wrap:anywhere">${shown.join('')}${words}</td></tr>`
  })
  return `<table ${TABLE};width:100%">\n${rows.join('\n')}\n</table>`
}

function sumsHtml(fields: readonly ContentField[]): string {
  const rows = fields.map(
    ({ label, text }) =>
      `<tr><td style="padding:3px 24px 3px 0;color:${QUIET};text-align:end">${escaped(label)}</td><td style="padding:3px 0;text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums">${escaped(text)}</td></tr>`,
  )
  return `<table ${TABLE};margin:12px 0 0 auto" align="right">\n${rows.join('\n')}\n</table>\n<div style="clear:both"></div>`
}

function tableHtml({ columns, rows, totals, whenEmpty }: ContentTable, total: string): string {
  if (rows.length === 0 && whenEmpty !== null) return `<p style="margin:0;color:${QUIET}">${lines(whenEmpty)}</p>`
  const cell = (at: number, text: string, tag: 'td' | 'th', style: string): string => {
    const isNumber = columns[at]?.isNumber === true
    const edge =
      at === 0 ? 'padding:7px 12px 7px 0' : at === columns.length - 1 ? 'padding:7px 0' : 'padding:7px 12px 7px 0'
    const aligned = isNumber
      ? 'text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums'
      : 'text-align:start'
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="${edge};${aligned};${style}">${lines(text)}</${tag}>`
  }
  const heads = columns.map(({ label }, at) =>
    cell(
      at,
      label,
      'th',
      `font-size:13px;font-weight:600;color:${QUIET};vertical-align:bottom;border-bottom:1px solid ${QUIET}`,
    ),
  )
  const body = rows.map((row) => {
    const cells = columns.map((_, at) =>
      cell(at, row[at] ?? '', 'td', `vertical-align:top;border-bottom:1px solid ${LINE}`),
    )
    return `<tr>${cells.join('')}</tr>`
  })
  const sums = (totals ?? []).map((sum, at) => cell(at, sum ?? (at === 0 ? total : ''), 'td', 'font-weight:650'))
  return `<table cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;width:100%">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>${sums.length === 0 ? '' : `\n<tfoot><tr>${sums.join('')}</tr></tfoot>`}
</table>`
}
