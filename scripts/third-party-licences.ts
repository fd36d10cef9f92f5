// Files of node_modules that are in a bundle → the licences under which their packages may be passed on, as one text.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** The font of documents comes with a package that says the licence of its own program only. */
export const ROBOTO =
  '## Roboto, the font of documents: OFL-1.1\n\n    Copyright 2011 The Roboto Project Authors. The licence stands in the font itself.'

/** Throws where a package says no licence. `others`: entries of works that no package has a licence of. */
export function thirdPartyLicences(files: readonly string[], others: readonly string[] = []): string {
  const folders = [...new Set(files.map(packageFolder))].sort()
  return ['# Licences of what is bundled with Ninefold', ...folders.map(entry), ...others].join('\n\n')
}

function entry(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const said: unknown = license ?? nameIn(texts)
  if (typeof said !== 'string') throw new Error(`${name} ${version} says no licence.`)
  return [`## ${name} ${version}: ${said}`, ...texts.map((text) => text.replace(/^/gm, '    '))].join('\n\n')
}

/** Some name it in the first line of the text alone: `MIT License`. */
function nameIn(texts: readonly string[]): string | undefined {
  return texts.flatMap((text) => /^(?:The )?(\S+) License\b/i.exec(text)?.[1] ?? [])[0]
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
