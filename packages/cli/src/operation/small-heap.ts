// A server that collects its garbage before it asks the system for more memory.
//
// V8 takes what the machine has: on one of 24 GB it lets the young generation grow to 64 MB and the old one to four times
// what is in use. Requests leave nothing behind, so that a fifth more than is in use is enough, at no cost that the
// bench could tell. The size of the young generation can be told only by a flag of the command line, which a program
// that is installed as a command does not write; so it is told to stop growing where it has grown enough.

import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const OLD_GENERATION_GROWTH_PERCENT = 20
const YOUNG_GENERATION_BYTES = 8 * 2 ** 20

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GENERATION_GROWTH_PERCENT}`)
  let grows = true
  new PerformanceObserver(() => {
    // It shrinks again while nothing happens, and must be able to come back.
    const mayGrow = youngGenerationBytes() < YOUNG_GENERATION_BYTES
    if (mayGrow === grows) return
    grows = mayGrow
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`)
  }).observe({ type: 'gc' })
}

/**
 * Memory that only the start needed goes back to the system. The young generation grows to its 32 MB while the program is loaded
 * and the text is checked, faster than anybody is told of it, and would keep them as long as requests come.
 */
export function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  // The function is there in contexts that are made from now on.
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  // Any other flavor leaves the young generation as large as it is.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
