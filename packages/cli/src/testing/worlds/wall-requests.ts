// Reads of rows through row-level security. Writes belong to the gate alone, and so do deleted and kept records:
//  it is in no table of records any more.

import type { GeneratedRequest } from '@ninefold/server/testing/generated-requests.ts'

export function isReadThroughWall({ method, path }: Pick<GeneratedRequest, 'method' | 'path'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !path.startsWith('/_ninefold/deleted')
}
