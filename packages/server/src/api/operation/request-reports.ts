// An answered request → a report for the operator: its call in the text, its outcome, and the line of the text that
// refused it. It contains no personal data: addresses are route patterns, and callers are ids.

import { builtInCode } from '@ninefold/core/contract/words/refusal-words.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import { type LineOfText, linesIn } from '@ninefold/core/text/chapters.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { callerFound } from '../authentication/authentication.ts'
import { pathOf } from '../http/methods.ts'
import { refusedWithCode } from '../http/refusals.ts'

export interface RequestReport {
  readonly requestId: string
  /** `POST /api/tickets/:number/take`; `unknown` if no call matches. */
  readonly call: string
  /** The line that states the call; null: every application has it. */
  readonly callLine: LineOfText | null
  readonly status: number
  /** The refusal's code; null: the request succeeded. */
  readonly code: string | null
  /** The line that states the code; null: a built-in code. */
  readonly refusalLine: LineOfText | null
  /** The user's id; null: a guest. */
  readonly caller: string | null
  readonly startedAt: number
  readonly durationMs: number
  /** A live connection, whose duration says nothing about work. */
  readonly isLive: boolean
  /** The revision of the specification that answered. */
  readonly revision: string
  /** The W3C `traceparent` header of the request. */
  readonly traceParent: string | null
}

export type RequestObserver = (report: RequestReport) => void

const UNKNOWN = 'unknown'

export function reportRequests(
  instance: FastifyInstance,
  application: Application,
  observers: readonly RequestObserver[],
): void {
  if (observers.length === 0) return
  const lines = linesOfText(application)
  instance.addHook('onResponse', (request, reply, done) => {
    const report = reportOf(application, lines, request, reply)
    for (const observe of observers) observe(report)
    done()
  })
}

export function reportOf(
  application: Application,
  lines: TextLines,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestReport {
  const path = pathOf(request)
  const call = path === undefined ? UNKNOWN : `${request.method} ${path}`
  const code = refusedWithCode(request) ?? null
  const me = callerFound(request)?.me
  const durationMs = reply.elapsedTime
  return {
    requestId: request.id,
    call,
    callLine: lines.calls.get(call) ?? null,
    status: reply.statusCode,
    code,
    refusalLine: code === null ? null : (lines.codes.get(code) ?? null),
    caller: me === null || me === undefined ? null : String(me.id),
    startedAt: Date.now() - durationMs,
    durationMs,
    isLive: /\btext\/event-stream\b/.test(request.headers.accept ?? ''),
    revision: application.revision,
    traceParent: singleHeader(request.headers['traceparent']),
  }
}

function singleHeader(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Lines of the text that state calls and codes. */
export interface TextLines {
  readonly calls: ReadonlyMap<string, LineOfText>
  readonly codes: ReadonlyMap<string, LineOfText>
}

export function linesOfText({ text, model, operations }: Application): TextLines {
  const lineOf = linesIn(text)
  const stated = operations.flatMap((operation): [string, LineOfText][] => {
    const by = operation.kind === 'stated' ? operation.call : operation.standard
    return by === null || text === '' ? [] : [[`${operation.method} ${operation.path}`, lineOf(by)]]
  })
  const builtIn = Object.entries(model.errors.builtIn).map(([error, entry]): [string, LineOfText] => [
    builtInCode(error as BuiltInError),
    lineOf(entry),
  ])
  const catalogue = model.errors.catalogue.map((entry): [string, LineOfText] => [entry.code, lineOf(entry)])
  return { calls: new Map(stated), codes: new Map(text === '' ? [] : [...builtIn, ...catalogue]) }
}
