// The specification's file, as the server reads it → the text with the language service's index. The same core as on
// the server runs here, so that each keystroke can be answered.

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SpecificationText } from '@ninefold/core/contract/wire/development.ts'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { bound, type LineOfText, linesIn, unbound, withEachFile } from '@ninefold/core/text/chapters.ts'
import type { Span } from '@ninefold/core/text/source.ts'
import { specificationQuery } from '../../client/query/queries.ts'
import { request } from '../../client/query/request.ts'
import { today } from '../today.ts'

export interface OpenFile {
  readonly file: string
  /** The unchanged text of the file. */
  readonly raw: string
  readonly document: Document
}

export const textQuery = queryOptions({
  queryKey: ['specification', 'text'],
  queryFn: ({ signal }) => request<SpecificationText>('GET', '/_ninefold/text', { signal }),
  select: ({ file, text }): OpenFile => ({ file, raw: text, document: openDocument(inLines(text), today()) }),
  staleTime: 60_000,
})

/** Each save is reported, valid or not; the text is then reloaded. */
export function useOpenFile() {
  const queryClient = useQueryClient()
  const { data: report } = useQuery(specificationQuery)
  useEffect(() => void queryClient.invalidateQueries({ queryKey: textQuery.queryKey }), [queryClient, report])
  return useQuery(textQuery)
}

/** Editors count a line ending as one character, whatever the files have. */
export function inLines(text: string): string {
  return withEachFile(text, (file) => file.replace(/\r\n?/g, '\n'))
}

/** The reverse: with the line endings of each file. */
export function asInFiles(text: string, raw: string): string {
  const [written, before] = [unbound(text), unbound(raw)]
  const asIn = (file: string, other = ''): string => (other.includes('\r\n') ? file.replaceAll('\n', '\r\n') : file)
  return bound(
    asIn(written.main, before.main),
    written.chapters.map((chapter, index) => ({ ...chapter, text: asIn(chapter.text, before.chapters[index]?.text) })),
  )
}

/** The lines of each document, because a page asks for hundreds of them. */
const known = new WeakMap<Document, ReturnType<typeof linesIn>>()

export function lineAt(document: Document, span: Pick<Span, 'start'>): LineOfText {
  const lineOf = known.get(document) ?? linesIn(document.text)
  known.set(document, lineOf)
  return lineOf({ span })
}
