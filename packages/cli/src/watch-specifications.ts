// Watches files and folders, and calls back whenever one of their specifications may have changed.

import { basename } from 'node:path'
import { watch } from 'chokidar'
import { type FileWatch, watchFile } from './development/watch-file.ts'
import { NamedFileWatches } from './development/watch-named-files.ts'
import { isFolder, isSearched } from './find-specifications.ts'

/** A change of many files, such as switching branches, counts as one. */
const QUIET_MS = 50

export interface SpecificationsWatch extends FileWatch {
  /** From now on, watches these chapters, too. */
  follow(files: readonly string[]): void
}

export async function watchSpecifications(words: readonly string[], changed: () => void): Promise<SpecificationsWatch> {
  let timer: NodeJS.Timeout | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  }
  const watches = await Promise.all(
    words.map(async (word) => ((await isFolder(word)) ? watchFolder(word, later) : watchFile(word, later))),
  )
  const chapters = new NamedFileWatches(later)
  return {
    follow: (files) => chapters.follow(files),
    close: async () => {
      clearTimeout(timer)
      await Promise.all([...watches, chapters].map((each) => each.close()))
    },
  }
}

async function watchFolder(folder: string, changed: () => void): Promise<FileWatch> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      path !== folder && (!isSearched(basename(path)) || (stats?.isFile() === true && !/\.md$/i.test(path))),
  })
  watcher.on('all', changed)
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve)
    watcher.once('error', reject)
  })
  return watcher
}
