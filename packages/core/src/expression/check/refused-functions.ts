// Functions of other CEL dialects that this language excludes, with the reason. Each would fail for some values, or
// differ between JavaScript and PostgreSQL.

export interface RefusedFunction {
  readonly why: string
  readonly instead: string | null
}

const PATTERNS = 'Patterns are not part of expressions: JavaScript and PostgreSQL read them differently.'
const DOUBLES = 'There are no floating-point numbers: decimals are exact.'
const PLACES = 'Texts have no places: what counts as one character differs between JavaScript and PostgreSQL.'
const FAILING = 'A text that is no such value would have no answer.'
const UTC_PARTS = 'Days and hours are those of the time zone of point 9.'
const ORDER = 'A list is asked as a whole: PostgreSQL gives no item a place.'

export const REFUSED_FUNCTIONS: ReadonlyMap<string, RefusedFunction> = new Map([
  [
    'matches',
    {
      why: PATTERNS,
      instead: 'Give the field the rule "pattern" in point 3, or ask startsWith, endsWith or contains.',
    },
  ],
  [
    'split',
    {
      why: 'A text is not taken apart: JavaScript and PostgreSQL would not agree.',
      instead: 'Keep its parts in fields of their own.',
    },
  ],
  ['double', { why: DOUBLES, instead: 'Write the number as it is; a whole number becomes a decimal by itself.' }],
  ['float', { why: DOUBLES, instead: 'Write the number as it is; a whole number becomes a decimal by itself.' }],
  ['int', { why: FAILING, instead: 'Use round(…) for a decimal.' }],
  ['uint', { why: FAILING, instead: 'Use round(…) for a decimal.' }],
  ['bool', { why: FAILING, instead: 'Compare with ==.' }],
  ['bytes', { why: 'There are no bytes in expressions.', instead: null }],
  ['dyn', { why: 'Every value has one type that is known beforehand.', instead: null }],
  ['type', { why: 'Every value has one type that is known beforehand.', instead: null }],
  ['timestamp', { why: FAILING, instead: 'Compare with a date and time field, with now, or with date("2026-01-31").' }],
  ['duration', { why: FAILING, instead: 'Make it a constant in point 9: 48 hours.' }],
  ['substring', { why: PLACES, instead: 'Use startsWith, endsWith or contains.' }],
  ['indexOf', { why: PLACES, instead: 'Use contains.' }],
  ['lastIndexOf', { why: PLACES, instead: 'Use contains.' }],
  ['charAt', { why: PLACES, instead: 'Use startsWith.' }],
  ['lowerAscii', { why: 'Letters of every language count.', instead: 'Write lower(…).' }],
  ['upperAscii', { why: 'Letters of every language count.', instead: 'Write upper(…).' }],
  ['sort', { why: ORDER, instead: 'Give the field an order in point 3: list of … sorted by ….' }],
  ['reverse', { why: ORDER, instead: null }],
  ['count', { why: 'How many there are is a size.', instead: 'Write list.size(), or list.filter(x, …).size().' }],
  ['length', { why: 'How long something is, or how many there are, is a size.', instead: 'Write size().' }],
  ['len', { why: 'How long something is, or how many there are, is a size.', instead: 'Write size().' }],
  [
    'isEmpty',
    { why: 'Whether a value is there is a comparison.', instead: 'Write == null, or size() == 0 of a list.' },
  ],
  ['any', { why: 'It is called "exists" here.', instead: 'Write list.exists(x, …).' }],
  ['some', { why: 'It is called "exists" here.', instead: 'Write list.exists(x, …).' }],
  ['every', { why: 'It is called "all" here.', instead: 'Write list.all(x, …).' }],
  ['includes', { why: 'It is called "contains" here.', instead: 'Write text.contains("…"), or value in list.' }],
  ['coalesce', { why: 'It is called "orElse" here.', instead: 'Write orElse(…, …).' }],
  ['concat', { why: 'Texts are put together with +.', instead: 'Write a + b.' }],
  ['random', { why: 'An expression has the same value whenever it is asked.', instead: null }],
  ['uuid', { why: 'An expression has the same value whenever it is asked.', instead: null }],
  ['getFullYear', { why: UTC_PARTS, instead: 'Write year(…).' }],
  ['getMonth', { why: UTC_PARTS, instead: 'Write month(…): January is 1.' }],
  ['getDate', { why: UTC_PARTS, instead: 'Write day(…).' }],
  ['getDayOfMonth', { why: UTC_PARTS, instead: 'Write day(…).' }],
  ['getDayOfWeek', { why: UTC_PARTS, instead: 'Write weekday(…): Monday is 1.' }],
  ['getHours', { why: UTC_PARTS, instead: 'Write hour(…).' }],
  ['getMinutes', { why: UTC_PARTS, instead: null }],
  ['getSeconds', { why: UTC_PARTS, instead: null }],
  ['getMilliseconds', { why: UTC_PARTS, instead: null }],
])
