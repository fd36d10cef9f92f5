// The published package is the root's; what runs in it belongs to the workspaces. Their packages must be the
// root's dependencies too, in the same versions, or an installed Ninefold would lack what the checkout has.

import { report, textOf } from './project-files.ts'

const RUNNING = ['core', 'server', 'cli']
const KINDS = ['dependencies', 'optionalDependencies'] as const

const root = JSON.parse(textOf('package.json'))
report('Versions', [...KINDS.flatMap(missing), ...KINDS.flatMap(tooMany)])

function missing(kind: (typeof KINDS)[number]): string[] {
  return RUNNING.flatMap((name) =>
    Object.entries(workspace(name, kind)).flatMap(([dependency, version]) => {
      if (dependency.startsWith('@ninefold/') || root[kind]?.[dependency] === version) return []
      return [`package.json needs "${dependency}": "${version}" in ${kind}, as packages/${name} has it.`]
    }),
  )
}

function tooMany(kind: (typeof KINDS)[number]): string[] {
  const needed = new Set(RUNNING.flatMap((name) => Object.keys(workspace(name, kind))))
  return Object.keys(root[kind] ?? {})
    .filter((dependency) => dependency !== 'node' && !needed.has(dependency))
    .map((dependency) => `package.json has "${dependency}" in ${kind}; no package that is published needs it.`)
}

function workspace(name: string, kind: string): Record<string, string> {
  return JSON.parse(textOf(`packages/${name}/package.json`))[kind] ?? {}
}
