// The file beside a specification that keeps the identities of its names: `app.md` has `app.lock.json`. It belongs in
// version control with the specification. With it, the migration of a database that is several versions behind
// recognises renamed data.

import { readFile, writeFile } from 'node:fs/promises'
import { type Identities, printIdentities, readIdentities } from '@ninefold/core/evolution/identities.ts'
import { Stop } from '../terminal/exit.ts'
import { rewriteFile } from '../rewrite-file.ts'

function identitiesFileOf(file: string): string {
  return `${file.replace(/\.md$/i, '')}.lock.json`
}

/** Null: no such file. Throws Stop if it cannot be read, because without it renames would count as losses. */
export async function readIdentitiesFile(file: string): Promise<Identities | null> {
  const path = identitiesFileOf(file)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Stop(`${path} can't be read: ${(error as Error).message}`)
  }
  const found = readIdentities(text)
  if (found === null)
    throw new Stop(`${path} is not what Ninefold has written. Mend it, or bring back an earlier version of it.`)
  return found
}

/** Leaves an up-to-date file untouched. */
export async function writeIdentitiesFile(file: string, identities: Identities): Promise<void> {
  const text = printIdentities(identities)
  const path = identitiesFileOf(file)
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (before === text) return
  if (before === null) await writeFile(path, text, { flag: 'wx' })
  else await rewriteFile({ file: path, text: before }, text)
}
