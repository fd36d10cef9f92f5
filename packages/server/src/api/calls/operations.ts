// An operation of point 7 → its answer, for a program's request and for a screen that shows it.

import type { Operation } from '@ninefold/core/contract/calls/calls.ts'
import type { CallAnswer } from '../../gate/calls/calls.ts'
import { answerStated } from './calls.ts'
import { answerStandard } from './standard-calls.ts'
import type { Exchange } from '../http/exchange.ts'
import { answerTransition } from './transition-calls.ts'

export function answerOperation(exchange: Exchange, operation: Operation): Promise<CallAnswer> {
  switch (operation.kind) {
    case 'stated':
      return answerStated(exchange, operation.call)
    case 'transition':
      return answerTransition(exchange, operation)
    default:
      return answerStandard(exchange, operation)
  }
}
