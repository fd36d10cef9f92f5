// Search words, marked in results.

import { createContext, useContext } from 'react'
import { Marked } from './marked.tsx'

/** Empty: no search. */
export const Sought = createContext('')

export function SoughtText({ text }: { readonly text: string }) {
  const sought = useContext(Sought)
  return sought === '' ? text : <Marked text={text} sought={sought} />
}
