// The order of test files: long ones begin early, so that no processor waits at the end while a long one runs alone.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../project-files.ts'

/**
 * Projects with long files first, and last those whose files are many and short. Files of one project follow each
 * other, because a worker loads all modules anew for another project.
 */
const PROJECTS = ['journeys', 'cli', 'server', 'ground', 'playground', 'plan', 'core', 'web']

/** Files that take long although they are short: of files that have not run yet, Vitest begins with the largest. */
const LONG = [
  'packages/cli/src/journeys/accessibility-of-examples.browser.test.ts',
  'packages/server/src/store/expression-agreement.test.ts',
  'packages/server/src/gate/two-teams.test.ts',
  'packages/core/src/check/planted/planted.test.ts',
  'packages/core/src/service/rename.test.ts',
  'packages/core/src/check/large-texts.test.ts',
].map((file) => join(root, file))

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONG.filter((file) => !existsSync(file))
    if (gone.length > 0)
      throw new Error(`scripts/test-run/test-order.ts names files that are not there: ${gone.join(', ')}`)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOfProject(a) - placeOfProject(b) || placeOfFile(a) - placeOfFile(b))
  }
}

function placeOfProject({ project }: TestSpecification): number {
  const place = PROJECTS.indexOf(project.name)
  if (place === -1) throw new Error(`scripts/test-run/test-order.ts does not name the project ${project.name}.`)
  return place
}

function placeOfFile({ moduleId }: TestSpecification): number {
  return LONG.includes(moduleId) ? 0 : 1
}
