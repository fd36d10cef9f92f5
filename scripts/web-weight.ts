// The built web app → how much JavaScript everybody who opens an application loads first: what its page names, with
// everything that those files import before they run. Compressed, as it is sent.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Weight {
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
  readonly bytes: number
}

/** `folder`: where `index.html` is. */
export function weightOf(folder: string): Weight {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  const all = new Set<string>()
  for (const file of named) follow(folder, file, all)
  const files = [...all].map((file) => ({
    file,
    bytes: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
  }))
  return { files: files.sort((a, b) => b.bytes - a.bytes), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** A page that does not name what its scripts import loads it all the same, only later. */
function follow(folder: string, file: string, all: Set<string>): void {
  if (all.has(file) || !existsSync(join(folder, file))) return
  all.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    follow(folder, join(file, '..', imported), all)
}
