// Watches a file and reports each save. Editors save in several ways: they write into the file, or write another one
// and rename it. Watching the folder detects both; if the system has no watchers left, polling replaces them.

import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watch, type FSWatcher } from 'chokidar'
import type { Source } from '@ninefold/core/text/source.ts'
import { readSpecificationFile } from '../specification-file.ts'

export interface FileWatch {
  close(): Promise<void>
}

/** Some editors first empty the file and then write it, so a short pause must follow. */
const QUIET_MS = 20
/** A file that is still empty after this time was saved empty on purpose. */
const EMPTY_MS_MAX = 300
const POLL_MS = 150

/**
 * `saved` is also called when the file is gone; reading then fails. Once the watch has started, `saved` is called with
 * `isCertain` false, because of a possible save before that moment.
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

/** Returns the text of a saved file, which may have been emptied again after the check of its size. */
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
  // Of several quick changes chokidar reports the first one and not the last; its raw events contain all.
  watcher.on('raw', (_, other) => {
    if (basename(String(other)) === basename(path)) seen()
  })
  return watcher
}
