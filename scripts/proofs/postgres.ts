// Promise: an application behaves the same on every supported PostgreSQL as on the embedded one. The server's tests run
// on each.

import { proveOnVersion } from '../../packages/server/src/testing/servers/older-postgres.ts'
import type { Proof } from './proof.ts'

const VERSIONS = ['15', '16', '17']

export const postgres: Proof = {
  counted: 'VERSION',
  /** All versions. */
  usual: 0,
  run: async ({ size, told }) => {
    const wanted = size === 0 ? VERSIONS : [String(size)]
    const broken: string[] = []
    const figures: string[] = []
    for (const major of wanted) {
      told(`PostgreSQL ${major}`)
      const { version, isKept } = await proveOnVersion(major, [])
      figures.push(`PostgreSQL ${version} ${isKept ? 'passes' : 'fails'}`)
      if (!isKept) broken.push(`Tests fail on PostgreSQL ${version}.`)
    }
    return { figures: figures.join(', '), broken }
  },
}
