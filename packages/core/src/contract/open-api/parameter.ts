// A parameter of an operation in an OpenAPI document.

import type { JsonSchema } from './json-schema.ts'

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  /** A list is one comma-separated text. */
  readonly style?: 'form'
  readonly explode?: false
  readonly schema: JsonSchema
}
