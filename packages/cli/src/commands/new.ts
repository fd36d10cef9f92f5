// `ninefold new [NAME]`: a name → a specification with nothing in it yet, which runs.

import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { humanised } from '@ninefold/core/model/words.ts'
import { emptyForm } from '../empty-form.ts'
import { Stop } from '../terminal/exit.ts'

export async function writeNew(name: string): Promise<void> {
  const file = await writeForm(name)
  process.stdout.write(
    `${file} has the nine points now, and all of their questions are open.\nRun it:  npx ninefold dev ${file}\nIt asks them one after another in the browser.\n`,
  )
}

/** Answers with the name of the file. Throws Stop where it is there already. */
export async function writeForm(name: string): Promise<string> {
  const file = name.endsWith('.md') ? name : `${name}.md`
  const title = humanised(basename(file, '.md')).trim()
  if (title === '') throw new Stop(`"${name}" is no name for a specification.`)
  try {
    await writeFile(file, emptyForm(title), { flag: 'wx' })
  } catch (error) {
    throw new Stop(`${file} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}.`)
  }
  return file
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EEXIST') return 'it is there already, and nothing is overwritten'
  return error.code === 'ENOENT' ? 'its folder does not exist' : error.message
}
