// An OpenAPI document → a judge of answers: whether the status is declared and the body matches the schema. It uses
// Ajv, independently of the code that creates answers.

import type { OpenApiDocument } from '@ninefold/core/contract/open-api/document.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { GeneratedRequest } from './generated-requests.ts'
import type { RawAnswer } from './raw-request.ts'

/** The mistakes of an answer; null: as declared, or not an operation of the document. */
export type AnswerJudge = (request: GeneratedRequest, answer: RawAnswer) => string | null

const DOCUMENT = 'openapi'

export function answerJudge(document: OpenApiDocument): AnswerJudge {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const checks = new Map<string, ValidateFunction>()
  const check = (pointer: string): ValidateFunction => {
    const known = checks.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${pointer}` })
    checks.set(pointer, known)
    return known
  }
  const paths = Object.keys(document.paths).map((path) => ({ path, address: addressOf(path) }))
  // Fixed words take precedence over parameters, as in the router.
  paths.sort((first, second) => parameterCount(first.path) - parameterCount(second.path))
  return (request, answer) => {
    const path = paths.find(({ address }) => address.test(request.path.replace(/\?.*$/s, '')))?.path
    const method = request.method.toLowerCase()
    const operation = path === undefined ? undefined : document.paths[path]?.[method]
    if (path === undefined || operation === undefined) return null
    const declared = operation.responses[answer.status]
    if (declared === undefined) return `${answer.status} is not declared.`
    if (answer.body === '') return declared.content === undefined ? null : `A body is declared for ${answer.status}.`
    const sent = answer.headers['content-type'] ?? ''
    // The charset is not declared; other parameters belong to the declared type.
    const type = declared.content?.[sent] === undefined ? (sent.split(';')[0] ?? '') : sent
    if (declared.content?.[type] === undefined) return `${type} is not declared for ${answer.status}.`
    const validate = check(
      `/paths/${escaped(path)}/${method}/responses/${answer.status}/content/${escaped(type)}/schema`,
    )
    const body: unknown = type === 'text/csv' ? answer.body : JSON.parse(answer.body)
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}

/** `~` and `/` escaped for JSON pointers; braces as in addresses. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function addressOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}

function parameterCount(path: string): number {
  return path.split('{').length
}
