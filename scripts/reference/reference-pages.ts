// The pages of reference/, the point of each, and missing pages.

import { DIAGNOSTICS } from '@ninefold/core/diagnostic/registry.ts'
import { POINTS, type Point } from '@ninefold/core/model/points.ts'
import { basename } from 'node:path'
import { REFERENCE_FOLDERS } from '../checks/layer-matrix.ts'
import { projectFiles } from '../project-files.ts'

export interface PageFile {
  readonly file: string
  readonly folder: string
  /** Null for pages about the document as a whole and about expressions. */
  readonly point: Point | null
  /** `N601`, when the page is about a diagnostic. */
  readonly number: string | null
}

export function referencePages(): PageFile[] {
  return projectFiles(['reference/*/*.md']).map((file) => {
    const folder = file.split('/').slice(0, 2).join('/')
    const point = POINTS.find((known) => REFERENCE_FOLDERS[known] === folder) ?? null
    return { file, folder, point, number: /^(N\d{3})-/.exec(basename(file))?.[1] ?? null }
  })
}

export function numbersWithoutPage(): { number: string; title: string }[] {
  const described = referencePages().map((page) => page.number)
  return Object.entries(DIAGNOSTICS)
    .filter(([number]) => !described.includes(number))
    .map(([number, { title }]) => ({ number, title }))
}

/** The first digit is the point. N051 to N079 are about expressions, the other N0xx about the document. */
export function folderOfNumber(number: string): string {
  const point = POINTS[Number(number[1]) - 1]
  if (point !== undefined) return REFERENCE_FOLDERS[point]
  return Number(number.slice(1)) > 50 ? 'reference/expression' : 'reference/0-document'
}
