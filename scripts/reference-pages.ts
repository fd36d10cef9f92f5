// The pages of reference/, each with the point that it belongs to.

import { POINTS, type Point } from '@ninefold/core/model/points.ts'
import { REFERENCE_FOLDERS } from './matrix.ts'
import { projectFiles } from './project-files.ts'

export interface PageFile {
  readonly file: string
  readonly folder: string
  /** Null for pages about the document as a whole and about expressions. */
  readonly point: Point | null
}

export function referencePages(): PageFile[] {
  return projectFiles(['reference/*/*.md']).map((file) => {
    const folder = file.split('/').slice(0, 2).join('/')
    return { file, folder, point: POINTS.find((point) => REFERENCE_FOLDERS[point] === folder) ?? null }
  })
}
