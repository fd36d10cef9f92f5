// An operation of point 7 → its answer, whoever asks: a request of a program, or a screen that shows it.

import type { Operation } from '@ninefold/core/contract/calls.ts'
import type { CallAnswer } from '../gate/calls.ts'
import { answerStated } from './calls.ts'
import { answerStandard } from './entities.ts'
import type { Exchange } from './exchange.ts'
import { answerTransition } from './states.ts'

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
