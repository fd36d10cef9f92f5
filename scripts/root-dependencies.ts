// What the published package needs at run time: the packages of the workspaces that are bundled into it.

import { textOf } from './project-files.ts'

const PUBLISHED = ['core', 'server', 'cli']

export interface RootDependencies {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** `node` is the root's own: it is what runs the rest. */
export function neededDependencies(manifest: { dependencies?: Record<string, string> }): RootDependencies {
  return {
    dependencies: sorted({ ...ofWorkspaces('dependencies'), node: manifest.dependencies?.['node'] ?? '' }),
    optionalDependencies: sorted(ofWorkspaces('optionalDependencies')),
  }
}

function ofWorkspaces(kind: keyof RootDependencies): Record<string, string> {
  const all = PUBLISHED.flatMap((name) =>
    Object.entries<string>(JSON.parse(textOf(`packages/${name}/package.json`))[kind] ?? {}),
  )
  return Object.fromEntries(all.filter(([dependency]) => !dependency.startsWith('@ninefold/')))
}

function sorted(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
