// The record's name in steps and messages of a transition.

import { isUsableName } from '../names/names.ts'

/** `ticket` for Ticket; if the word is reserved, `inputRecord` for Input. */
export function recordNameOf(entity: string): string {
  const name = entity.charAt(0).toLowerCase() + entity.slice(1)
  return isUsableName({ text: name, span: { start: 0, end: 0 } }, []) ? name : `${name}Record`
}
