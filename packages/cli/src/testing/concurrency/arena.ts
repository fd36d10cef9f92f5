// The environment of one race.

import type { Answer, Client } from '@ninefold/server/testing/running-application.ts'

/** Where a race is run. */
export interface Arena {
  /** Round robin, so that neighbouring clients are served by different processes. */
  client(index: number): Client
  /** Unique to this race. */
  readonly name: string
  /** Returns a whole number from 0 to below `below`, from the seed. */
  pick(below: number): number
  /** Sends the requests of all clients concurrently. */
  all(what: (client: Client, index: number) => Promise<Answer>): Promise<Answer[]>
}
