// The words of a search, marked in its results.

import { createContext, useContext } from 'react'
import { Marked } from './marked.tsx'

/** Empty: nothing is sought. */
export const Sought = createContext('')

export function SoughtText({ text }: { readonly text: string }) {
  const sought = useContext(Sought)
  return sought === '' ? text : <Marked text={text} sought={sought} />
}
