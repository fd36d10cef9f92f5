// The specification's file, as the server reads it → the text with the language service's index. The same core as on
// the server runs here, so that each keystroke can be answered.

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SpecificationText } from '@ninefold/core/contract/wire/development.ts'
import { openDocument, type Document } from '@ninefold/core/service/document.ts'
import { linesOf, positionAt } from '@ninefold/core/text/lines.ts'
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

/** Editors count a line ending as one character, whatever the file has. */
export function inLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The reverse: with the file's line endings. */
export function asInFile(text: string, raw: string): string {
  return raw.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
}

export function lineAt({ text }: Document, { start }: { readonly start: number }): number {
  return positionAt(linesOf(text), start).line
}
