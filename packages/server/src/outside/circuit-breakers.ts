// An attempt to reach an outside service → its result, after bounded retries with exponential backoff. A circuit breaker
// for each service fails at once while the service is down, so that callers do not wait for it.

import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleType,
  type IPolicy,
  retry,
  wrap,
} from 'cockatiel'
import type { Service } from '@ninefold/core/model/calls.ts'

/** The delay before the first retry; it doubles for each further one. */
const BACKOFF_MS = 300
const BACKOFF_MS_MAX = 5_000
/** After this many consecutive failures the circuit opens. */
const FAILURES_MAX = 10
const OPEN_MS = 10_000

/** Thrown by an attempt whose repetition may succeed: no connection, a timeout, or a status that says so. */
export class RetryableFailure extends Error {
  readonly status: number | null

  constructor(reason: string, status: number | null) {
    super(reason)
    this.status = status
  }
}

/** Thrown without an attempt. */
export { BrokenCircuitError as CircuitOpen }

export class CircuitBreakers {
  private readonly policies = new Map<string, IPolicy>()
  private readonly backoffMs: number

  constructor(backoffMs = BACKOFF_MS) {
    this.backoffMs = backoffMs
  }

  /** Throws the last RetryableFailure, CircuitOpen, or any other error of an attempt. */
  run<Result>(service: Service, attempt: () => Promise<Result>): Promise<Result> {
    const policy = this.policies.get(service.name) ?? policyFor(service, this.backoffMs)
    this.policies.set(service.name, policy)
    return policy.execute(attempt)
  }
}

function policyFor({ tries }: Service, backoffMs: number): IPolicy {
  const failures = handleType(RetryableFailure)
  const backoff = new ExponentialBackoff({ initialDelay: backoffMs, maxDelay: BACKOFF_MS_MAX })
  const breaker = circuitBreaker(failures, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_MAX),
  })
  return tries === 1 ? breaker : wrap(retry(failures, { maxAttempts: tries - 1, backoff }), breaker)
}
