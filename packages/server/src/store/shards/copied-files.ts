// Uploads of one store → the same in another one. A file never changes, so the target's own copy is never replaced.

import type { FileStore } from '../files/file-store.ts'

/** Returns the number of files. Files that the source has lost are left out, as in a backup. */
export async function copyFiles(
  { source, target }: { readonly source: FileStore; readonly target: FileStore },
  ids: readonly string[],
): Promise<number> {
  let copied = 0
  for (const id of ids) {
    const there = await target.read(id)
    if (there !== null) {
      there.destroy()
      continue
    }
    const content = await source.read(id)
    if (content === null) continue
    const received = await target.receive(id, content, Number.MAX_SAFE_INTEGER)
    await received.keep()
    copied += 1
  }
  return copied
}
