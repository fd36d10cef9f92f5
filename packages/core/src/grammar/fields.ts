// The values of the columns "Type" and "Rules" of a field, and of inputs and query parameters that are like one.

/** Types that inputs may also have. */
export const VALUE_TYPES: readonly string[] = [
  'text up to 80',
  'text 3 to 80',
  'text',
  'long text up to 10000',
  'long text',
  'formatted text[ up to 10000]',
  'email',
  'url',
  'phone',
  'country',
  'language',
  'time zone',
  'colour',
  'secret text',
  'password 10 to 200',
  'whole number',
  'whole number 1 to 5',
  'whole number[ from 0]',
  'whole number[ at least 0]',
  'decimal with 2 places',
  'percent',
  'money in CURRENCY',
  'money with currency',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'period of dates',
  'period of date and time',
  'file up to 10 MB',
  'file up to `…`',
  'image up to 5 MB',
  'image up to `…`',
  'list of MEDIA up to 10 MB[, at most 5]',
  'list of MEDIA up to `…`[, at most `…`]',
]

export const FIELD_TYPE_FORMS: readonly string[] = [
  ...VALUE_TYPES,
  'choice: WORDS',
  'choices: WORDS',
  'choice NAME',
  'choices NAME',
  'map of[ up to 20] TYPE',
  'json',
  'values of ENTITY',
  'state',
  'sequence[ from 1][ per FIELD][ per year][ as "FORMAT"][, without gaps]',
  'slug from FIELD[, numbered when taken][, never "TITLE"][, fixed once made]',
  'random code[ of 8 characters]',
  'rank',
  'ENTITY',
  'one ENTITY via FIELD',
  'list of ENTITY',
  'list of ENTITY via FIELD',
  'list of ENTITY[ via FIELD] sorted by FIELD ORDER',
]

const LIKE_FIELD: readonly string[] = ['ENTITY.FIELD', 'one of WORDS']

/** An input in a body. */
export const INPUT_FORMS: readonly string[] = [
  ...LIKE_FIELD,
  'ENTITY.FIELD by FIELD[, created when missing]',
  ...VALUE_TYPES,
  'date and time as Unix seconds',
  'date and time as Unix milliseconds',
  'map of[ up to 20] TYPE',
  'json',
  'list of[ 1 to 20] TYPE',
  'list of[ up to 20] TYPE',
  'list of[ 1 to 20] one of WORDS',
  'list of[ up to 20] one of WORDS',
  'list of[ 1 to 20] objects',
  'list of[ up to 20] objects',
]

/** A value in a header or a cookie. */
export const CARRIED_FORMS: readonly string[] = [...LIKE_FIELD, ...VALUE_TYPES]

/** A value in the query of an address. */
export const QUERY_FORMS: readonly string[] = [
  ...LIKE_FIELD,
  ...VALUE_TYPES,
  'date and time as Unix seconds',
  'date and time as Unix milliseconds',
  'list of TYPE[, separated by commas]',
  'list of one of WORDS',
  'choices: WORDS',
].flatMap((form) => {
  const defaults = form === 'yes/no' ? ['yes', 'no'] : ['20']
  return [...defaults, '`…`'].map((value) => `${form}[, otherwise ${value}]`)
})

export const FIELD_RULE_FORMS: readonly string[] = [
  'required',
  'unique',
  'unique ignoring case',
  'unique[ ignoring case] within FIELD',
  'set once',
  'set by product',
  'hidden',
  'trimmed',
  'blank becomes empty',
  'at least 1',
  'at least `…`',
  'at most 100',
  'at most `…`',
  'pattern `…`',
  'computed `…`',
  'computed and stored `…`',
  'computed over all `…`',
  'computed and stored over all `…`',
  'deleted together',
  'blocks deletion',
  'cleared on deletion',
  'personal data',
  'personal data erased after AMOUNT',
  'searchable',
  'was NAME',
]
