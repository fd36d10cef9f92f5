// Planted faults for the test of texts: servers that make one mistake when a text changes. The test must find each of
// them.

import type { NinefoldServer } from '@ninefold/server/api/server.ts'
import type { Application } from '@ninefold/server/gate/context/application.ts'

export type TextsFault =
  | 'serves before its tables are there'
  | 'lets nobody in again'
  | 'serves something else where a text has errors'

export interface FaultyServer {
  readonly server: NinefoldServer
  /** A text had errors. */
  refused(): Promise<void>
}

export function faultyServer(
  server: NinefoldServer,
  fault: TextsFault | null,
  somethingElse: () => Application,
): FaultyServer {
  const refused = async (): Promise<void> => {
    if (fault === 'serves something else where a text has errors') (await server.prepare(somethingElse()))()
  }
  switch (fault) {
    case 'serves before its tables are there': {
      const prepare = async (application: Application): Promise<() => void> => {
        const swap = await server.prepare(application)
        swap()
        return () => {}
      }
      return { server: { ...server, prepare }, refused }
    }
    case 'lets nobody in again': {
      const hold = async (): Promise<() => void> => {
        await server.hold()
        return () => {}
      }
      return { server: { ...server, hold }, refused }
    }
    default:
      return { server, refused }
  }
}
