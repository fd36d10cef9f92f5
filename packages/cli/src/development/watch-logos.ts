// Watches the pictures that a text names and reports each save, while the text may change.

import { dirname, join } from 'node:path'
import { type FileWatch, watchFile } from './watch-file.ts'

export class LogoWatches {
  private readonly folder: string
  private readonly saved: () => void
  private readonly watches = new Map<string, FileWatch>()

  /** `file`: the specification, whose folder holds the pictures. */
  constructor(file: string, saved: () => void) {
    this.folder = dirname(file)
    this.saved = saved
  }

  /** From now on, watches these pictures. */
  follow(names: readonly string[]): void {
    for (const [name, watch] of this.watches)
      if (!names.includes(name)) {
        this.watches.delete(name)
        void watch.close()
      }
    for (const name of names)
      if (!this.watches.has(name)) this.watches.set(name, watchFile(join(this.folder, name), this.saved))
  }

  async close(): Promise<void> {
    await Promise.all([...this.watches.values()].map((watch) => watch.close()))
  }
}
