// Ends a program, its embedded PostgreSQL or both, as nothing but a power cut does.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '../program.ts'

export const VICTIMS = ['program', 'PostgreSQL', 'both'] as const
export type Victim = (typeof VICTIMS)[number]

export async function kill(program: Running, folder: string, victim: Victim): Promise<void> {
  const postmaster = await postmasterOf(folder)
  if (victim !== 'PostgreSQL') program.kill('SIGKILL')
  // All of its processes, which are a group of their own: the nearest to a power cut that a process can do to another.
  if (victim !== 'program') process.kill(-postmaster, 'SIGKILL')
}

/** A machine that failed between a kill and the next start leaves no PostgreSQL behind. */
export async function endDatabase(folder: string): Promise<void> {
  const postmaster = await postmasterOf(folder).catch(() => null)
  try {
    if (postmaster !== null) process.kill(-postmaster, 'SIGKILL')
  } catch (problem) {
    // It may have ended by itself since its file was read.
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, '.ninefold', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}
