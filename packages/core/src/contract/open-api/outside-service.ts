// The OpenAPI document of somebody else's service → the part `### Outside service:` of point 7, with its tables filled in.
// A document may say more than the tables can; each part that is left out is reported.

type Json = Readonly<Record<string, unknown>>

export interface ServicePart {
  /** Null: nothing that was asked for can be stated. */
  readonly text: string | null
  /** Sentences about everything that the text does not have. */
  readonly leftOut: readonly string[]
  /** The address that the document states, for the variable of the environment; null: it states none. */
  readonly address: string | null
}

interface Row {
  readonly name: string
  readonly like: string
  readonly isNeeded: boolean
  readonly example: string
}

interface Operation {
  readonly name: string
  readonly request: string
  readonly sends: readonly Row[]
  readonly gets: readonly Row[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
/** Deeper groups are rare, and nobody reads names of more parts. */
const DEPTH_MAX = 4

/** `wanted`: operation ids, or `POST /v1/payments`; empty: all operations. */
export function outsideServicePart(document: unknown, name: string, wanted: readonly string[]): ServicePart {
  return new Reading(objectOf(document), name).part(wanted)
}

class Reading {
  private readonly document: Json
  private readonly name: string
  private readonly leftOut: string[] = []

  constructor(document: Json, name: string) {
    this.document = document
    this.name = name
  }

  part(wanted: readonly string[]): ServicePart {
    const found = Object.entries(objectOf(this.document['paths'])).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const stated = this.resolved(objectOf(item)[method])
        const isWanted =
          wanted.length === 0 ||
          wanted.includes(String(stated?.['operationId'])) ||
          wanted.includes(`${method.toUpperCase()} ${path}`)
        return stated === null || !isWanted ? [] : [{ path, method, stated, shared: objectOf(item)['parameters'] }]
      }),
    )
    const operations = found.flatMap(
      ({ path, method, stated, shared }) => this.operation(path, method, stated, shared) ?? [],
    )
    const [server] = listOf(this.document['servers'])
    const address = objectOf(server)['url']
    return {
      text: operations.length === 0 ? null : this.printed(operations),
      leftOut: this.leftOut,
      address: typeof address === 'string' ? address : null,
    }
  }

  private operation(path: string, method: string, stated: Json, shared: unknown): Operation | null {
    const title = `${method.toUpperCase()} ${path}`
    const name = wordsOf(String(stated['operationId'] ?? `${method} ${path.replace(/[^A-Za-z0-9]+/g, ' ')}`))
    const parameters = present([...listOf(shared), ...listOf(stated['parameters'])].map((each) => this.resolved(each)))
    const inQuery = method === 'get' || method === 'delete'
    const sends: Row[] = []
    for (const parameter of parameters) {
      const [place, own] = [parameter['in'], String(parameter['name'] ?? '')]
      const isNeeded = parameter['required'] === true
      if (place === 'path' || (place === 'query' && inQuery))
        sends.push(...this.rows(title, parameter['schema'], place === 'path' ? camelled(own) : own, isNeeded, 1))
      else if (isNeeded && place !== 'cookie' && !isHeaderOfSigningIn(place, own)) {
        this.leftOut.push(`${title} is left out: it needs "${own}" in the ${String(place)}.`)
        return null
      }
    }
    const { schema, isForm } = this.bodyOf(stated['requestBody'])
    if (schema !== null && !inQuery) sends.push(...this.rowsOfObject(title, schema, '', true, 1))
    const as = isForm ? ' as form' : ''
    return {
      name,
      request: `\`${method.toUpperCase()} ${path.replace(/\{([^}]+)\}/g, (_, own: string) => `:${camelled(own)}`)}\`${as}`,
      sends,
      gets: this.answer(title, objectOf(stated['responses'])),
    }
  }

  private bodyOf(body: unknown): { readonly schema: Json | null; readonly isForm: boolean } {
    const content = objectOf(this.resolved(body)?.['content'])
    const [json, form] = ['application/json', 'application/x-www-form-urlencoded'].map((type) => content[type])
    const schema = this.schema(objectOf(json ?? form)['schema'])
    return { schema, isForm: json === undefined && form !== undefined }
  }

  private answer(title: string, responses: Json): Row[] {
    const status = Object.keys(responses).find((each) => /^2\d\d$/.test(each))
    const content = objectOf(this.resolved(responses[status ?? ''])?.['content'])
    const schema = this.schema(objectOf(content['application/json'])['schema'])
    if (schema === null) return []
    if (isObject(schema)) return this.rowsOfObject(title, schema, '', true, 1)
    this.leftOut.push(`${title}: its answer is no object, and is not read.`)
    return []
  }

  private rowsOfObject(title: string, schema: Json, group: string, isNeeded: boolean, depth: number): Row[] {
    const needed = listOf(schema['required'])
    return Object.entries(objectOf(schema['properties'])).flatMap(([own, each]) =>
      this.rows(title, each, group + own, isNeeded && needed.includes(own), depth),
    )
  }

  private rows(title: string, stated: unknown, name: string, isNeeded: boolean, depth: number): Row[] {
    const schema = this.schema(stated)
    if (schema === null || !/^[A-Za-z][\w.-]*$/.test(name)) {
      this.leftOut.push(
        `${title}: "${name}" is left out: ${schema === null ? 'its type is not said' : 'no value is called so'}.`,
      )
      return []
    }
    if (isObject(schema) && schema['properties'] !== undefined && depth < DEPTH_MAX)
      return this.rowsOfObject(title, schema, `${name}.`, isNeeded, depth + 1)
    const like = this.like(schema)
    if (like === null) {
      this.leftOut.push(`${title}: "${name}" is left out: lists of objects, maps and mixed types have no row.`)
      return []
    }
    if (like.startsWith('decimal'))
      this.leftOut.push(`${title}: "${name}" is a number, and goes as a text with its digits.`)
    const isNullable = schema['nullable'] === true || listOf(schema['type']).includes('null')
    return [{ name, like, isNeeded: isNeeded && !isNullable, example: exampleOf(schema, like) }]
  }

  /** Null: no row can say it. */
  private like(schema: Json): string | null {
    const type = typeOf(schema)
    switch (type) {
      case 'string':
        return likeOfText(schema)
      case 'integer':
        return schema['format'] === 'unix-time' ? 'date and time as Unix seconds' : `whole number${rangeOf(schema)}`
      case 'number':
        return 'decimal with 2 places'
      case 'boolean':
        return 'yes/no'
      case 'array': {
        const items = this.schema(schema['items'])
        const of = items === null || isObject(items) || typeOf(items) === 'array' ? null : this.like(items)
        return of === null ? null : `list of ${of}`
      }
      default:
        return null
    }
  }

  /** Without references, and with all its parts put together. */
  private schema(stated: unknown): Json | null {
    const schema = this.resolved(stated)
    if (schema === null) return null
    const parts = present(listOf(schema['allOf']).map((each) => this.schema(each)))
    const merged = parts.reduce<Json>(
      (whole, part) => ({
        ...whole,
        ...part,
        properties: { ...objectOf(whole['properties']), ...objectOf(part['properties']) },
        required: [...listOf(whole['required']), ...listOf(part['required'])],
      }),
      schema,
    )
    const choices = present([...listOf(merged['anyOf']), ...listOf(merged['oneOf'])].map((each) => this.schema(each)))
    const known = choices.filter((each) => typeOf(each) !== 'null')
    return known.length === 1 ? { ...merged, ...known[0], nullable: choices.length > 1 } : merged
  }

  private resolved(stated: unknown, depth = 0): Json | null {
    if (typeof stated !== 'object' || stated === null || depth > 20) return null
    const reference = (stated as Json)['$ref']
    if (typeof reference !== 'string') return stated as Json
    const keys = reference
      .replace(/^#\//, '')
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    return this.resolved(
      keys.reduce<unknown>((place, key) => objectOf(place)[key], this.document),
      depth + 1,
    )
  }

  private printed(operations: readonly Operation[]): string {
    const variable = this.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
    const rows = (column: 'sends' | 'gets') =>
      operations.flatMap((operation) => operation[column].map((row) => ({ operation, row })))
    const needed = (row: Row): string => (row.isNeeded ? 'yes' : 'no')
    const tables = [
      [['Operation', 'Request', 'Fails with'], ...operations.map(({ name, request }) => [name, request, ''])],
      [
        ['Of', 'Sends', 'Like', 'Needed'],
        ...rows('sends').map(({ operation, row }) => [operation.name, row.name, row.like, needed(row)]),
      ],
      [
        ['Of', 'Gets', 'Like', 'Needed', 'Example'],
        ...rows('gets').map(({ operation, row }) => [operation.name, row.name, row.like, needed(row), row.example]),
      ],
    ].filter((table) => table.length > 1)
    return [
      `### Outside service: ${this.name}`,
      [`- **Address:** ${variable}_URL`, `- **Signed in with:** ${this.signedInWith(variable)}`].join('\n'),
      ...tables.map(([head = [], ...body]) => [head, head.map(() => '---'), ...body].map(rowOf).join('\n')),
    ].join('\n\n')
  }

  private signedInWith(variable: string): string {
    const stated = Object.values(objectOf(objectOf(this.document['components'])['securitySchemes']))
    const schemes = present(stated.map((each) => this.resolved(each)))
    for (const scheme of schemes) {
      if (scheme['type'] === 'http' && scheme['scheme'] === 'basic')
        return `basic ${variable}_USER ${variable}_PASSWORD`
      if (scheme['type'] === 'apiKey' && scheme['in'] === 'header')
        return `header ${String(scheme['name'])} ${variable}_KEY`
      if (scheme['type'] === 'http' || scheme['type'] === 'oauth2' || scheme['type'] === 'openIdConnect')
        return `bearer ${variable}_KEY`
    }
    return 'nothing'
  }
}

