// How long a body may take to come. A file takes as long as somebody's line is slow; anything else is short, and
// whoever sends it byte by byte only wants to keep a connection.

import type { IncomingMessage } from 'node:http'
import { UPLOAD_ADDRESS } from './transport-limits.ts'

export function isUpload({ method, url }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return method === 'POST' && url?.startsWith(UPLOAD_ADDRESS) === true && url.split('?')[0] === UPLOAD_ADDRESS
}

/** Tells when the body of the request has not come to its end in time. */
export function watchBody(request: IncomingMessage, timeMsMax: number, whenLate: () => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => {
    if (!request.complete) whenLate()
  }, timeMsMax)
  timer.unref()
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}
