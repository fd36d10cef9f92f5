// A file → its text, each time that somebody saves it.
// Editors save in many ways: they write into the file, or write another one and rename it. Both are seen,
// because the folder is watched and not only the file; where the system has no watchers left, it is asked
// again and again instead.

import { basename, dirname, resolve } from 'node:path'
import { watch, type FSWatcher } from 'chokidar'

export interface FileWatch {
  close(): Promise<void>
}

/** An editor empties a file and then writes it: what is there in between is not what was saved. */
const QUIET_MS = 20
const POLL_MS = 150

/** `saved` is also called when the file is gone; whoever reads it finds that out. */
export function watchFile(file: string, saved: () => void): FileWatch {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(saved, QUIET_MS)
  }
  let watcher = start(path, later, false, () => {
    const failed = watcher
    watcher = start(path, later, true, () => {})
    void failed.close()
  })
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

function start(path: string, seen: () => void, usePolling: boolean, failed: () => void): FSWatcher {
  const folder = dirname(path)
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    atomic: false,
    usePolling,
    interval: POLL_MS,
    ignored: (other) => resolve(other) !== folder && basename(other) !== basename(path),
  })
  watcher.on('all', (_, other) => {
    if (resolve(other) === path) seen()
  })
  watcher.once('error', failed)
  return watcher
}
