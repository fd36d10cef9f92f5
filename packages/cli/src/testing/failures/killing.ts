// Kills a program, its embedded PostgreSQL or both, as a power failure would.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '../program.ts'

export const VICTIMS = ['program', 'PostgreSQL', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

export async function kill(program: Running, folder: string, victim: Victim): Promise<void> {
  const postmaster = await postmasterOf(folder)
  if (victim !== 'PostgreSQL') program.kill('SIGKILL')
  // Kills the whole process group, which comes closest to a power failure.
  if (victim !== 'program') process.kill(-postmaster, 'SIGKILL')
}

/** Stops a PostgreSQL that a test left running when it failed between a kill and the next start. */
export async function endDatabase(folder: string): Promise<void> {
  const postmaster = await postmasterOf(folder).catch(() => null)
  try {
    if (postmaster !== null) process.kill(-postmaster, 'SIGKILL')
  } catch (problem) {
    // The process may have ended since its file was read.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, '.ninefold', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
