// Calls to outside services. A step without an answer ends its transaction, the service is called between two
// transactions, and the steps run again with the outcome. So no transaction waits for another program, and a retried
// transaction calls no service twice.

import { createHash } from 'node:crypto'
import type { Value } from '@ninefold/core/expression/expression.ts'
import type { Service, ServiceOperation } from '@ninefold/core/model/calls.ts'
import { refused } from './refusal.ts'

export interface ServiceCall {
  readonly service: Service
  readonly operation: ServiceOperation
  /** By dotted path. */
  readonly values: Readonly<Record<string, Value>>
  /** The same for every attempt of this call. */
  readonly idempotencyKey: string
}

export type Outcome =
  /** By dotted path. */
  | { readonly kind: 'answer'; readonly values: Readonly<Record<string, Value>> }
  /** `status`: the HTTP status; null: no readable answer. */
  | { readonly kind: 'failure'; readonly status: number | null; readonly reason: string }

export interface OutsideServices {
  /** Failures are outcomes; only defects are thrown. */
  ask(call: ServiceCall): Promise<Outcome>
}

/** Thrown by a step to roll back its transaction until the answer is known. */
class ServiceCallOpen extends Error {
  override name = 'ServiceCallOpen'
  readonly call: ServiceCall

  constructor(call: ServiceCall) {
    super(`${call.service.name} has to be asked to ${call.operation.name}.`)
    this.call = call
  }
}

interface AnsweredCall {
  readonly content: string
  readonly outcome: Outcome
}

/** The calls of one request, or of one run of deferred steps, with their outcomes. */
export class ServiceCalls {
  private readonly asked: AnsweredCall[] = []
  private seed: string
  private next = 0

  /** `seed`: equal for every attempt of the same request. */
  constructor(seed: string) {
    this.seed = seed
  }

  /** Begins a transaction, possibly again. `seed`: identifies the request; null: keeps the former one. */
  begin(seed: string | null = null): void {
    this.next = 0
    if (seed !== null) this.seed = seed
  }

  /**
   * Returns the outcome. Throws ServiceCallOpen if it is not known yet, and `stale` if the former attempt made another
   * call here.
   */
  outcomeOf(wanted: Omit<ServiceCall, 'idempotencyKey'>): Outcome {
    const place = this.next++
    const known = this.asked[place]
    if (known === undefined) throw new ServiceCallOpen({ ...wanted, idempotencyKey: this.keyOf(place) })
    if (known.content !== contentOf(wanted)) throw refused('stale')
    return known.outcome
  }

  keep(call: ServiceCall, outcome: Outcome): void {
    this.asked.push({ content: contentOf(call), outcome })
  }

  private keyOf(place: number): string {
    return createHash('sha256').update(`${this.seed}\n${place}`).digest('base64url')
  }
}

function contentOf({ service, operation, values }: Omit<ServiceCall, 'idempotencyKey'>): string {
  return JSON.stringify([service.name, operation.name, values])
}

/** Runs `attempt`, and again after each call that it left open. */
export async function withServiceCalls<Result>(
  services: OutsideServices | undefined,
  serviceCalls: ServiceCalls,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (!(cause instanceof ServiceCallOpen) || services === undefined) throw cause
      serviceCalls.keep(cause.call, await services.ask(cause.call))
    }
  }
}
