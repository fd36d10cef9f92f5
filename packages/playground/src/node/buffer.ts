// node:buffer: the library's (vite.config.ts resolves this file to it), with the one encoding that it lacks.

import { Buffer as Plain, kMaxLength } from 'node:buffer'

type Encode = (encoding?: string, start?: number, end?: number) => string
type From = (value: unknown, encoding?: unknown, length?: unknown) => Plain

const prototype = Plain.prototype as unknown as { toString: Encode }
const plainToString = prototype.toString
prototype.toString = function (encoding, start, end) {
  if (encoding !== 'base64url') return plainToString.call(this, encoding, start, end)
  return plainToString
    .call(this, 'base64', start, end)
    .replace(/=+$/, '')
    .replace(/[+/]/g, (letter) => (letter === '+' ? '-' : '_'))
}
const library = Plain as unknown as { from: From; isEncoding: (encoding: string) => boolean; byteLength: unknown }
const plainFrom = library.from.bind(Plain)
// Node's base64 decoder accepts both alphabets.
library.from = (value, encoding, length) => plainFrom(value, encoding === 'base64url' ? 'base64' : encoding, length)
const plainIsEncoding = library.isEncoding.bind(Plain)
library.isEncoding = (encoding) => encoding === 'base64url' || plainIsEncoding(encoding)

export const Buffer = Plain
export const Blob = globalThis.Blob
export { kMaxLength }
export default { Buffer: Plain, kMaxLength, Blob: globalThis.Blob }
