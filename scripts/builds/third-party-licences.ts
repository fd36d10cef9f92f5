// Files of node_modules in a bundle → the licences of their packages, as one text.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** The font package states only the licence of its own program. */
export const ROBOTO =
  '## Roboto, the font of documents: OFL-1.1\n\n    Copyright 2011 The Roboto Project Authors. The licence stands in the font itself.'

/** Throws if a package states no licence. `others`: entries of works without a package. */
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

/** Some licences name themselves only in the first line of the text: `MIT License`. */
function nameIn(texts: readonly string[]): string | undefined {
  return texts.flatMap((text) => /^(?:The )?(\S+) License\b/i.exec(text)?.[1] ?? [])[0]
}

/** A package's own folder, even if a folder inside it has an unnamed package.json. */
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
