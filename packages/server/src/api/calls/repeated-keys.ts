// A body and what it was read as → whether a key stands twice in one of its objects. Of two values one would be dropped
// without a word. There are as many colons outside of texts as there are keys, so they need only be counted.

export function repeatsKey(text: string, value: unknown): boolean {
  return keysWritten(text) !== keysIn(value)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a

function keysWritten(text: string): number {
  let keys = 0
  let isText = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) isText = !isText
    else if (isText && code === BACKSLASH) index += 1
    else if (!isText && code === COLON) keys += 1
  }
  return keys
}

/** A list of its own instead of the stack: nobody says how deep a body goes. */
function keysIn(value: unknown): number {
  let keys = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (typeof part !== 'object' || part === null) continue
    const inner: unknown[] = Object.values(part)
    if (!Array.isArray(part)) keys += inner.length
    for (const each of inner) if (typeof each === 'object') waiting.push(each)
  }
  return keys
}
