// How a lane of a board comes to more of its cards.

import { createContext } from 'react'

/** Null: all cards are there. `count`: how many the lane is to have. */
export const MoreCards = createContext<((lane: string, count: number) => void) | null>(null)
