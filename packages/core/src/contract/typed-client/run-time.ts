// The constant part of a generated client. It needs only `fetch`.

export const RUN_TIME = `export type CallName = keyof Calls

/** A call that was done. \`body\` is undefined where the answer has none. */
export interface Answer<Status, Body> {
  readonly ok: true
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

/** A call that was refused. \`code\` says why; \`problem\` has it in words, for each input that is wrong. */
export interface Refusal<Code> {
  readonly ok: false
  readonly status: number
  readonly code: Code
  readonly problem: ProblemDetails
  readonly headers: Headers
}

/** Everything that a call can answer. Ask for \`ok\` first, then for \`status\` or \`code\`. */
export type AnswerOf<Name extends CallName> =
  | { [Status in keyof Calls[Name]['answers']]: Answer<Status, Calls[Name]['answers'][Status]> }[keyof Calls[Name]['answers']]
  | Refusal<Calls[Name]['codes']>

/** The inputs of a call. Where none of them is needed, they may be left out. */
type Arguments<Name extends CallName> = {} extends Calls[Name]['takes']
  ? [takes?: Calls[Name]['takes'], init?: RequestInit]
  : [takes: Calls[Name]['takes'], init?: RequestInit]

export interface ClientOptions {
  /** Where the application is: \`https://desk.example\`. In a page of the application itself, leave it out. */
  readonly baseUrl?: string
  /** A key that a user has made for this program: \`nf_…\`. */
  readonly apiKey?: string
  /** Sent with every call, such as the header of a session. */
  readonly headers?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  readonly credentials?: RequestCredentials
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch
}

export interface Client {
  /** \`init\` is for what \`fetch\` does: \`signal\`, \`cache\`, \`redirect\`. */
  call<Name extends CallName>(name: Name, ...args: Arguments<Name>): Promise<AnswerOf<Name>>
}

/** No answer of the application: a proxy, a page of another server. A failed connection is the error of \`fetch\`. */
export class UnknownAnswer extends Error {
  readonly response: Response
  constructor(name: string, response: Response) {
    super(\`\${name} was answered with \${response.status} and no body that this client knows.\`)
    this.name = 'UnknownAnswer'
    this.response = response
  }
}

interface Sent {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export function createClient(options: ClientOptions = {}): Client {
  return {
    async call(name, ...[takes, init]) {
      const { path = {}, query = {}, headers = {}, body } = (takes ?? {}) as Sent
      const [method = '', pattern = ''] = name.split(' ')
      const address = pattern.replace(/(?<=[/('=,])(?::|\\*(?=\\w+$))([A-Za-z_]\\w*)/g, (written, place: string) => {
        const value = encodeURIComponent(String(path[place]))
        return written.startsWith('*') ? value.replaceAll('%2F', '/') : value
      })
      const sent = new Headers({
        accept: 'application/problem+json, application/json;q=0.9, */*;q=0.8',
        ...(options.apiKey === undefined ? {} : { authorization: \`Bearer \${options.apiKey}\` }),
        ...(typeof options.headers === 'function' ? options.headers() : options.headers),
      })
      for (const [header, value] of Object.entries(headers)) if (value != null) sent.set(header, String(value))
      const isMultipart = body instanceof FormData
      const isRaw = body instanceof Blob || isMultipart || FORMS.has(name)
      // \`fetch\` sets the type of a multipart form itself, because it chooses the boundary of the parts.
      if (body !== undefined && !isMultipart) sent.set('content-type', isRaw ? contentTypeOf(body) : 'application/json')
      const send = options.fetch ?? fetch
      const response = await send((options.baseUrl ?? '').replace(/\\/$/, '') + address + queryText(query), {
        ...init,
        method,
        headers: sent,
        ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
        ...(body === undefined ? {} : { body: isRaw ? rawBody(body) : JSON.stringify(body) }),
      })
      return (await answerOf(name, response)) as never
    },
  }
}

async function answerOf(name: string, response: Response): Promise<unknown> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/problem+json')) {
    const problem = (await response.json()) as ProblemDetails
    return { ok: false, status, code: problem.code, problem, headers }
  }
  if (status >= 400) throw new UnknownAnswer(name, response)
  return { ok: true, status, body: await bodyOf(response, type), headers }
}

async function bodyOf(response: Response, type: string): Promise<unknown> {
  if (type === '') return undefined
  if (type.includes('json')) return response.json()
  return type.startsWith('text/') ? response.text() : response.blob()
}

function contentTypeOf(body: unknown): string {
  return body instanceof Blob ? body.type || 'application/octet-stream' : 'application/x-www-form-urlencoded'
}

function rawBody(body: unknown): Blob | FormData | URLSearchParams {
  return body instanceof Blob || body instanceof FormData ? body : new URLSearchParams(formPairs(body, ''))
}

/** \`tags[]=a&tags[]=b&parts[0][name]=Tea\`. An undefined value is not sent, and null is empty. */
function formPairs(value: unknown, name: string): [string, string][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const place = Array.isArray(value) && (typeof each !== 'object' || each === null) ? '' : key
    return formPairs(each, name === '' ? key : \`\${name}[\${place}]\`)
  })
}

/** Several values of a name are sent one after another; those that are undefined or null are not. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((each: unknown): [string, string][] =>
        each === undefined || each === null ? [] : [[name, String(each)]],
      ),
    ),
  ).toString()
  return text === '' ? '' : \`?\${text}\`
}
`
