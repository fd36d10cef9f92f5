// node:stream/promises and node:stream/consumers

import { promises, type Readable } from 'node:stream'
import { Buffer } from './buffer.ts'

export const { pipeline, finished } = promises

export async function buffer(content: Readable): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}

export async function text(content: Readable): Promise<string> {
  return (await buffer(content)).toString('utf8')
}
