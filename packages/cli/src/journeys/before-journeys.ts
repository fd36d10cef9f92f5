// Before any journey: the web app is built from the sources that are there, and a database is made, to be copied.

import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../../../scripts/web.mjs'
import { preparedDatabase } from '../testing/program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the database, which was stopped. */
    preparedDatabase: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb()
  const prepared = await preparedDatabase()
  project.provide('preparedDatabase', prepared.folder)
  return async () => prepared[Symbol.asyncDispose]()
}
