// A generated request → what a refusal repeats of it, with records as the reference interpreter names them.

import { objectOf } from '@ninefold/core/meaning/wire/sent-forms.ts'
import { AS_SUPPLIED, type RefusedRequest } from '@ninefold/core/meaning/refusals/answers.ts'
import { type Datum, isReference, type Store } from '@ninefold/core/meaning/store.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { NOBODY, type Seen } from '../engine.ts'
import { asksForProblems, httpOf, isSentAsPatch, patchOf, placeOfScreen } from '../http-request.ts'
import type { Json } from '../json.ts'
import type { MadeUpRequest } from '../made-up-requests.ts'

/** `datumOf`: a sent value with the ids of the interpreter. */
export function refusedRequest(model: Model, request: MadeUpRequest, datumOf: (value: Json) => Datum): RefusedRequest {
  const { method, path, body } = httpOf(request)
  const { query = {} } = request.asked ?? {}
  const call =
    request.kind === 'call'
      ? model.calls.calls.find((each) => each.path === request.path && each.method === method)
      : undefined
  const asked = Object.entries(request.query).map(([name, text]): [string, string] => [
    name,
    text.replace(NAMED_PART, AS_SUPPLIED),
  ])
  return {
    method,
    // Ids stand in the addresses of the product's own pages.
    path: path.startsWith('/_ninefold/') ? AS_SUPPLIED : path,
    query: { ...Object.fromEntries(asked), ...(request.kind === 'screen' ? placeOfScreen(request) : {}), ...query },
    sent: body === undefined ? null : sentBy(request, body, datumOf),
    call: call ?? null,
    isForProblems: asksForProblems(request),
  }
}

function sentBy(request: MadeUpRequest, body: Readonly<Record<string, Json>>, named: (value: Json) => Datum): Datum {
  const { kind, entity, key } = request
  if (kind === 'tenant') return named({ id: { $entity: entity, $code: key } })
  const { content, form, text } = request.asked ?? {}
  if (text !== undefined) return text
  if (form !== undefined) return objectOf(form)
  const sent = content ?? body
  return named(isSentAsPatch(request) ? patchOf(body) : sent)
}

/** Parts of a query that name records. */
const NAMED_PART = /\$\w+:[^,]*/g

/** A record that is not there has the same id in both programs. */
export function withKnownIds(store: Store, value: Datum): Datum {
  if (isReference(value)) return store.records.has(value.id) ? value.id : NOBODY
  if (Array.isArray(value)) return value.map((item: Datum) => withKnownIds(store, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withKnownIds(store, each)]))
}

/** An error body that the text states tells its codes as it likes. */
export function toldCodes({ codes, headers = {} }: Omit<Seen, 'kept'>): readonly string[] {
  return headers['content-type']?.startsWith('application/problem+json') === true ? codes : []
}
