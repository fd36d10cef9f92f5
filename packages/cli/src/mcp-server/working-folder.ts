// A file name from an agent → its path, if it is a specification in the agent's working folder.

import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Stop } from '../terminal/exit.ts'

export class WorkingFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  static async at(path: string): Promise<WorkingFolder> {
    return new WorkingFolder(await realpath(path))
  }

  /**
   * Relative to the folder, after resolving symbolic links. Throws Stop for any file outside, and for files other than
   * Markdown.
   */
  async specification(name: string): Promise<string> {
    const path = await realOf(resolve(this.path, name))
    const inside = relative(this.path, path)
    if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..')
      throw new Stop(
        `"${name}" is not in ${this.path}, where \`ninefold mcp\` was started. Name a file in that folder, or start \`ninefold mcp\` in the folder of the file.`,
      )
    if (!/\.md$/i.test(inside))
      throw new Stop(`"${name}" is no specification: its name ends with .md, such as "app.md".`)
    return inside
  }

  /** Independent of the working directory of this process. */
  pathOf(file: string): string {
    return join(this.path, file)
  }
}

/** Resolves a new file by its folder. */
async function realOf(path: string): Promise<string> {
  const found = await realpath(path).catch(missing)
  if (found !== null) return found
  const folder = await realpath(dirname(path)).catch(missing)
  if (folder === null) throw new Stop(`The folder ${dirname(path)} does not exist.`)
  return join(folder, path.slice(dirname(path).length))
}

function missing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
