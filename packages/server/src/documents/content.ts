// A document as the layout takes it: every value is final text, and nothing is looked up any more.

import type { PageFormat } from '@ninefold/core/model/screens.ts'

export interface DocumentContent {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly page: PageFormat
  readonly brand: DocumentBrand
  readonly blocks: readonly ContentBlock[]
  /** The id of the issued document. Missing: it is rendered anew each time. */
  readonly issued?: string
}

export interface DocumentBrand {
  readonly name: string
  /** `#1f6feb`; null: the text states none. */
  readonly colour: string | null
  /** Version of the logo; null: the name is printed instead. */
  readonly logo: string | null
}

/** The logo's key among the pictures; the others have the ids of their files. */
export const LOGO = 'logo'

/** If a picture is missing, its name is printed in its place. */
export type Pictures = Readonly<Record<string, DocumentPicture>>

/** In a format that PDF supports. */
export type DocumentPicture =
  | { readonly kind: 'pixels'; readonly type: 'image/png' | 'image/jpeg'; readonly base64: string }
  | { readonly kind: 'svg'; readonly svg: string }

export type ContentBlock =
  | { readonly kind: 'fields'; readonly title: string | null; readonly fields: readonly ContentField[] }
  | ContentTable
  | { readonly kind: 'text'; readonly text: string }

export interface ContentField {
  readonly label: string
  readonly text: string
  readonly isNumber?: true
  /** Ids of files. */
  readonly pictures?: readonly string[]
}

export interface ContentTable {
  readonly kind: 'table'
  readonly title: string | null
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Sums by column; null: the column has none. Missing: the table has none. */
  readonly totals?: readonly (string | null)[]
  readonly whenEmpty: string | null
}

export interface RenderRequest {
  readonly id: number
  readonly content: DocumentContent
  readonly pictures: Pictures
}

export type RenderAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failed: string }

/** `Invoice 2026/17` becomes `Invoice 2026-17.pdf`. */
export function fileNameOf({ title }: DocumentContent): string {
  const plain = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[\\/]/g, '-')
    .trim()
  return `${[...plain].slice(0, 100).join('') || 'document'}.pdf`
}

/** Numbers below a table are its sums, so they are aligned with its numbers. */
export function areSums(blocks: readonly ContentBlock[], at: number): boolean {
  const block = blocks[at]
  return (
    block?.kind === 'fields' &&
    block.title === null &&
    blocks[at - 1]?.kind === 'table' &&
    block.fields.length > 0 &&
    block.fields.every(({ isNumber }) => isNumber === true)
  )
}
