// A file → its text, each time that somebody saves it.
// Editors save in many ways: they write into the file, or write another one and rename it. Both are seen,
// because the folder is watched and not only the file; where the system has no watchers left, it is asked
// again and again instead.

import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watch, type FSWatcher } from 'chokidar'
import type { Source } from '@ninefold/core/text/source.ts'
import { readSpecificationFile } from '../specification-file.ts'

export interface FileWatch {
  close(): Promise<void>
}

/** An editor empties a file and then writes it: what is there in between is not what was saved. */
const QUIET_MS = 20
/** Nobody saves nothing; a file that is still empty after this was meant to be. */
const EMPTY_MS_MAX = 300
const POLL_MS = 150

/**
 * `saved` is also called when the file is gone; whoever reads it finds that out. It is called uncertainly once the
 * watch has begun, for a save before that moment.
 */
export function watchFile(file: string, saved: (isCertain: boolean) => void): FileWatch {
  const path = resolve(file)
  let timer: NodeJS.Timeout | undefined
  let isCertain = false
  const soon = (isSeen: boolean): void => {
    isCertain ||= isSeen
    clearTimeout(timer)
    timer = setTimeout(() => void settled(performance.now() + EMPTY_MS_MAX), QUIET_MS)
  }
  const settled = async (until: number): Promise<void> => {
    const isEmpty = await stat(path).then(
      ({ size }) => size === 0,
      () => false,
    )
    if (!isEmpty || performance.now() > until) {
      const wasCertain = isCertain
      isCertain = false
      return saved(wasCertain)
    }
    clearTimeout(timer)
    timer = setTimeout(() => void settled(until), QUIET_MS)
  }
  const seen = (): void => soon(true)
  const begun = (): void => soon(false)
  let watcher = start(path, { seen, begun, usePolling: false })
  watcher.once('error', () => {
    const failed = watcher
    watcher = start(path, { seen, begun, usePolling: true })
    void failed.close()
  })
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** The text of a file that was just saved. It may have been emptied again between the look at its size and the reading. */
export async function readSavedFile(file: string): Promise<Source> {
  const until = performance.now() + EMPTY_MS_MAX
  for (;;) {
    const source = await readSpecificationFile(file)
    if (source.text !== '' || performance.now() > until) return source
    await pause(QUIET_MS)
  }
}

interface Watching {
  readonly seen: () => void
  readonly begun: () => void
  readonly usePolling: boolean
}

function start(path: string, { seen, begun, usePolling }: Watching): FSWatcher {
  const folder = dirname(path)
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    atomic: false,
    usePolling,
    interval: POLL_MS,
    ignored: (other) => resolve(other) !== folder && basename(other) !== basename(path),
  })
  watcher.on('ready', begun)
  watcher.on('all', (_, other) => {
    if (resolve(other) === path) seen()
  })
  // Of changes in quick succession chokidar tells the first and not the last; what it was told itself has them all.
  watcher.on('raw', (_, other) => {
    if (basename(String(other)) === basename(path)) seen()
  })
  return watcher
}
