// A request that was answered → what may be said of it to whoever runs the application: which call of the text it was,
// how it ended, and which line of the text refused it. Nothing of it is personal: addresses are said as the text writes
// them, and whoever called by their id.

import { builtInCode } from '@ninefold/core/contract/words/refusal-words.ts'
import type { BuiltInError } from '@ninefold/core/model/errors.ts'
import { linesOf, positionAt } from '@ninefold/core/text/lines.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import { callerFound } from '../authentication/authentication.ts'
import { refusedWithCode } from '../http/refusals.ts'

export interface RequestReport {
  readonly requestId: string
  /** `POST /api/tickets/:number/take`; `unknown` for what no call has. */
  readonly call: string
  /** Where the text states it; null: it is one that every application has. */
  readonly callLine: number | null
  readonly status: number
  /** Of the refusal; null: it was answered. */
  readonly code: string | null
  /** Where the text states the code; null: it is one of the supplied ones. */
  readonly refusalLine: number | null
  /** The id of the user; null: nobody is signed in. */
  readonly caller: string | null
  readonly startedAt: number
  readonly durationMs: number
  /** It stayed open to tell of changes, which says nothing of how long the work took. */
  readonly isLive: boolean
  /** The specification that answered. */
  readonly revision: string
  /** The trace that the request belongs to, by its own header. */
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
  instance.addHook('onResponse', async (request, reply) => {
    const report = await reportOf(application, lines, request, reply)
    for (const observe of observers) observe(report)
  })
}

export async function reportOf(
  application: Application,
  lines: TextLines,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestReport> {
  const path = request.routeOptions.url
  const call = path === undefined ? UNKNOWN : `${request.method} ${path}`
  const code = refusedWithCode(request) ?? null
  const caller = await callerFound(request)
  const durationMs = reply.elapsedTime
  return {
    requestId: request.id,
    call,
    callLine: lines.calls.get(call) ?? null,
    status: reply.statusCode,
    code,
    refusalLine: code === null ? null : (lines.codes.get(code) ?? null),
    caller: caller?.me === null || caller?.me === undefined ? null : String(caller.me.id),
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

/** Where the text states calls and codes. */
export interface TextLines {
  readonly calls: ReadonlyMap<string, number>
  readonly codes: ReadonlyMap<string, number>
}

export function linesOfText({ text, model, operations }: Application): TextLines {
  const lines = linesOf(text)
  const lineOf = ({ span }: { readonly span: { readonly start: number } }): number => positionAt(lines, span.start).line
  const stated = operations.flatMap((operation): [string, number][] => {
    const by = operation.kind === 'stated' ? operation.call : operation.standard
    return by === null || text === '' ? [] : [[`${operation.method} ${operation.path}`, lineOf(by)]]
  })
  const builtIn = Object.entries(model.errors.builtIn).map(([error, entry]): [string, number] => [
    builtInCode(error as BuiltInError),
    lineOf(entry),
  ])
  const catalogue = model.errors.catalogue.map((entry): [string, number] => [entry.code, lineOf(entry)])
  return { calls: new Map(stated), codes: new Map(text === '' ? [] : [...builtIn, ...catalogue]) }
}
