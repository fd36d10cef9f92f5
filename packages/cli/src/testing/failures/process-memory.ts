// A running program → its memory, as the operating system reports it.

import { readFile } from 'node:fs/promises'
import type { Running } from '../program.ts'

/** Returns 0 if the system does not report it. */
export async function memoryMb({ processId }: Running): Promise<number> {
  const text = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024)
}
