// Messages between the page, the worker that runs the application, and the service worker.

import type { SentRequest } from './node/http.ts'

/** From the page to the worker. */
export type ToWorker =
  | {
      readonly kind: 'begin'
      readonly text: string
      /** File name of the specification. */
      readonly file: string
      /** Addresses of the parts of the database. */
      readonly parts: Parts
      /** Key for secret texts, in base64. */
      readonly secretKey: string
      /** True: continues with the database of the last visit. */
      readonly hasData: boolean
      readonly cookies: Readonly<Record<string, string>>
    }
  | { readonly kind: 'apply'; readonly text: string }
  /** Approves pending changes of the tables. */
  | { readonly kind: 'consent' }
  /** Saves nothing from here on; answered by `ended`. */
  | { readonly kind: 'end' }
  /** Answered on the port of the message. */
  | { readonly kind: 'request'; readonly request: SentRequest }

export interface Parts {
  readonly data: string
  readonly wasm: string
  readonly bundle: string
  readonly page: string
}

export type Stage = 'fetching' | 'bringing' | 'serving'

/** From the worker to the page. */
export type FromWorker =
  | { readonly kind: 'stage'; readonly stage: Stage }
  | { readonly kind: 'ready'; readonly name: string; readonly isKept: boolean }
  | { readonly kind: 'outcome'; readonly outcome: ToldOutcome }
  /** Saved by the author's pages of the application. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cookies'; readonly cookies: Readonly<Record<string, string>> }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

export type ToldOutcome =
  | { readonly kind: 'applied'; readonly name: string; readonly changes: readonly string[]; readonly tookMs: number }
  | { readonly kind: 'errors' }
  | { readonly kind: 'waiting'; readonly steps: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }

/** All requests of the web app for its first page, which is a sign-in form. */
export const FIRST_REQUESTS = ['/', '/_ninefold/app', '/_ninefold/clock.json', '/_ninefold/specification'] as const

/** A successful answer without headers of its own connection. */
export interface FirstAnswer {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** By language and address. The first language is the specification's. */
export type FirstAnswers = Readonly<Record<string, Readonly<Record<string, FirstAnswer>>>>

/**
 * On the port of a request: the page that runs the application sends `taken` at once, then the answer in parts. The
 * other side sends `cancel` if nobody reads any longer.
 */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'head'; readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

/** From the service worker to a page, with a port for the answer. Only the page that runs an application answers. */
export interface ToPage {
  readonly kind: 'ninefold request'
  readonly request: SentRequest
}
