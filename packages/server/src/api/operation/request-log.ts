// The request log of development: each request with its call, its steps, all its SQL statements, and the reason of a
// refusal. A bounded number is kept in memory, without secrets.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { DevelopmentEvent, LoggedRefusal, LoggedRequest } from '@ninefold/core/contract/wire/development.ts'
import { builtInCode } from '@ninefold/core/contract/words/refusal-words.ts'
import { type LineOfText, linesIn } from '@ninefold/core/text/chapters.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Application } from '../../gate/context/application.ts'
import type { Development } from '../../gate/context/development.ts'
import type { Refusal, RefusalItem } from '../../gate/context/refusal.ts'
import type { StatementListener, ToldStatement } from '../../store/driver/observed-database.ts'
import { isOfAuthors } from '../http/authors-addresses.ts'
import { linesOfText, type RequestReport, reportOf, type TextLines } from './request-reports.ts'
import { secretNames, redactedValue } from '../http/redacted-values.ts'

const REQUESTS_MAX = 200
const STATEMENTS_MAX = 100
const STEPS_MAX = 200

/** A request in progress. */
interface Trace {
  readonly startedAt: number
  readonly statements: (ToldStatement & { readonly step: number | null })[]
  readonly steps: { readonly start: number; readonly at: number }[]
  moreStatements: number
  refusal: Refusal | null
  isAnswered: boolean
}

export class RequestLog {
  private readonly kept: LoggedRequest[] = []
  private readonly here = new AsyncLocalStorage<Trace>()
  private readonly tell: (event: DevelopmentEvent) => void

  constructor(tell: (event: DevelopmentEvent) => void) {
    this.tell = tell
  }

  /** Newest first. */
  requests(): readonly LoggedRequest[] {
    return this.kept
  }

  /** For a database that reports each of its statements. */
  readonly listening: StatementListener = () => {
    const trace = this.here.getStore()
    // Statements after the answer, or in the background, do not belong to the request.
    if (trace === undefined || trace.isAnswered) return null
    const step = trace.steps.length === 0 ? null : trace.steps.length - 1
    return (told) => {
      if (trace.statements.length < STATEMENTS_MAX) trace.statements.push({ ...told, step })
      else trace.moreStatements++
    }
  }

  readonly development: Omit<Development, 'roleOf'> = {
    stepBegins: ({ span }) => {
      const trace = this.here.getStore()
      if (trace !== undefined && !trace.isAnswered && trace.steps.length < STEPS_MAX)
        trace.steps.push({ start: span.start, at: performance.now() })
    },
    refuses: (refusal) => {
      const trace = this.here.getStore()
      if (trace !== undefined) trace.refusal = refusal
    },
  }

  /** Logs the requests of this application from now on. */
  follow(instance: FastifyInstance, application: Application): void {
    const lines = linesOfText(application)
    const traces = new WeakMap<FastifyRequest, Trace>()
    const secrets = secretNames(application.model)
    instance.addHook('onRequest', (request, _, done) => {
      if (isOfAuthors(request.routeOptions.url ?? '')) return done()
      const trace: Trace = {
        startedAt: performance.now(),
        statements: [],
        steps: [],
        moreStatements: 0,
        refusal: null,
        isAnswered: false,
      }
      traces.set(request, trace)
      this.here.run(trace, done)
    })
    // The body arrives by events of the socket, which lose the async context of the request.
    instance.addHook('preValidation', (request, _, done) => {
      const trace = traces.get(request)
      if (trace === undefined) done()
      else this.here.run(trace, done)
    })
    instance.addHook('onSend', (request, _reply, _payload, done) => {
      const trace = traces.get(request)
      if (trace !== undefined) trace.isAnswered = true
      done()
    })
    instance.addHook('onResponse', (request, reply, done) => {
      const trace = traces.get(request)
      if (trace !== undefined) {
        const report = reportOf(application, lines, request, reply)
        if (isWorthKeeping(trace, report))
          this.keep(loggedRequest({ application, lines, secrets }, trace, report, request.url))
      }
      done()
    })
  }

  private keep(logged: LoggedRequest): void {
    this.kept.unshift(logged)
    this.kept.length = Math.min(this.kept.length, REQUESTS_MAX)
    this.tell({ kind: 'request', id: logged.id, isRefused: logged.refusals.length > 0 })
  }
}

/** Pages, pictures and scripts are not logged. */
function isWorthKeeping({ statements, refusal }: Trace, { call, callLine }: RequestReport): boolean {
  return statements.length > 0 || callLine !== null || (refusal !== null && call !== 'unknown')
}

interface Place {
  readonly application: Application
  readonly lines: TextLines
  readonly secrets: ReadonlySet<string>
}

function loggedRequest(place: Place, trace: Trace, report: RequestReport, address: string): LoggedRequest {
  const { text } = place.application
  const lineAt = linesIn(text)
  const after = (at: number): number => rounded(at - trace.startedAt)
  const lineOf = (start: number): LineOfText => lineAt({ span: { start } })
  const steps = trace.steps.map(({ start, at }) => ({
    line: lineOf(start),
    text: lineAround(text, start),
    atMs: after(at),
  }))
  return {
    id: report.requestId,
    call: report.call,
    address,
    line: report.callLine,
    caller: report.caller,
    status: report.status,
    at: new Date(report.startedAt).toISOString(),
    tookMs: rounded(report.durationMs),
    refusals: trace.refusal === null ? [] : refusalsOf(place, trace.refusal, steps.at(-1)?.line ?? null, lineOf),
    steps,
    statements: trace.statements.map(({ text: sql, parameters, startedAt, tookMs, rows, failed, step }) => ({
      text: sql,
      parameters: parameters.map(({ name, value }) => ({ name, value: redactedValue(place.secrets, name, value) })),
      atMs: after(startedAt),
      tookMs: rounded(tookMs),
      rows,
      failed: failed === null ? null : failed instanceof Error ? failed.message : String(failed),
      step,
    })),
    moreStatements: trace.moreStatements,
  }
}

/** If nothing else gives the reason of a refusal, the step that refused does. */
function refusalsOf(
  { lines }: Place,
  { items }: Refusal,
  stepLine: LineOfText | null,
  lineOf: (start: number) => LineOfText,
): LoggedRefusal[] {
  const codeOf = (item: RefusalItem): string => (item.kind === 'catalogue' ? item.code : builtInCode(item.error))
  return items.map((item) => ({
    code: codeOf(item),
    line: item.at === undefined ? stepLine : lineOf(item.at.span.start),
    codeLine: lines.codes.get(codeOf(item)) ?? null,
  }))
}

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return text.slice(start, end === -1 ? text.length : end).trim()
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10
}
