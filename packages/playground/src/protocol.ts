// Messages between the page, the worker that runs the application, and the service worker that asks it.

import type { SentRequest } from './node/http.ts'

/** From the page to the worker. */
export type ToWorker =
  | {
      readonly kind: 'begin'
      readonly text: string
      /** The name of its file. */
      readonly file: string
      /** Addresses of what the database is made of. */
      readonly parts: Parts
      /** A key for secret texts, in base64. */
      readonly secretKey: string
      /** The database of the last visit is gone on with. */
      readonly hasData: boolean
      readonly cookies: Readonly<Record<string, string>>
    }
  | { readonly kind: 'apply'; readonly text: string }
  /** A yes to changes of the tables that wait. */
  | { readonly kind: 'consent' }
  /** Nothing is kept from here on; answered by `ended`. */
  | { readonly kind: 'end' }
  /** Answered on the port that comes with it. */
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
  /** Saved by the author's pages of the application itself. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cookies'; readonly cookies: Readonly<Record<string, string>> }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

export type ToldOutcome =
  | { readonly kind: 'applied'; readonly name: string; readonly changes: readonly string[]; readonly tookMs: number }
  | { readonly kind: 'errors' }
  | { readonly kind: 'waiting'; readonly steps: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }

/** All that the web app asks for to draw its first page, where it is a form to sign in. */
export const FIRST_REQUESTS = ['/', '/_ninefold/app', '/_ninefold/clock.json', '/_ninefold/specification'] as const

/** A good answer without what belongs to its own connection. */
export interface FirstAnswer {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** By language and address. The first language is that of the text. */
export type FirstAnswers = Readonly<Record<string, Readonly<Record<string, FirstAnswer>>>>

/** On the port of a request: `taken` at once, by the page that runs an application; the answer as it comes, and `cancel` back when nobody reads it any more. */
export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'head'; readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

/** From the service worker to a page, with a port for the answer: the page that runs an application answers. */
export interface ToPage {
  readonly kind: 'ninefold request'
  readonly request: SentRequest
}
