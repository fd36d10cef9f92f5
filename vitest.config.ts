// How tests run: one project per package, so that only those that need PostgreSQL start it.
// Vite's bundler stays out of the way of server code: Node runs the TypeScript of all packages alike.

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/test-run/temporary-folder.ts'
import { LongFilesFirst } from './scripts/test-run/test-order.ts'

keepTemporaryFilesInMemory()

const postgres = 'packages/server/src/testing/servers/postgres-server.ts'
const testedProgram = 'packages/cli/src/testing/tested-program.ts'
const beforeJourneys = 'packages/cli/src/journeys/before-journeys.ts'

export default defineConfig({
  test: {
    passWithNoTests: true,
    setupFiles: ['vitest.setup.ts'],
    // Tests wait for databases and browsers a third of their time, so that two processors have room for three of them.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    // Loading the modules of the product anew for each file took half of the processor's time. No module keeps state that
    // matters to another file, and what a test changes, it puts back.
    isolate: false,
    // For what hangs, on a machine that does much else; nothing takes that long.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes; how soon, on such a machine, is nothing that a test is about.
    expect: { poll: { timeout: 40_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'core', include: ['packages/core/src/**/*.test.ts'], exclude: ['**/core/src/plan/**'] },
      },
      // What makes SQL is tested on the real thing.
      {
        extends: true,
        test: { name: 'plan', include: ['packages/core/src/plan/**/*.test.ts'], globalSetup: [postgres] },
      },
      {
        extends: true,
        test: { name: 'server', include: ['packages/server/src/**/*.test.ts'], globalSetup: [postgres] },
      },
      {
        extends: true,
        test: {
          name: 'cli',
          include: ['packages/cli/src/**/*.test.ts'],
          exclude: ['**/cli/src/journeys/**'],
          globalSetup: [postgres, testedProgram],
        },
      },
      // The whole thing in a browser: each file serves an application of its own.
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['packages/cli/src/journeys/**/*.test.ts'],
          globalSetup: [testedProgram, beforeJourneys],
          testTimeout: 180_000,
        },
      },
      { extends: true, test: { name: 'ground', include: ['scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'playground', include: ['packages/playground/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['packages/web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
})
