import { POINT_HEADINGS, POINTS } from '@ninefold/core/model/points.ts'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, root, textOf } from './project-files.ts'

const load = createRequire(import.meta.url)
const { isSpecification } = load(join(root, 'editors/vscode/is-specification.cjs')) as {
  isSpecification: (text: string) => boolean
}

describe('the extension for Visual Studio Code', () => {
  it('knows every example and the empty form for a specification', () => {
    for (const file of projectFiles(['examples/*/*.md', 'packages/core/src/read/fixtures/*.md']))
      if (textOf(file).includes('## 1. ')) expect(isSpecification(textOf(file)), file).toBe(true)
  })
  it('leaves the documents of this project alone', () => {
    for (const file of projectFiles(['*.md', 'docs/**/*.md', '.changes/*.md', 'editors/**/*.md']))
      expect(isSpecification(textOf(file)), file).toBe(false)
  })
  it('knows three headings as the language has them', () => {
    const headings = POINTS.map((point) => `## ${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}`)
    for (const [index] of headings.entries()) {
      const three = [0, 1, 2].map((step) => headings[(index + step) % headings.length])
      expect(isSpecification(three.join('\n\n'))).toBe(true)
      expect(isSpecification(three.slice(1).join('\n\n'))).toBe(false)
    }
  })
})
