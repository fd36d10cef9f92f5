// The user who runs Ninefold → the account that runs PostgreSQL, which refuses to run as root. An ordinary user runs it
// directly. Root runs it in a user namespace, where root's files belong to an ordinary account; if namespaces are
// disabled, as in some containers, under an unprivileged account that then owns the data folder.

import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { chmod, chown, lstat, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PostgresAccount {
  /** The start of the command line. */
  readonly prefix: readonly string[]
  /** Options for `spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
  /** The account that must own the files; null if it owns them already. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
}

/** Root can neither use a user namespace nor give another account access to the needed files. */
export class CannotRunAsRoot extends Error {
  constructor(path: string) {
    super(
      `PostgreSQL does not run as root, user namespaces are closed here, and an unprivileged account cannot reach ${path}. ` +
        'Run Ninefold as an ordinary user, choose a data folder that others may enter, or set DATABASE_URL.',
    )
    this.name = 'CannotRunAsRoot'
  }
}

/** `folder`: the data folder. `program`: the programs that the account must also be able to reach. */
export async function choosePostgresAccount(folder: string, program: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { prefix: [], identity: {}, owner: null }
  const account = await unprivilegedAccount()
  const prefix = ['unshare', '-U', `--map-user=${account.uid}`, `--map-group=${account.gid}`]
  if (await namespaceOpens(prefix)) return { prefix, identity: {}, owner: { uid: 0, gid: 0 } }
  return unprivileged(account, folder, program)
}

/** Runs as the account, which needs access through the data folder to its own part. */
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
    // Missing, too old for these options, or not permitted: the other way is used.
    return false
  }
}

/** initdb requires an account with a name, so one of the machine's accounts is used. */
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

/** The first folder on a path that the account may not enter, or null. */
async function closedFolder(path: string, account: { uid: number; gid: number }): Promise<string | null> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await lstat(folder)
    const bit = uid === account.uid ? constants.S_IXUSR : gid === account.gid ? constants.S_IXGRP : constants.S_IXOTH
    if ((mode & bit) === 0) return folder
    if (folder === dirname(folder)) return null
  }
}

/** Changes the owner of a folder and its content, unless it is right already. */
export async function giveFolderTo(account: PostgresAccount, folder: string): Promise<void> {
  if (account.owner === null) return
  const { uid, gid } = account.owner
  if ((await lstat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  // The folder itself comes last, so that an interrupted change is noticed and repeated.
  await chown(folder, uid, gid)
}
