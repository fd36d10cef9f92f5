// A contract of the tests, served, and requests by its clients.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { runApplication, type RunningApplication } from './running-application.ts'

export interface Sent {
  readonly json?: unknown
  readonly form?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Contracts have various forms.
  readonly json: any
}

export type Ask = (request: string, sent?: Sent) => Promise<Told>

export const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

export interface Served {
  readonly ask: Ask
  /** `http://127.0.0.1:4000` */
  readonly address: () => string
}

/** A text for all tests of a block. It is served once they run. */
export function served(text: string, headers: Sent['headers'] = {}): Served {
  let running: RunningApplication
  beforeAll(async () => {
    running = await runApplication(readFileSync(new URL(`./texts/${text}`, import.meta.url), 'utf8'))
  })
  afterAll(() => running[Symbol.asyncDispose]())
  const ask: Ask = async (request, sent = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const type = sent.json === undefined ? (sent.form === undefined ? {} : FORM_TYPE) : JSON_TYPE
    const body = sent.json === undefined ? (sent.form ?? sent.text ?? null) : JSON.stringify(sent.json)
    const answer = await fetch(`${running.address}${path}`, {
      method,
      body,
      headers: { ...type, ...headers, ...sent.headers },
      redirect: 'manual',
    })
    const told = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && told !== ''
    return { status: answer.status, headers: answer.headers, text: told, json: isJson ? JSON.parse(told) : undefined }
  }
  return { ask, address: () => running.address }
}
