// A document's content → the document definition of the PDF library.

import type { Content, Definition, TableLayout } from 'pdfmake/js/index.js'
import {
  type ContentBlock,
  type ContentField,
  type ContentTable,
  type DocumentContent,
  type DocumentPicture,
  areSums,
  LOGO,
  type Pictures,
} from './content.ts'
import { totalWord } from './total-word.ts'

const INK = '#1c1e21'
const QUIET = '#5c6370'
const LINE = '#d8dbe0'
const MARGIN = 56
const SIZE = 9.5
const SMALL = 8.5
const LOGO_HEIGHT = 36
const LOGO_WIDTH = 180
const PICTURE = 160
/** Longer words may be wider than their column, so they can be broken. */
const WORD_MAX = 18

/** Replaces a character that the font lacks. */
const NUMBERS: Readonly<Record<string, string>> = {
  de: 'Zeichen, die in der Schrift dieses Dokuments fehlen, stehen als ihre Unicode-Nummer in eckigen Klammern.',
  en: 'Characters that the font of this document lacks stand as their Unicode number in square brackets.',
}

export interface LaidOut {
  readonly pictures: Pictures
  /** Every text passes through this function once. */
  readonly printed: (text: string) => string
  /** Asked after all texts have been printed. */
  readonly hasNumbers: () => boolean
}

export function layoutOf(document: DocumentContent, { printed, hasNumbers, pictures }: LaidOut): Definition {
  const { language, page, brand } = document
  const numbers = NUMBERS[language.split('-')[0] ?? ''] ?? NUMBERS['en'] ?? ''
  const title = printed(document.title)
  const name = printed(brand.name)
  const blocks = document.blocks.map((block, at) =>
    block.kind === 'fields' && areSums(document.blocks, at)
      ? sumsNode(block.fields, printed)
      : nodeOf(block, printed, pictures, totalWord(language)),
  )
  return {
    pageSize: page.size.toUpperCase(),
    pageOrientation: page.isLandscape ? 'landscape' : 'portrait',
    pageMargins: [MARGIN, MARGIN + 8, MARGIN, MARGIN + 8],
    language,
    // A fixed date, so that equal content gives equal files.
    info: { title, creator: name, producer: 'Ninefold', creationDate: new Date(0) },
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize: SIZE, lineHeight: 1.25, color: INK },
    header: (current) => (current === 1 ? null : running(title, 30)),
    footer: (current, count) => ({
      margin: [MARGIN, 20, MARGIN, 0],
      columns: [
        { text: name, fontSize: 8, color: QUIET },
        { text: `${current} / ${count}`, alignment: 'right', width: 60, fontSize: 8, color: QUIET },
      ],
    }),
    content: [
      head(document, name, pictures[LOGO]),
      { text: title, fontSize: 20, bold: true, lineHeight: 1.15, margin: [0, 22, 0, 6], ...broken(title) },
      ...blocks,
      ...(hasNumbers() ? [{ text: numbers, fontSize: 8, color: QUIET, margin: margins(18, 0) }] : []),
    ],
  }
}

function running(text: string, top: number): Content {
  return { text, fontSize: 8, color: QUIET, margin: [MARGIN, top, MARGIN, 0], noWrap: true }
}

/** The sender's logo, and a line in the sender's colour. */
function head({ brand }: DocumentContent, name: string, sign: DocumentPicture | undefined): Content {
  const first: Content = sign === undefined ? { text: name, fontSize: 13, bold: true, ...broken(name) } : logo(sign)
  return {
    table: { widths: ['*'], body: [[first]] },
    layout: {
      hLineWidth: (index: number) => (index === 1 ? 2 : 0),
      vLineWidth: () => 0,
      hLineColor: () => brand.colour ?? INK,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 0,
      paddingBottom: () => 8,
    },
  }
}

function logo(picture: DocumentPicture): Content {
  return picture.kind === 'svg'
    ? { svg: picture.svg, fit: [LOGO_WIDTH, LOGO_HEIGHT] }
    : { image: dataUrl(picture), fit: [LOGO_WIDTH, LOGO_HEIGHT] }
}

function dataUrl({ type, base64 }: Extract<DocumentPicture, { kind: 'pixels' }>): string {
  return `data:${type};base64,${base64}`
}

type Printed = LaidOut['printed']

