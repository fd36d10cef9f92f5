// Time limits of request bodies (slow loris protection). A file may take as long as a slow line needs; other bodies are
// short, and a client that sends one byte by byte only keeps a connection busy.

import { addressPattern } from '@ninefold/core/model/addresses/call-path.ts'
import type { IncomingMessage } from 'node:http'
import type { Model } from '@ninefold/core/model/model.ts'
import { bodiesOf } from '@ninefold/core/model/wire.ts'
import { UPLOAD_ADDRESS } from './transport-limits.ts'

export function isUpload({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'POST' && url?.startsWith(UPLOAD_ADDRESS) === true && url.split('?')[0] === UPLOAD_ADDRESS
}

/** Tells whether the address is that of a stated call whose body is, or contains, a file. */
export function takesFiles(model: Model, { method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const known = patterns.get(model) ?? patternsOf(model)
  patterns.set(model, known)
  if (known.length === 0) return false
  const path = (url ?? '').split('?')[0] ?? ''
  return known.some((pattern) => pattern.method === method && pattern.path.test(path))
}

interface Pattern {
  readonly method: string
  readonly path: RegExp
}

const patterns = new WeakMap<Model, readonly Pattern[]>()

function patternsOf({ calls }: Model): readonly Pattern[] {
  return calls.calls
    .filter(({ wire }) => bodiesOf(wire).some((body) => body === 'file' || body === 'multipart'))
    .flatMap(({ method, path, was }) =>
      [path, ...(was === null ? [] : [was.path])].map((each) => ({ method, path: addressPattern(each) })),
    )
}

/** Calls `whenLate` if the body has not arrived in time. */
export function watchBody(request: IncomingMessage, timeMsMax: number, whenLate: () => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => {
    if (!request.complete) whenLate()
  }, timeMsMax)
  timer.unref()
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}
