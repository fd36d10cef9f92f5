// The built web app → the JavaScript that every visitor loads first: the files that its page names, with their static
// imports. Compressed, as it is sent.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface Weight {
  readonly files: readonly { readonly file: string; readonly bytes: number }[]
  readonly bytes: number
}

/** `folder`: contains `index.html`. */
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

/** Imports that the page does not name are loaded as well, only later. */
function follow(folder: string, file: string, all: Set<string>): void {
  if (all.has(file) || !existsSync(join(folder, file))) return
  all.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    follow(folder, join(file, '..', imported), all)
}
