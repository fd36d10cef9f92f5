// Files of node_modules that are in a bundle → the licences under which their packages may be passed on, as one text.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** Throws where a package says no licence. */
export function thirdPartyLicences(files: readonly string[]): string {
  const folders = [...new Set(files.map(packageFolder))].sort()
  return ['# Licences of what is bundled with Ninefold', ...folders.map(entry)].join('\n\n')
}

function entry(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (typeof license !== 'string') throw new Error(`${name} ${version} says no licence.`)
  const texts = readdirSync(folder).filter((file) => LICENCE_FILE.test(file))
  const bodies = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim().replace(/^/gm, '    '))
  return [`## ${name} ${version}: ${license}`, ...bodies].join('\n\n')
}

/** A package's own folder, also where a folder inside it has a package.json that names no package. */
function packageFolder(file: string): string {
  let folder = dirname(file)
  while (!isPackage(folder)) folder = dirname(folder)
  return folder
}

function isPackage(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return false
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return typeof name === 'string' && typeof version === 'string'
}