/** Headers that say who asks, or which request is repeated: the product sends them itself. */
function isHeaderOfSigningIn(place: unknown, name: string): boolean {
  return (
    place === 'header' && ['authorization', 'idempotency-key', 'content-type', 'accept'].includes(name.toLowerCase())
  )
}

function rowOf(cells: readonly string[]): string {
  return `|${cells.map((words) => (words === '' ? ' ' : ` ${words.replaceAll('|', '\\|')} `)).join('|')}|`
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  date: 'date',
  'date-time': 'date and time',
  uuid: 'text up to 36',
}

function likeOfText(schema: Json): string {
  const choices = listOf(schema['enum'])
  if (choices.length > 0 && choices.every((each) => typeof each === 'string' && /^[\w-]+$/.test(each)))
    return `one of ${choices.join(', ')}`
  const format = FORMATS[String(schema['format'])]
  if (format !== undefined) return format
  const [least, most] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 0)]
  return most === 0 ? 'text' : least > 0 ? `text ${least} to ${most}` : `text up to ${most}`
}

function rangeOf(schema: Json): string {
  const [least, most] = [schema['minimum'], schema['maximum']]
  if (Number.isSafeInteger(least) && Number.isSafeInteger(most)) return ` ${Number(least)} to ${Number(most)}`
  return Number.isSafeInteger(least)
    ? ` at least ${Number(least)}`
    : Number.isSafeInteger(most)
      ? ` at most ${Number(most)}`
      : ''
}

