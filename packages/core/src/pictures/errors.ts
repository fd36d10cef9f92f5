// Point 8, checked → the message of each error.

import type { Model } from '../model/model.ts'
import type { Stated } from '../model/stated.ts'

export interface ErrorInWords extends Stated {
  readonly code: string
  readonly status: number
  readonly about: string
  /** Placeholders are in braces. */
  readonly message: string
}

export function errorsInWords(model: Model): ErrorInWords[] {
  return model.errors.catalogue.map(({ code, status, about, message, span }) => ({
    code,
    status,
    about,
    message: message.parts.map((part) => (part.kind === 'path' ? `{${part.path.join('.')}}` : part.text)).join(''),
    span,
  }))
}
