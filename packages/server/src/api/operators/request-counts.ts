// Request counters of this process since its start: answered, refused and failed. They say nothing about callers.

import type { FastifyInstance } from 'fastify'
import { refusedWithCode } from '../http/refusals.ts'
import type { Crowd } from '../operation/load-shedding.ts'

const CODES_TOLD = 10
/** The text defines codes, and new texts replace it while the process runs, so the number is bounded. */
const CODES_KEPT_MAX = 1_000

export class RequestCounts {
  private readonly since = new Date()
  private answered = 0
  private refused = 0
  private failed = 0
  private readonly codes = new Map<string, number>()

  watch(instance: FastifyInstance): void {
    instance.addHook('onResponse', (request, reply, done) => {
      this.add(reply.statusCode, refusedWithCode(request), 1)
      done()
    })
  }

  /** Adds requests that were shed before they were read. */
  readonly addCrowd = ({ status, code, count }: Crowd): void => this.add(status, code, count)

  told() {
    const { since, answered, refused, failed } = this
    const codes = [...this.codes].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count)
    return { since: since.toISOString(), answered, refused, failed, codes: codes.slice(0, CODES_TOLD) }
  }

  private add(status: number, code: string | undefined, count: number): void {
    if (status >= 500) this.failed += count
    else if (status >= 400) this.refused += count
    else this.answered += count
    if (code === undefined || (!this.codes.has(code) && this.codes.size >= CODES_KEPT_MAX)) return
    this.codes.set(code, (this.codes.get(code) ?? 0) + count)
  }
}
