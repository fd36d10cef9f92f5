// A body other than an object with a key per input: a list, any value of JSON, a text, a file, or a multipart form.

import { type Diagnostic, diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft } from '../../draft/calls.ts'
import type { Input } from '../../model/calls.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import { isJsonType } from '../../model/steps/media-types.ts'
import { type BodyKind, MEDIA_TYPES, SENT_OBJECTS_MAX } from '../../model/wire.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { servicesNamed } from '../names/services-named.ts'

export function checkWholeBody(checking: Checking, draft: CallDraft, inputs: readonly Input[]): readonly Input[] {
  const { wire } = draft
  const whole = inputs.find(({ sentAs }) => sentAs?.length === 0)
  const span = wire?.bodySaid?.span
  if (wire !== undefined && span !== undefined) checkBody(checking, { draft, wire, span }, inputs)
  if (whole === undefined) return inputs
  const isList = whole.path[0] !== 'body'
  if (wire !== undefined && wire.bodies.some((body) => body !== 'JSON')) {
    const found = diagnostic('N011', whole.span, isList ? 'list of another type' : 'JSON of another type')
    const key = isList ? 'Give the list a key, as items[].name' : 'Give it a key'
    report(checking, found.withHint(`${key}, or leave out the line "Body".`))
  }
  return isList ? checkList(checking, whole, inputs) : checkJson(checking, whole, inputs)
}

/** Values of a JSON body may be inputs of their own. A map has keys of its sender alone. */
function checkJson(checking: Checking, whole: Input, inputs: readonly Input[]): readonly Input[] {
  const kind = kindOfWhole(whole)
  if (kind === null) {
    const found = diagnostic('N011', whole.span, 'body without JSON')
    report(checking, found.withHint('Write: json, or a map such as map of text up to 80. A list is the row [].'))
  }
  for (const { sentAs, path, span } of kind === 'map' ? inputs : [])
    if (sentAs?.length !== 0) {
      const found = diagnostic('N011', span, 'beside a map', path.join('.'))
      report(checking, found.withHint('Write json for the whole body, or take the value in a query or a header.'))
    }
  return inputs
}

function kindOfWhole({ like }: Input): 'json' | 'map' | null {
  if (like.kind === 'objects') return like.isMap === true ? 'map' : null
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' && !like.isList ? like.type : null
  return type?.kind === 'json' || type?.kind === 'map' ? type.kind : null
}

function checkList(checking: Checking, whole: Input, inputs: readonly Input[]): readonly Input[] {
  for (const { sentAs, path, span } of inputs)
    if (sentAs?.length !== 0) {
      const found = diagnostic('N011', span, 'beside a list', path.join('.'))
      report(
        checking,
        found.withHint('Give the list a key, as items[].name, or take the value in a query or a header.'),
      )
    }
  const { like } = whole
  if (like.kind !== 'objects' && !(like.kind === 'type' && like.isList)) {
    const found = diagnostic('N011', whole.span, 'list without an object')
    report(
      checking,
      found.withHint('Write: list of 1 to 20 objects, or a list of a type such as list of 1 to 20 text.'),
    )
    return inputs
  }
  if (like.kind !== 'type' || like.countMax !== undefined) return inputs
  return [{ ...whole, like: { ...like, countMax: SENT_OBJECTS_MAX } }]
}

interface SaidBody {
  readonly draft: CallDraft
  readonly wire: NonNullable<CallDraft['wire']>
  readonly span: Span
}

function checkBody(checking: Checking, said: SaidBody, inputs: readonly Input[]): void {
  const { wire, span } = said
  const mediaType = wire.bodySaid?.mediaType ?? null
  // A word in place of the type decides about the inputs, too.
  if (mediaType !== null && isRefusedType(checking, mediaType)) return
  const whole = wire.bodies.find((body) => body === 'text' || body === 'file')
  if (whole !== undefined) {
    const isAlone = wire.bodies.length === 1
    const [first, second] = inputs
    const isFit = first !== undefined && (second === undefined || !isAlone) && isTakenWhole(whole, first)
    if (!isFit && !hasAbsent(said.draft)) {
      const what =
        whole === 'text' ? 'a text, such as: note | text up to 5000' : 'a file, such as: photo | file up to 5 MB'
      const found = diagnostic('N011', span, isAlone ? 'whole body' : 'text beside others', whole)
      const row = isAlone ? 'Give it one row in its table of inputs' : 'Let the first row in its table of inputs be one'
      report(checking, found.withHint(`${row}, which is ${what}.`))
    }
  }
  const streamed = wire.bodies.find((body) => body === 'file' || body === 'multipart')
  if (streamed !== undefined) refuseStreamed(checking, said, streamed, inputs.some(isFile))
}

function hasAbsent({ inputs }: CallDraft): boolean {
  return inputs.some(({ like }) => like.kind === 'absent')
}

const TEXTS: readonly CheckedFieldType['kind'][] = ['text', 'long text', 'formatted text', 'email', 'url', 'phone']

function isTakenWhole(body: 'text' | 'file', { like }: Input): boolean {
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' && !like.isList ? like.type : null
  if (type === null) return false
  return body === 'text' ? TEXTS.includes(type.kind) : type.kind === 'file' && !type.isList
}

const WORDS: Readonly<Record<string, string>> = {
  [MEDIA_TYPES.text]: 'text',
  'application/octet-stream': 'file',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
}

function isRefusedType(checking: Checking, { text, span }: Written): boolean {
  const found = mistakeInType(text, span)
  if (found !== null) report(checking, found)
  return found !== null
}

function mistakeInType(text: string, span: Span): Diagnostic | null {
  const word = WORDS[text.toLowerCase()]
  if (word !== undefined) return diagnostic('N011', span, 'word of its own', text).withHint(`Write: ${word}.`)
  if (isJsonType(text))
    return diagnostic('N011', span, 'JSON by its name', text).withHint('Leave the line out, or write JSON.')
  if (!/^(?:multipart|message|image|audio|video)\//i.test(text)) return null
  const found = diagnostic('N011', span, 'no text type', text)
  return found.withHint('Write file, which takes any type; the content says which one it is.')
}

function isFile({ like }: Input): boolean {
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
  return type?.kind === 'file'
}

/** A repeated request has other uploads, and a signature is verified over a body in memory. */
function refuseStreamed(checking: Checking, { draft, span }: SaidBody, body: BodyKind, hasFiles: boolean): void {
  const { repeatable, who } = draft
  if (hasFiles && repeatable !== null && repeatable.kind !== 'naturally')
    report(checking, diagnostic('N013', repeatable.span, 'body repeated', body))
  if (servicesNamed(checking.names, who).length > 0)
    report(checking, diagnostic('N013', span, 'body of a service', body))
}
