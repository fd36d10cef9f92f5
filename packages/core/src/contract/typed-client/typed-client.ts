// The OpenAPI document of a specification → a TypeScript client, as text: types of inputs, answers and refusals of each
// call, and one function that sends them. Calls have their names in the specification: `POST
// /api/tickets/:number/comments`.

import { isJsonType } from '../../model/steps/media-types.ts'
import type { OpenApiDocument } from '../open-api/document.ts'
import type { JsonSchema } from '../open-api/json-schema.ts'
import type { OpenApiOperation } from '../open-api/operations.ts'
import type { OpenApiParameter } from '../open-api/parameter.ts'
import { PROBLEM_BODY } from '../open-api/refusals.ts'
import { RUN_TIME } from './run-time.ts'
import { typeNames } from './type-names.ts'
import { commentLines, objectText, type TypeNames, typeText, unionOf } from './type-text.ts'

const JSON_BODY = 'application/json'
const FORM_BODY = 'application/x-www-form-urlencoded'
const MULTIPART_BODY = 'multipart/form-data'

interface NamedOperation {
  /** `GET /api/tickets/:number` */
  readonly name: string
  readonly operation: OpenApiOperation
}

/** The text of a module. It exports `createClient`, `Calls`, and a type for each shape. */
export function typedClient(document: OpenApiDocument): string {
  // The client requests problem details, so the application's own error body is not needed.
  const components = Object.keys(document.components.schemas).filter((name) => name !== PROBLEM_BODY)
  const names = typeNames(components)
  const operations = operationsIn(document)
  const common = commonCodes(operations)
  return [
    `// Client of ${oneLine(document.info.title)}, written by \`ninefold client\` for version ${document.info.version}.`,
    '// Changes here are lost: write it anew when the specification has changed.',
    '',
    ...typeDeclarations(document, names),
    '/** Codes with which every call can be refused. */',
    `export type CommonCode = ${unionOf(common.map((code) => JSON.stringify(code)))}`,
    '',
    '/** The inputs, answers by status and codes of refusals of each call. */',
    'export interface Calls {',
    ...operations.flatMap((each) => callLines(each, names, common)),
    '}',
    '',
    `/** Calls whose bodies are sent as forms. */`,
    `const FORMS: ReadonlySet<string> = new Set([${operations.filter(takesFormOnly).map(quotedName).join(', ')}])`,
    '',
    RUN_TIME,
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function operationsIn({ paths }: OpenApiDocument): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, ':$1')}`,
      operation,
    })),
  )
}

function quotedName({ name }: NamedOperation): string {
  return JSON.stringify(name)
}

function takesFormOnly({ operation }: NamedOperation): boolean {
  const content = operation.requestBody?.content ?? {}
  return content[FORM_BODY] !== undefined && content[JSON_BODY] === undefined
}

function typeDeclarations({ components }: OpenApiDocument, names: TypeNames): string[] {
  return Object.entries(components.schemas).flatMap(([component, schema]) => {
    const name = names.get(`#/components/schemas/${component}`)
    if (name === undefined) return []
    return [...commentLines(schema.description, false, ''), `export type ${name} = ${typeText(schema, names)}`, '']
  })
}

function callLines({ name, operation }: NamedOperation, names: TypeNames, common: readonly string[]): string[] {
  const { summary, description, deprecated } = operation
  return [
    ...commentLines([summary, description].filter(Boolean).join('. '), deprecated === true, '  '),
    `  ${JSON.stringify(name)}: {`,
    `    takes: ${takenText({ name, operation }, names)}`,
    `    answers: ${answersText(operation, names)}`,
    `    codes: ${codesText(operation, common)}`,
    '  }',
  ]
}

/** `fetch` handles the caching header of a GET, and the browser handles cookies. */
const HANDLED = 'GET If-None-Match'

function takenText({ name, operation }: NamedOperation, names: TypeNames): string {
  const { parameters = [], requestBody } = operation
  const [method = ''] = name.split(' ')
  const places = (['path', 'query', 'header'] as const).flatMap((place) => {
    const found = parameters.filter((each) => each.in === place && `${method} ${each.name}` !== HANDLED)
    return found.length === 0 ? [] : [[place === 'header' ? 'headers' : place, parametersSchema(found)] as const]
  })
  const lines = places.map(([key, schema]) => {
    const isNeeded = (schema.required ?? []).length > 0
    return `      ${key}${isNeeded ? '' : '?'}: ${objectText(schema, names, '      ')}`
  })
  if (requestBody !== undefined)
    lines.push(`      body${requestBody.required ? '' : '?'}: ${bodyText(requestBody.content, names)}`)
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n    }`
}

function parametersSchema(parameters: readonly OpenApiParameter[]): JsonSchema {
  const described = parameters.map(({ name, schema, description }) => [
    name,
    description === undefined || schema.$ref !== undefined ? schema : { ...schema, description },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  }
}

function bodyText(content: Readonly<Record<string, { readonly schema: JsonSchema }>>, names: TypeNames): string {
  if (content[MULTIPART_BODY] !== undefined) return 'FormData'
  const stated = content[JSON_BODY] ?? content[FORM_BODY]
  return stated === undefined ? 'Blob' : typeText(stated.schema, names, '      ')
}

function answersText({ responses }: OpenApiOperation, names: TypeNames): string {
  const lines = Object.entries(responses).flatMap(([status, { content }]) => {
    if (Number(status) >= 400 || status === '304') return []
    // A client of an event stream reads the plain answer.
    const bodies = Object.entries(content ?? {}).filter(([type]) => type !== 'text/event-stream')
    const types = bodies.map(([type, { schema }]) => answerText(type, schema, names))
    return [`      ${status}: ${types.length === 0 ? 'undefined' : unionOf(types)}`]
  })
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('\n')}\n    }`
}

function answerText(type: string, schema: JsonSchema, names: TypeNames): string {
  if (isJsonType(type)) return typeText(schema, names, '      ')
  return type.startsWith('text/') ? 'string' : 'Blob'
}

function codesOf({ responses }: OpenApiOperation): string[] {
  return Object.values(responses).flatMap((response) => response['x-codes'] ?? [])
}

/** Codes that are possible in all calls. */
function commonCodes(operations: readonly NamedOperation[]): string[] {
  const stated = operations.filter(({ name }) => !name.includes(' /_ninefold/'))
  const [first, ...others] = stated.map(({ operation }) => new Set(codesOf(operation)))
  return [...(first ?? [])].filter((code) => others.every((codes) => codes.has(code))).sort()
}

function codesText(operation: OpenApiOperation, common: readonly string[]): string {
  const all = new Set(codesOf(operation))
  const hasCommon = common.length > 0 && common.every((code) => all.has(code))
  const own = [...all].filter((code) => !hasCommon || !common.includes(code)).sort()
  return unionOf([...(hasCommon ? ['CommonCode'] : []), ...own.map((code) => JSON.stringify(code))])
}