function nodeOf(block: ContentBlock, printed: Printed, pictures: Pictures, total: string): Content {
  switch (block.kind) {
    case 'fields':
      return {
        stack: [heading(block.title, printed), fieldsNode(block.fields, printed, pictures)],
        margin: margins(14, 0),
      }
    case 'table':
      return { stack: [heading(block.title, printed), tableNode(block, printed, total)], margin: margins(18, 0) }
    case 'text': {
      const text = printed(block.text)
      return { text, margin: margins(14, 0), ...broken(text) }
    }
  }
}

function heading(title: string | null, printed: Printed): Content {
  if (title === null) return ''
  return { text: printed(title), fontSize: 11.5, bold: true, margin: margins(0, 6) }
}

function fieldsNode(fields: readonly ContentField[], printed: Printed, drawn: Pictures): Content {
  if (fields.length === 0) return ''
  const body = fields.map(({ label, text, pictures: ids = [] }): Content[] => {
    const pictures = ids.flatMap((id) => drawn[id] ?? [])
    const said = printed(text)
    const words: Content[] =
      pictures.length > 0 && pictures.length === ids.length ? [] : [{ text: said, ...broken(said) }]
    return [{ text: printed(label), color: QUIET }, { stack: [...pictures.map(picture), ...words] }]
  })
  return { table: { widths: [130, '*'], body, dontBreakRows: true }, layout: spaced(2) }
}

function sumsNode(fields: readonly ContentField[], printed: Printed): Content {
  const body = fields.map(({ label, text }): Content[] => [
    '',
    { text: printed(label), color: QUIET, alignment: 'right' },
    { text: printed(text), alignment: 'right' },
  ])
  return { stack: [{ table: { widths: ['*', 'auto', 'auto'], body }, layout: spaced(2) }], margin: margins(8, 0) }
}

function picture(shown: DocumentPicture): Content {
  return shown.kind === 'svg'
    ? { svg: shown.svg, fit: [PICTURE, PICTURE] }
    : { image: dataUrl(shown), fit: [PICTURE, PICTURE], margin: margins(0, 4) }
}

function spaced(padding: number): TableLayout {
  return {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : 12),
    paddingRight: () => 0,
    paddingTop: () => padding,
    paddingBottom: () => padding,
  }
}

/** The column heads are repeated on every page of the table. */
function tableNode({ columns, rows, totals, whenEmpty }: ContentTable, printed: Printed, total: string): Content {
  if (rows.length === 0 && whenEmpty !== null) return { text: printed(whenEmpty), color: QUIET }
  const cells = rows.map((row) => columns.map((_, index) => printed(row[index] ?? '')))
  const aligned = (index: number): { alignment: 'left' | 'right' } => ({
    alignment: columns[index]?.isNumber === true ? 'right' : 'left',
  })
  const heads = columns.map(({ label }, index): Content => {
    const text = printed(label)
    return { text, fontSize: SMALL, bold: true, color: QUIET, ...aligned(index), ...broken(text) }
  })
  const body = cells.map((row) => row.map((text, index): Content => ({ text, ...aligned(index), ...broken(text) })))
  const sums = (totals ?? []).map((sum, index): Content => {
    const text = sum === null ? (index === 0 ? total : '') : printed(sum)
    return { text, bold: true, ...aligned(sum === null ? -1 : index) }
  })
  const last = 1 + rows.length
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: false,
      widths: columns.map((column, index) => widthOf(column.isNumber, cells, index)),
      body: [heads, ...body, ...(sums.length === 0 ? [] : [sums])],
    },
    layout: {
      ...spaced(4),
      hLineWidth: (index) => (index === 0 || index > last ? 0 : index === 1 || index === last ? 0.9 : 0.5),
      hLineColor: (index) => (index === 1 || index === last ? QUIET : LINE),
    },
  }
}

/** Columns of numbers are as narrow as possible without breaking a number. */
function widthOf(isNumber: boolean, cells: readonly (readonly string[])[], index: number): '*' | 'auto' {
  return isNumber && !cells.some((row) => hasLongWord(row[index] ?? '')) ? 'auto' : '*'
}

function hasLongWord(text: string): boolean {
  return text.split(/\s+/).some((word) => word.length > WORD_MAX)
}

function broken(text: string): { wordBreak?: 'break-all' } {
  return hasLongWord(text) ? { wordBreak: 'break-all' } : {}
}

function margins(top: number, bottom: number): [number, number, number, number] {
  return [0, top, 0, bottom]
}
