// The published package is the root's, but the program belongs to the workspaces. The root must declare their packages
// in the same versions; otherwise an installed Ninefold would lack packages that the checkout has.

import { report, textOf } from '../project-files.ts'
import { neededDependencies, type RootDependencies } from '../builds/root-dependencies.ts'

const manifest = JSON.parse(textOf('package.json'))
const needed = neededDependencies()
report('Versions', [...wrongIn('dependencies'), ...wrongIn('optionalDependencies')])

function wrongIn(kind: keyof RootDependencies): string[] {
  const present: Record<string, string> = manifest[kind] ?? {}
  const names = new Set([...Object.keys(present), ...Object.keys(needed[kind])])
  return [...names]
    .filter((name) => present[name] !== needed[kind][name])
    .map(
      (name) =>
        `package.json has "${name}": ${present[name] ?? 'nothing'}, the packages need ${needed[kind][name] ?? 'nothing'}. \`npm run update -- versions\` mends it.`,
    )
}
