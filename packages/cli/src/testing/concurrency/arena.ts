// The place in which one race is run.

import type { Answer, Client } from '@ninefold/server/testing/running-application.ts'

/** Where a race is run. */
export interface Arena {
  /** One after the other, so that neighbours are served by different processes. */
  client(index: number): Client
  /** Of this race and no other. */
  readonly name: string
  /** A number from 0 up to below `below`, by the seed. */
  pick(below: number): number
  /** Everybody at once. */
  all(what: (client: Client, index: number) => Promise<Answer>): Promise<Answer[]>
}
