// The user who runs Ninefold → the account under which PostgreSQL runs.
// PostgreSQL refuses to run as root. An ordinary user runs it as it is. Root runs it inside a user
// namespace, where root's own files belong to an ordinary account; where namespaces are closed, as in
// some containers, under an unprivileged account, which then owns the data folder.

import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { chmod, chown, lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PostgresAccount {
  /** The beginning of the command line. */
  readonly prefix: readonly string[]
  /** Options for `spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
  /** The account that must own the files, or null when they already belong to the right account. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
}

/** Root can neither open a user namespace nor let another account reach what it needs. */
export class CannotRunAsRoot extends Error {
  constructor(path: string) {
    super(
      `PostgreSQL does not run as root, user namespaces are closed here, and an unprivileged account cannot reach ${path}. ` +
        'Run Ninefold as an ordinary user, choose a data folder that others may enter, or set DATABASE_URL.',
    )
    this.name = 'CannotRunAsRoot'
  }
}

/** `folder`: the data folder. `program`: what the account has to be able to reach besides. */
export async function choosePostgresAccount(folder: string, program: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { prefix: [], identity: {}, owner: null }
  const account = await unprivilegedAccount()
  const prefix = ['unshare', '-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`]
  if (await namespaceOpens(prefix)) return { prefix, identity: {}, owner: { uid: 0, gid: 0 } }
  return unprivileged(account, folder, program)
}

/** Runs under the account itself, which must be let through the data folder to its own part of it. */
async function unprivileged(
  account: { uid: number; gid: number },
  folder: string,
  program: string,
): Promise<PostgresAccount> {
  await chmod(folder, 0o711)
  for (const path of [join(folder, 'cluster'), program]) {
    const closed = await closedFolder(path, account)
    if (closed !== null) throw new CannotRunAsRoot(closed)
  }
  return { prefix: [], identity: account, owner: account }
}

async function namespaceOpens(prefix: readonly string[]): Promise<boolean> {
  try {
    await run(prefix[0] ?? '', [...prefix.slice(1), 'true'])
    return true
  } catch {
    // Not there, too old for these options, or not permitted: each means the other way.
    return false
  }
}

/** initdb insists on an account that has a name, so one is taken from the machine's list. */
export async function unprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((account) => account.uid > 0 && account.gid > 0)
  const chosen = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody')
  const { uid, gid } = chosen ?? accounts[0] ?? { uid: 65534, gid: 65534 }
  return { uid, gid }
}

/** The first folder on the way to a path that the account may not enter, or null. */
async function closedFolder(path: string, account: { uid: number; gid: number }): Promise<string | null> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await lstat(folder)
    const bit = uid === account.uid ? constants.S_IXUSR : gid === account.gid ? constants.S_IXGRP : constants.S_IXOTH
    if ((mode & bit) === 0) return folder
    if (folder === dirname(folder)) return null
  }
}

/** Gives a folder and all in it to the account, when it is not already its own. */
export async function giveFolderTo(account: PostgresAccount, folder: string): Promise<void> {
  if (account.owner === null) return
  const { uid, gid } = account.owner
  if ((await lstat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  // Last, so that an interrupted hand-over is seen and done again.
  await chown(folder, uid, gid)
}
