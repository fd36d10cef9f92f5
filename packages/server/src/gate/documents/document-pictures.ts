// The pictures of a document → pictures in a PDF format. A picture that cannot be drawn is left out, and its name is
// printed.

import { buffer } from 'node:stream/consumers'
import { LOGO, type DocumentContent, type DocumentPicture, type Pictures } from '../../documents/content.ts'
import { renderDocument } from '../../documents/renderer.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { issuedBytes, keepIssuedBytes } from '../../store/tables/issued-documents.ts'
import { printedPicture } from '../../store/files/pictures.ts'
import type { Application } from '../context/application.ts'
import type { Logo } from '../context/logo.ts'

/** Pictures per document. */
const PICTURES_MAX = 50

/** The bytes of the PDF. Throws RendererBusy if a retry makes sense. */
export async function renderedDocument(
  { logo, database }: Pick<Application, 'logo' | 'database'>,
  files: FileStore | undefined,
  content: DocumentContent,
): Promise<Buffer> {
  const { issued } = content
  const kept = issued === undefined ? null : await issuedBytes(database, issued)
  if (kept !== null) return kept
  const bytes = await renderDocument(content, await picturesOf(logo, files, content))
  if (issued === undefined) return bytes
  await keepIssuedBytes(database, issued, bytes)
  return (await issuedBytes(database, issued)) ?? bytes
}

export async function picturesOf(
  logo: Logo | undefined,
  files: FileStore | undefined,
  { blocks }: DocumentContent,
): Promise<Pictures> {
  const sign = logo === undefined ? null : logoPicture(logo)
  const pictures: Record<string, DocumentPicture> = sign === null ? {} : { [LOGO]: sign }
  const ids = blocks.flatMap((block) =>
    block.kind === 'fields' ? block.fields.flatMap((field) => field.pictures ?? []) : [],
  )
  for (const id of [...new Set(ids)].slice(0, PICTURES_MAX)) {
    const content = (await files?.read(id)) ?? null
    const made = content === null ? null : await printedPicture(() => buffer(content))
    if (made !== null) pictures[id] = { kind: 'pixels', type: made.type, base64: made.bytes.toString('base64') }
  }
  return pictures
}

/** A logo in a format that PDF does not support is replaced by the name. */
function logoPicture({ light: { bytes, type } }: Logo): DocumentPicture | null {
  if (type === 'image/svg+xml') return { kind: 'svg', svg: bytes.toString('utf8') }
  return type === 'image/png' || type === 'image/jpeg'
    ? { kind: 'pixels', type, base64: bytes.toString('base64') }
    : null
}
