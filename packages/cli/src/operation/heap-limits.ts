// Limits the memory of a server: it collects garbage before it asks the system for more.
//
// By default V8 uses the machine's memory: with 24 GB, the young generation grows to 64 MB and the old one to four
// times its live data. Requests leave no data behind, so a fifth above the live data is enough, at no measurable cost
// in the bench. Only a flag of Node's command line can set the size of the young generation, and an installed command
// has no such flag. So its growth is switched off once it is large enough.

import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const OLD_GENERATION_GROWTH_PERCENT = 20
const YOUNG_GENERATION_BYTES = 8 * 2 ** 20

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GENERATION_GROWTH_PERCENT}`)
  let grows = true
  new PerformanceObserver(() => {
    // The young generation shrinks while the server is idle, and must be able to grow back.
    const mayGrow = youngGenerationBytes() < YOUNG_GENERATION_BYTES
    if (mayGrow === grows) return
    grows = mayGrow
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`)
  }).observe({ type: 'gc' })
}

/**
 * Returns memory that only the start needed. Loading the program and checking the text grow the young generation to its
 * 32 MB before any limit takes effect, and it would keep them as long as requests come.
 */
export function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  // The function exists in contexts created from now on.
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  // Any other flavor keeps the size of the young generation.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
