// A list that is the whole body of a call → its input, with a limit.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft } from '../../draft/calls.ts'
import type { Input } from '../../model/calls.ts'
import { SENT_OBJECTS_MAX } from '../../model/wire.ts'
import { report, type Checking } from '../checking.ts'

export function checkWholeBody(checking: Checking, { wire }: CallDraft, inputs: readonly Input[]): readonly Input[] {
  const whole = inputs.find(({ sentAs }) => sentAs?.length === 0)
  if (whole === undefined) return inputs
  for (const { sentAs, path, span } of inputs)
    if (sentAs?.length !== 0) {
      const found = diagnostic('N011', span, `The body is a list, so "${path.join('.')}" cannot stand beside it.`)
      report(
        checking,
        found.withHint('Give the list a key, as items[].name, or take the value in a query or a header.'),
      )
    }
  const { like } = whole
  if (like.kind !== 'objects' && !(like.kind === 'type' && like.isList)) {
    const found = diagnostic('N011', whole.span, 'A body that is no object is a list.')
    report(
      checking,
      found.withHint('Write: list of 1 to 20 objects, or a list of a type such as list of 1 to 20 text.'),
    )
    return inputs
  }
  if (wire !== undefined && wire.body !== 'JSON') {
    const found = diagnostic('N011', whole.span, 'A form is no list: each of its values has a name.')
    report(checking, found.withHint('Give the list a key, as items[].name, or take JSON.'))
  }
  if (like.kind !== 'type' || like.countMax !== undefined) return inputs
  return [{ ...whole, like: { ...like, countMax: SENT_OBJECTS_MAX } }]
}
