// Watches the files that a text names, its chapters and pictures, and reports each save, while the text may change.

import { type FileWatch, watchFile } from './watch-file.ts'

export class NamedFileWatches {
  private readonly saved: (isCertain: boolean) => void
  private readonly watches = new Map<string, FileWatch>()

  /** `saved`: as of `watchFile`. */
  constructor(saved: (isCertain: boolean) => void) {
    this.saved = saved
  }

  /** From now on, watches these files. */
  follow(files: readonly string[]): void {
    for (const [file, watch] of this.watches)
      if (!files.includes(file)) {
        this.watches.delete(file)
        void watch.close()
      }
    for (const file of files) if (!this.watches.has(file)) this.watches.set(file, watchFile(file, this.saved))
  }

  async close(): Promise<void> {
    await Promise.all([...this.watches.values()].map((watch) => watch.close()))
  }
}
