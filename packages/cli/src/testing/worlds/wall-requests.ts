// What is read through the wall of row-level security. What is written is the gate's alone, and so is what was deleted and
// kept: it is in no table of records any more.

import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'

export function isReadThroughWall({ method, path }: Pick<GeneratedRequest, 'method' | 'path'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !path.startsWith('/_ninefold/deleted')
}
