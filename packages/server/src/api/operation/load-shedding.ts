// Load shedding: requests above the capacity → one shared answer per second, and one log line. Building it once makes a
// refusal almost free.
//
// The answer is sent after a short delay. A client that obeys `Retry-After` does not notice, and one that retries at
// once would otherwise take time from the others.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Application } from '../../gate/context/application.ts'
import type { Refusal } from '../../gate/context/refusal.ts'
import { overloaded } from './admission.ts'
import { HEADERS_OF_ANSWERS } from '../http/security-headers.ts'
import { bodyOfProblem, headersOfProblem, isInOwnForm, problemOf } from '../http/refusals.ts'

/** Requests that were refused within the same second. */
export interface Crowd {
  /** The request id that all of them were given. */
  readonly requestId: string
  readonly count: number
  readonly status: number
  readonly code: string
}

export type CrowdObserver = (crowd: Crowd) => void

const OVERLOADED = overloaded()
const MOMENT_MS = 400
/** The maximum number of delayed refusals, because each keeps a connection and its received data. */
const HELD_MAX = 2_000
const TOGETHER_MS = 1_000

interface Prepared {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/** Refusals of one second. */
interface Second {
  readonly requestId: string
  readonly application: Application
  readonly answers: Map<Refusal, Map<string, Prepared>>
  readonly counts: Map<Prepared, number>
}

export class TurnedAway {
  private readonly observers: readonly CrowdObserver[]
  private second: Second | null = null
  private timer: NodeJS.Timeout | undefined
  private held = 0

  constructor(observers: readonly CrowdObserver[]) {
    this.observers = observers
  }

  /** `refusal`: one object for each reason; missing: overload. */
  refuse(application: Application, request: IncomingMessage, response: ServerResponse, refusal = OVERLOADED): void {
    if (this.held >= HELD_MAX) return this.answer(application, request, response, refusal)
    this.held += 1
    setTimeout(() => {
      this.held -= 1
      this.answer(application, request, response, refusal)
    }, MOMENT_MS)
  }

  /** Reports the refusals that were not reported yet. */
  tell(): void {
    clearTimeout(this.timer)
    const { second } = this
    this.second = null
    for (const [{ status, code }, count] of second?.counts ?? [])
      for (const observe of this.observers) observe({ requestId: second?.requestId ?? '', count, status, code })
  }

  private answer(application: Application, request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    // The client has disconnected.
    if (response.destroyed) return
    const second = this.secondOf(application)
    const prepared = preparedFor(second, request, refusal)
    second.counts.set(prepared, (second.counts.get(prepared) ?? 0) + 1)
    response.writeHead(prepared.status, prepared.headers).end(prepared.body)
  }

  private secondOf(application: Application): Second {
    if (this.second !== null && this.second.application === application) return this.second
    this.tell()
    const second: Second = { requestId: randomUUID(), application, answers: new Map(), counts: new Map() }
    this.second = second
    this.timer = setTimeout(() => this.tell(), TOGETHER_MS)
    this.timer.unref()
    return second
  }
}

/** In the error form and the language that this client prefers. */
function preparedFor(
  { requestId, application, answers }: Second,
  request: IncomingMessage,
  refusal: Refusal,
): Prepared {
  const language = refusalLanguage(application.model, request.headers['accept-language'])
  const key = `${isInOwnForm(application, request) ? 'own' : 'stated'} ${language}`
  const alike = answers.get(refusal) ?? new Map<string, Prepared>()
  answers.set(refusal, alike)
  const known = alike.get(key)
  if (known !== undefined) return known
  const problem = problemOf(application.model, refusal, { id: requestId, headers: request.headers })
  const { type, text } = bodyOfProblem(application, request, problem)
  const body = Buffer.from(text)
  const made: Prepared = {
    status: problem.status,
    code: problem.code,
    headers: {
      ...HEADERS_OF_ANSWERS,
      'content-type': type,
      'content-length': body.length,
      'retry-after': String(refusal.retryAfterSeconds),
      ...Object.fromEntries(headersOfProblem(application, request, problem)),
      'x-request-id': requestId,
    },
    body,
  }
  alike.set(key, made)
  return made
}