const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/^email$/, 'ada@example.com'],
  [/^url$/, 'https://example.com/'],
  [/^date and time as/, '1767225600'],
  [/^date and time$/, '2026-01-01T00:00:00Z'],
  [/^date$/, '2026-01-01'],
  [/^yes\/no$/, 'yes'],
  [/^decimal/, '1.00'],
]

/** Of the document where it has one that stands in a cell; else one that fits. Lists and maps have none. */
function exampleOf(schema: Json, like: string): string {
  if (/^(?:list|map) of /.test(like)) return ''
  const stated = schema['example'] ?? listOf(schema['examples'])[0] ?? schema['default']
  if (['string', 'number'].includes(typeof stated) && /^[^|`\n]{1,60}$/.test(String(stated))) return String(stated)
  if (stated === true || stated === false) return stated ? 'yes' : 'no'
  const choice = /^one of ([^,]+)/.exec(like)?.[1]
  const least = /^whole number(?: at least)? (-?\d+)/.exec(like)?.[1]
  if (choice !== undefined) return choice
  if (like.startsWith('whole number')) return least ?? '1'
  return EXAMPLES.find(([form]) => form.test(like))?.[1] ?? 'x'.repeat(Number(/^text (\d+) to/.exec(like)?.[1] ?? 1))
}

/** In OpenAPI 3.1 a type may be a list, with null among it. */
function typeOf(schema: Json): string | undefined {
  const types = Array.isArray(schema['type']) ? schema['type'].filter((each) => each !== 'null') : [schema['type']]
  if (types.length === 1 && typeof types[0] === 'string') return types[0]
  return types.length === 0 ? 'null' : schema['properties'] === undefined ? undefined : 'object'
}

function isObject(schema: Json): boolean {
  return typeOf(schema) === 'object'
}

/** `createPayment` and `create_payment` are "create payment". */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
}

function camelled(name: string): string {
  return name.replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

function present(found: readonly (Json | null)[]): Json[] {
  return found.filter((each) => each !== null)
}
