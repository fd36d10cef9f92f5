// The name under which the steps and messages of a transition speak of its record.

import { isUsableName } from '../names/names.ts'

/** `ticket` for Ticket; where that word is taken, `inputRecord` for Input. */
export function recordNameOf(entity: string): string {
  const name = entity.charAt(0).toLowerCase() + entity.slice(1)
  return isUsableName({ text: name, span: { start: 0, end: 0 } }, []) ? name : `${name}Record`
}
