// Texts of one line: invisible characters are refused, and equivalent spellings are normalised.

import { expect, it } from 'vitest'
import { compile } from '../../compile.ts'
import { FIELDS } from '../../check/specification-for-tests.ts'
import { entityNamed, fieldNamed } from '../../model/find.ts'
import { type AcceptedValue, acceptValue } from './accept-value.ts'
import { inputOfField } from './field-inputs.ts'

const TEXT = `# People

## 3. Entities and their fields

### Entity: Person

${FIELDS}
| title | text up to 80 | required | | |
| name | text up to 80 | required, unique ignoring case | | |
| email | email | required | | |
| home | url | | | |
| about | long text up to 400 | | | |
`
const { model } = compile(TEXT)
if (model === null) throw new Error('The text has errors.')
const person = entityNamed(model, 'Person')
const accept = (name: string, sent: string): AcceptedValue =>
  acceptValue(inputOfField(fieldNamed(person, name), [name], true), sent)
const taken = (value: string): AcceptedValue => ({ isAccepted: true, value })

const UNSEEN = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  ...'\u007f\u0085\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2064\u2066\u2067\u2068\u2069\ufeff',
]

it('takes none of the characters that nobody sees, in the middle of any text of one line', () => {
  for (const unseen of UNSEEN)
    for (const [name, value] of [
      ['title', `a${unseen}b`],
      ['name', `a${unseen}b`],
      ['email', `a${unseen}b@example.test`],
      ['home', `https://example.test/a${unseen}b`],
    ] as const)
      expect([name, unseen.codePointAt(0), accept(name, value)]).toEqual([
        name,
        unseen.codePointAt(0),
        { isAccepted: false, error: 'pattern', limit: null },
      ])
})

it('takes ends of lines where there are several, and joiners where they are letters', () => {
  expect(accept('about', 'One\r\nTwo\n\tThree')).toEqual(taken('One\r\nTwo\n\tThree'))
  for (const word of ['نامه\u200cای', '👩\u200d🚀', 'e\u0301tude', 'ｆｕｌｌ'])
    expect(accept('title', word)).toEqual(taken(word))
})

it('keeps in one spelling what is unique ignoring case, and e-mail addresses', () => {
  for (const [sent, kept] of [
    ['ｂｏｂ', 'bob'],
    ['ﬁn', 'fin'],
    ['\u3000bob\u3000', 'bob'],
  ] as const) {
    expect(accept('name', sent)).toEqual(taken(kept))
    expect(accept('email', `${sent.trim()}@example.test`)).toEqual(taken(`${kept}@example.test`))
  }
  expect(accept('name', 'Re\u0301my')).toEqual(taken('R\u00e9my'))
  for (const joined of ['bo\u200db', 'bo\u200cb']) {
    expect(accept('name', joined).isAccepted).toBe(false)
    expect(accept('email', `${joined}@example.test`).isAccepted).toBe(false)
  }
})
