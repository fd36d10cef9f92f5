// How a lane of a board comes to more of its cards.

import { createContext } from 'react'

export interface MoreOfLane {
  /** `count`: how many cards the lane is to have. */
  readonly ask: (lane: string, count: number) => void
  /** Lanes whose further cards could not be loaded. The loaded cards stay. */
  readonly failed: ReadonlySet<string>
  readonly again: () => void
}

/** Null: all cards are there. */
export const MoreCards = createContext<MoreOfLane | null>(null)
