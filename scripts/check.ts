// `npm run check`: runs all checks of a change. `npm run check -- types imports` runs only these steps. `npm test` runs
// it with --everything, browser tests included. The last line is `N passed, N failed`, where every step counts as one
// and every test as one.

import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
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
  ...Object.fromEntries(
    ['imports', 'exports', 'sizes', 'matrix', 'registry', 'versions', 'links', 'words', 'weight'].map((name) => [
      name,
      [[`scripts/checks/${name}.ts`]],
    ]),
  ),
}

const isEverything = process.argv.includes('--everything')
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((name) => name !== 'tests' && !(name in STEPS))
if (unknown.length > 0) {
  console.error(`No step is called ${unknown.join(', ')}. Steps: ${[...Object.keys(STEPS), 'tests'].join(', ')}`)
  process.exit(2)
}

/** Builds the web app, which the tests need. */
const BEFORE_TESTS = 'weight'

const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)
const steps = Object.keys(STEPS).filter(isAsked)
// One after another, the steps and the start of the tests left a processor free.
const counts = await Promise.all([
  runSteps(steps.filter((name) => name !== BEFORE_TESTS)),
  runSteps(steps.filter((name) => name === BEFORE_TESTS)).then(async (built) =>
    isAsked('tests') ? sum([built, await runTests()]) : built,
  ),
])
const { passed, failed } = sum(counts)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function sum(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((all, count) => all + count.passed, 0),
    failed: counts.reduce((all, count) => all + count.failed, 0),
  }
}

async function runSteps(names: readonly string[]): Promise<Count> {
  const counts: Count[] = []
  for (const name of names) counts.push(await runStep(name, STEPS[name] ?? []))
  return sum(counts)
}

async function runStep(name: string, commands: readonly (readonly string[])[]): Promise<Count> {
  const startedAt = performance.now()
  for (const command of commands) {
    const { status, printed } = await run(command, 'pipe')
    if (status === 0) continue
    console.error(`✗ ${name}\n${printed}\n  Again: npm run check -- ${name}\n`)
    return { passed: 0, failed: 1 }
  }
  console.log(`✓ ${name} (${Math.round(performance.now() - startedAt)} ms)`)
  return { passed: 1, failed: 0 }
}

/** Runs Node with these words to its end. `printed` has all output that is piped. */
async function run(words: readonly string[], stdio: StdioOptions): Promise<{ status: number; printed: string }> {
  const child = spawn(process.execPath, words, { cwd: root, stdio })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  const [status] = await once(child, 'close')
  return { status: (status as number | null) ?? 1, printed: printed.join('') }
}

/** Vitest prints its progress; the numbers come from its JSON report. */
async function runTests(): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-report-'))
  const file = join(folder, 'report.json')
  const choice = isEverything ? [] : ['--exclude=**/*.browser.test.*']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const words = [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...choice]
  const { status } = await run(words, ['ignore', 'inherit', 'inherit'])
  try {
    return countTests(readFileSync(file, 'utf8'), status)
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
