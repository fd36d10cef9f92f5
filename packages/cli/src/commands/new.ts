// `ninefold new [NAME]`: writes an empty specification that already runs; with `--like`, a copy of an example.

import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { humanised } from '@ninefold/core/model/words.ts'
import { emptyForm } from '../empty-form.ts'
import { starterText } from '../starters.ts'
import { Stop } from '../terminal/exit.ts'
import { asArgument } from '../terminal/terminal.ts'

export interface NewOptions {
  /** Name of an example. */
  readonly like?: string
}

/** Default name: `app.md`, or the name of the example. */
export async function writeNew(name: string | undefined, { like }: NewOptions): Promise<void> {
  if (like !== undefined) return writeLike(name, like)
  const file = await writeForm(name ?? 'app.md')
  process.stdout.write(
    `${file} has the nine points now, and all of their questions are open.\nRun it:  npx ninefold dev ${asArgument(file)}\nIt asks them one after another in the browser.\n`,
  )
}

async function writeLike(name: string | undefined, like: string): Promise<void> {
  const text = await starterText(like)
  const { file, title } = namesOf(name ?? like)
  // A copy without a given name keeps the example's title.
  await writeAnew(file, name === undefined ? text : text.replace(/^# .*/, () => `# ${title}`))
  process.stdout.write(
    `${file} is a whole application, as the example ${like} has it. Change what is different for you.\nRun it:  npx ninefold dev ${asArgument(file)}\n`,
  )
}

/** Returns the name of the file. Throws Stop if the file already exists. */
export async function writeForm(name: string): Promise<string> {
  const { file, title } = namesOf(name)
  await writeAnew(file, emptyForm(title))
  return file
}

function namesOf(name: string): { readonly file: string; readonly title: string } {
  const file = name.endsWith('.md') ? name : `${name}.md`
  const title = humanised(basename(file, '.md')).trim()
  if (title === '') throw new Stop(`"${name}" is no name for a specification.`)
  return { file, title }
}

async function writeAnew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    throw new Stop(`${file} can't be written: ${reasonOf(error as NodeJS.ErrnoException)}.`)
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EEXIST') return 'it is there already, and nothing is overwritten'
  return error.code === 'ENOENT' ? 'its folder does not exist' : error.message
}
