// In a process of its own, because its heap settings apply to the whole process.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MEGABYTE = 2 ** 20

it('gives back what the young generation grew to while the program started', () => {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { shrinkHeap } from '${fileURLToPath(new URL('heap-limits.ts', import.meta.url))}'
    const youngBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    let kept = Array.from({ length: 500_000 }, (_, at) => ({ at, parts: [at] }))
    const grown = youngBytes()
    kept = kept.length
    shrinkHeap()
    console.log(JSON.stringify([grown, youngBytes()]))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const [grown, shrunk] = JSON.parse(stdout) as [number, number]
  expect(shrunk).toBeLessThan(4 * MEGABYTE)
  // The amount of growth depends on the machine's memory.
  expect(grown).toBeGreaterThan(2 * shrunk)
})
