// A file that a person has chosen → an upload, which a form refers to by id. In a form an upload is a text with all its
// facts, so that a draft survives a reload.

import type { ProblemDetails } from '@ninefold/core/contract/wire/problem-details.ts'
import { inTenant } from './tenant-base.ts'
import { RequestRefused, ServerUnreachable } from './query/request.ts'

export interface UploadedFile {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly type: string
  /** Its address once a record holds it. */
  readonly url: string
}

/** Placeholder of an upload in progress: it is not an id, so the form cannot be sent. */
export const ON_THE_WAY = 'on the way'

export function enteredFile(file: unknown): string {
  return JSON.stringify(file)
}

/** Null: still in progress. */
export function fileOfEntered(entered: string): UploadedFile | null {
  return entered.startsWith(ON_THE_WAY) ? null : (JSON.parse(entered) as UploadedFile)
}

export function idOfEntered(entered: string): string {
  return fileOfEntered(entered)?.id ?? entered
}

/** Tells whether it is a stored file of a record, with address, name, size and type. */
export function isUploadedFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'id' in value && 'url' in value && 'name' in value
}

/** Only the engine's own addresses become links. */
export function isKeptFile({ url }: UploadedFile): boolean {
  return url.startsWith('/_ninefold/files/')
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of uploads. */
export function uploadFile(file: File, tell: (part: number) => void, signal: AbortSignal): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', inTenant(`/_ninefold/files?name=${encodeURIComponent(file.name)}`))
    request.setRequestHeader('Accept', 'application/problem+json, application/json')
    request.setRequestHeader('Ninefold-Client', 'web')
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      if (request.status === 201 && isUploadedFile(request.response)) resolve(request.response)
      else if (isProblem(request.response)) reject(new RequestRefused(request.response))
      else reject(new ServerUnreachable(request.status))
    })
    request.addEventListener('error', () => reject(new ServerUnreachable('The upload was cut.')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was taken back.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function isProblem(body: unknown): body is ProblemDetails {
  return typeof body === 'object' && body !== null && 'detail' in body && 'errors' in body
}
