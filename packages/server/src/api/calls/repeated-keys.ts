// Tells whether a JSON body has a duplicate key in one object, because parsers silently drop one of the two values. The
// number of colons outside of strings has to equal the number of keys.

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

/** An explicit stack, because a body may be nested deeply. */
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
