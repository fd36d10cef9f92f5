// `npm run check`: runs all checks of a change. `npm run check -- types imports` runs only these steps. `npm test` runs
// it with --everything, browser tests included. The last line is `N passed, N failed`, where every step counts as one
// and every test as one.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './project-files.ts'

interface Count {
  readonly passed: number
  readonly failed: number
}

const bin = (...path: string[]): string => join(root, 'node_modules', ...path)
/**
 * The root is everything that runs on Node, tests of core included, as one program: each program checks the types of all
 * sources that it imports again. Core alone knows neither Node nor the browser.
 */
const TYPED = ['packages/core', 'packages/web', 'packages/playground', '.']

/** Rechecks only files that a change can affect. */
function incremental(project: string): readonly string[] {
  return [
    '--incremental',
    '--tsBuildInfoFile',
    bin('.cache', 'types', `${project === '.' ? 'node' : project.replaceAll('/', '-')}.tsbuildinfo`),
  ]
}

/** Each step is one or more commands; it fails with the first command that fails. */
const STEPS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  types: TYPED.map((project) => [bin('typescript', 'bin', 'tsc'), '-p', project, ...incremental(project)]),
  lint: [[bin('oxlint', 'bin', 'oxlint'), '--deny-warnings']],
  format: [[bin('oxfmt', 'bin', 'oxfmt'), '--check', 'scripts', 'bench', 'packages']],
  imports: [['scripts/check-imports.ts']],
  sizes: [['scripts/check-sizes.ts']],
  matrix: [['scripts/check-matrix.ts']],
  registry: [['scripts/check-registry.ts']],
  versions: [['scripts/check-versions.ts']],
  links: [['scripts/check-links.ts']],
  words: [['scripts/check-words.ts']],
  weight: [['scripts/check-weight.ts']],
}

const isEverything = process.argv.includes('--everything')
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((name) => name !== 'tests' && !(name in STEPS))
if (unknown.length > 0) {
  console.error(`No step is called ${unknown.join(', ')}. Steps: ${[...Object.keys(STEPS), 'tests'].join(', ')}`)
  process.exit(2)
}

let passed = 0
let failed = 0
for (const [name, commands] of Object.entries(STEPS)) {
  if (asked.length === 0 || asked.includes(name)) add(runStep(name, commands))
}
if (asked.length === 0 || asked.includes('tests')) add(runTests())
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function add(count: Count): void {
  passed += count.passed
  failed += count.failed
}

function runStep(name: string, commands: readonly (readonly string[])[]): Count {
  const startedAt = performance.now()
  for (const command of commands) {
    const result = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    if (result.status === 0) continue
    console.error(`✗ ${name}\n${result.stdout}${result.stderr}\n  Again: npm run check -- ${name}\n`)
    return { passed: 0, failed: 1 }
  }
  console.log(`✓ ${name} (${Math.round(performance.now() - startedAt)} ms)`)
  return { passed: 1, failed: 0 }
}

/** Vitest prints its progress; the numbers come from its JSON report. */
function runTests(): Count {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-report-'))
  const file = join(folder, 'report.json')
  const choice = isEverything ? [] : ['--exclude=**/*.browser.test.*']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const result = spawnSync(process.execPath, [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...choice], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    return countTests(readFileSync(file, 'utf8'), result.status ?? 1)
  } catch (problem) {
    console.error(`✗ tests: Vitest wrote no report (${problem})`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A skipped test has not passed. A file that cannot be loaded has no tests and counts as one failure. */
function countTests(json: string, exitCode: number): Count {
  const found = JSON.parse(json)
  const skipped = found.numPendingTests + found.numTodoTests
  if (skipped > 0) console.error(`✗ ${skipped} skipped: nothing is skipped here.`)
  const files: { status: string; assertionResults: unknown[] }[] = found.testResults
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const known = found.numFailedTests + skipped + unloaded
  // Failures outside every test, such as an unhandled rejection, show only in the exit code.
  return { passed: found.numPassedTests, failed: known === 0 && exitCode !== 0 ? 1 : known }
}
