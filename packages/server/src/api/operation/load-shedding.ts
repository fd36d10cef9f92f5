// More requests than can be worked on → one answer for all of them, made once a second, and one line about them for
// whoever runs the application. Refusing costs next to nothing: what comes as a crowd is answered as one.
//
// The answer comes after a moment. A client that heeds it does not notice; one that asks again at once would otherwise
// spend the time of the others on refusals.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalLanguage } from '@ninefold/core/contract/words/refusal-language.ts'
import type { Application } from '../../gate/context/application.ts'
import { overloaded } from './admission.ts'
import { HEADERS_OF_ANSWERS } from '../http/headers.ts'
import { bodyOfProblem, isInOwnForm, problemOf } from '../http/refusals.ts'

/** Requests that were refused in the same second. */
export interface Crowd {
  /** The one that all of them were told. */
  readonly requestId: string
  readonly count: number
  readonly status: number
  readonly code: string
}

export type CrowdObserver = (crowd: Crowd) => void

const MOMENT_MS = 400
/** More than these do not wait for the moment: each keeps a connection and what was sent by it. */
const HELD_MAX = 2_000
const TOGETHER_MS = 1_000

interface Prepared {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/** Those of one second. */
interface Second {
  readonly requestId: string
  readonly application: Application
  readonly answers: Map<string, Prepared>
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

  refuse(application: Application, request: IncomingMessage, response: ServerResponse): void {
    if (this.held >= HELD_MAX) return this.answer(application, request, response)
    this.held += 1
    setTimeout(() => {
      this.held -= 1
      this.answer(application, request, response)
    }, MOMENT_MS)
  }

  /** Tells of those who are not told of yet. */
  tell(): void {
    clearTimeout(this.timer)
    const { second } = this
    this.second = null
    for (const [{ status, code }, count] of second?.counts ?? [])
      for (const observe of this.observers) observe({ requestId: second?.requestId ?? '', count, status, code })
  }

  private answer(application: Application, request: IncomingMessage, response: ServerResponse): void {
    // Its sender has gone.
    if (response.destroyed) return
    const second = this.secondOf(application)
    const prepared = preparedFor(second, request)
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

/** In the form and the language that this one wants. */
function preparedFor({ requestId, application, answers }: Second, request: IncomingMessage): Prepared {
  const language = refusalLanguage(application.model, request.headers['accept-language'])
  const key = `${isInOwnForm(application, request) ? 'own' : 'stated'} ${language}`
  const known = answers.get(key)
  if (known !== undefined) return known
  const refusal = overloaded()
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
      'x-request-id': requestId,
    },
    body,
  }
  answers.set(key, made)
  return made
}
