// node:fs/promises → a few files in memory: the served text and the files beside it.

import { Buffer } from './buffer.ts'

interface Kept {
  readonly content: Uint8Array
}

const kept = new Map<string, Kept>()
const watchers = new Set<(path: string) => void>()

/** Calls `told` for each file written from then on. */
export function onWritten(told: (path: string) => void): void {
  watchers.add(told)
}

function written(path: string): void {
  for (const told of watchers) told(path)
}

const encoder = new TextEncoder()

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT', path })
}

function found(path: string): Kept {
  const file = kept.get(String(path))
  if (file === undefined) throw missing(path)
  return file
}

export async function readFile(path: string, encoding?: unknown): Promise<Buffer | string> {
  const content = Buffer.from(found(path).content)
  const named =
    typeof encoding === 'object' && encoding !== null ? (encoding as { encoding?: string }).encoding : encoding
  return named === undefined || named === null ? content : content.toString('utf8')
}

export async function writeFile(path: string, content: string | Uint8Array): Promise<void> {
  kept.set(path, { content: typeof content === 'string' ? encoder.encode(content) : content })
  written(path)
}

export async function stat(path: string): Promise<object> {
  const { content } = found(path)
  return { size: content.length, mode: 0o644, isFile: () => true, isDirectory: () => false }
}

export const lstat = stat

/** No folder has entries. */
export async function readdir(): Promise<string[]> {
  return []
}

export async function realpath(path: string): Promise<string> {
  found(path)
  return path
}

export async function rename(from: string, to: string): Promise<void> {
  kept.set(to, found(from))
  kept.delete(from)
  written(to)
}

export async function rm(path: string): Promise<void> {
  kept.delete(path)
}

export async function open(path: string): Promise<object> {
  return {
    writeFile: (content: string | Uint8Array) => writeFile(path, content),
    sync: async () => {},
    close: async () => {},
  }
}

export default { readFile, writeFile, stat, realpath, rename, rm, open }
