// Words of other languages and tools → the word of this language. They are suggested, never understood.

export const TYPES: Readonly<Record<string, string>> = {
  price: 'money in EUR',
  money: 'money in EUR',
  cost: 'money in EUR',
  amount: 'money in EUR',
  currency: 'money with currency',
  photo: 'image up to 5 MB',
  image: 'image up to 5 MB',
  logo: 'image up to 5 MB',
  file: 'file up to 10 MB',
  document: 'file up to 10 MB',
  link: 'url',
  website: 'url',
  'web address': 'url',
  'yes or no': 'yes/no',
  'yes no': 'yes/no',
  'true or false': 'yes/no',
  checkbox: 'yes/no',
  switch: 'yes/no',
  dropdown: 'choice: a, b',
  select: 'choice: a, b',
  options: 'choice: a, b',
  tags: 'choices: a, b',
  'multiple choice': 'choices: a, b',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  telephone: 'phone',
  'phone number': 'phone',
  mobile: 'phone',
  address: 'long text',
  description: 'long text',
  notes: 'long text',
  rating: 'whole number 1 to 5',
  stars: 'whole number 1 to 5',
  percentage: 'percent',
  day: 'date',
  'time of day': 'time',
  'date range': 'period of dates',
  'auto number': 'sequence from 1',
  color: 'colour',
  string: 'text',
  varchar: 'text',
  str: 'text',
  boolean: 'yes/no',
  bool: 'yes/no',
  integer: 'whole number',
  int: 'whole number',
  number: 'whole number',
  bigint: 'whole number',
  float: 'decimal with 2 places',
  double: 'decimal with 2 places',
  numeric: 'decimal with 2 places',
  decimal: 'decimal with 2 places',
  datetime: 'date and time',
  timestamp: 'date and time',
  'date time': 'date and time',
  markdown: 'formatted text',
  'rich text': 'formatted text',
  enum: 'choice: a, b',
  attachment: 'file up to 10 MB',
  picture: 'image up to 5 MB',
}

export const RULES: Readonly<Record<string, string>> = {
  mandatory: 'required',
  'not null': 'required',
  'not empty': 'required',
  obligatory: 'required',
  readonly: 'set by product',
  'read only': 'set by product',
  immutable: 'set once',
  cascade: 'deleted together',
  'cascade delete': 'deleted together',
  restrict: 'blocks deletion',
  'set null': 'cleared on deletion',
  secret: 'hidden',
  positive: 'at least 1',
  'greater than zero': 'at least 1',
  'not negative': 'at least 0',
  'non-negative': 'at least 0',
  nonnegative: 'at least 0',
}

export const ACTIONS: Readonly<Record<string, string>> = {
  read: 'see',
  view: 'see',
  list: 'see',
  edit: 'change',
  update: 'change',
  modify: 'change',
  write: 'change',
  insert: 'create',
  'add new': 'create',
  destroy: 'delete',
  ...Object.fromEntries(
    ['everything', 'all', 'anything', 'manage', 'full access', 'crud'].map((word) => [
      word,
      'see, create, change, delete',
    ]),
  ),
}

export const STANDARD_CALLS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['crud', 'all', 'everything'].map((word) => [word, 'list, get, create, change, delete'])),
  index: 'list',
  search: 'list',
  read: 'get',
  show: 'get',
  detail: 'get',
  add: 'create',
  new: 'create',
  post: 'create',
  update: 'change',
  edit: 'change',
  patch: 'change',
  put: 'change',
  destroy: 'delete',
  remove: 'delete',
}

export const HISTORIES: Readonly<Record<string, string>> = {
  yes: 'every change',
  on: 'every change',
  all: 'every change',
  everything: 'every change',
  'all changes': 'every change',
  'all fields': 'every change',
}

export const DELETIONS: Readonly<Record<string, string>> = {
  no: 'for good',
  hard: 'for good',
  permanently: 'for good',
  ...Object.fromEntries(
    ['yes', 'soft', 'softly', 'soft delete', 'archived', 'kept', 'restorable'].map((word) => [word, 'kept 30 days']),
  ),
}

export const SIGN_UPS: Readonly<Record<string, string>> = {
  no: 'closed',
  nobody: 'closed',
  none: 'closed',
  forbidden: 'closed',
  invitation: 'by invitation',
  'invitation only': 'by invitation',
  'only by invitation': 'by invitation',
  invited: 'by invitation',
}

/** First words of steps. */
export const VERBS: Readonly<Record<string, string>> = {
  if: 'when',
  get: 'find',
  fetch: 'find',
  load: 'find',
  select: 'find',
  update: 'change',
  edit: 'change',
  modify: 'change',
  insert: 'create',
  new: 'create',
  make: 'create',
  destroy: 'delete',
  return: 'respond',
  answer: 'respond',
  reply: 'respond',
  notify: 'send',
  email: 'send',
  call: 'ask',
  assert: 'require',
  ensure: 'require',
  validate: 'require',
  foreach: 'for each',
  loop: 'for each',
  perform: 'do',
  execute: 'do',
}

export const GAINS_OF_ROLES: Readonly<Record<string, string>> = {
  'sign up': 'by signing up',
  'sign-up': 'by signing up',
  signup: 'by signing up',
  'on sign-up': 'by signing up',
  registering: 'by signing up',
  'by registering': 'by signing up',
  registration: 'by signing up',
  default: 'by signing up',
  everybody: 'by signing up',
  everyone: 'by signing up',
  'every user': 'by signing up',
  automatically: 'by signing up',
  'not signed in': 'by not being signed in',
  'without signing in': 'by not being signed in',
  anonymous: 'by not being signed in',
  anybody: 'by not being signed in',
  anyone: 'by not being signed in',
  guest: 'by not being signed in',
  visitor: 'by not being signed in',
  'first user': 'the first user who signs up',
  'the first user': 'the first user who signs up',
  'first sign-up': 'the first user who signs up',
}

export const KINDS_OF_STATES: Readonly<Record<string, string>> = {
  start: 'initial',
  begin: 'initial',
  first: 'initial',
  end: 'final',
  done: 'final',
  terminal: 'final',
  last: 'final',
}

export const LABELS: Readonly<Record<string, string>> = {
  parts: 'Chapters',
  files: 'Chapters',
  'table of contents': 'Chapters',
  for: 'Who',
  'for whom': 'Who',
  roles: 'Who',
  role: 'Who',
  users: 'Who',
  access: 'Who',
  audience: 'Who',
  'visible to': 'Who',
  'visible for': 'Who',
  'allowed for': 'Who',
  permission: 'Who',
  permissions: 'Who',
  actions: 'Can',
  action: 'Can',
  buttons: 'Can',
  displays: 'Shows',
  display: 'Shows',
  content: 'Shows',
  contents: 'Shows',
  list: 'Shows',
  lists: 'Shows',
  filters: 'Filter by',
  filter: 'Filter by',
  search: 'Search in',
  'searchable by': 'Search in',
  heading: 'Title',
  layout: 'As',
  empty: 'When empty',
  'empty state': 'When empty',
  'empty text': 'When empty',
  refresh: 'Refreshes',
}

/** Labels that this language expresses in another place → a label of that place, and the hint. */
const ELSEWHERE: Readonly<Record<string, { readonly beside: string; readonly hint: string }>> = Object.fromEntries([
  ...['route', 'path', 'url', 'address'].map((word) => [
    word,
    {
      beside: 'Shows',
      hint: 'Routes stand in a table of their own: "Route | Screen | Parameter".',
    },
  ]),
  ...['sorted by', 'sort by', 'sort', 'sorting', 'order by', 'ordered by'].map((word) => [
    word,
    { beside: 'Shows', hint: 'The order stands behind the list, in the line "Shows".' },
  ]),
])

/** The hint for a label that this language expresses elsewhere. */
export function saidElsewhere(written: string, known: readonly string[]): string | null {
  const word = written.toLowerCase()
  const found = Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word] : undefined
  return found !== undefined && known.includes(found.beside) ? found.hint : null
}

/** The intended words as suggestions; empty if the table does not contain it. */
export function meantBy(table: Readonly<Record<string, string>>, written: string): string[] {
  const word = written.toLowerCase()
  return Object.hasOwn(table, word) ? [table[word] ?? ''] : []
}

/** `>= 0`, `min 1`, `max. 5` → a limit in this language's notation. */
export function limitSpeltOtherwise(written: string): string | null {
  const [, bound = '', amount = ''] = /^(>=|≥|<=|≤|min(?:imum)?|max(?:imum)?)[.:]? ?(\d.*)$/i.exec(written) ?? []
  if (amount === '') return null
  return `at ${/^(?:>=|≥|min)/i.test(bound) ? 'least' : 'most'} ${amount}`
}

/** Synonyms that begin with the typed text; none for a single letter, which would match too many. */
export function everydayNames(
  table: Readonly<Record<string, string>>,
  typed: string,
): { readonly name: string; readonly means: string }[] {
  const word = typed.trim().toLowerCase()
  if (word.length < 2) return []
  return Object.entries(table).flatMap(([name, means]) => (name.startsWith(word) ? [{ name, means }] : []))
}

const NOT_TYPES: readonly (readonly [RegExp, (entity: string) => string])[] = [
  [/^(?:has many|many) (\w+)$/i, (entity) => `list of ${entity}`],
  [/^(\w+)\[\]$/, (entity) => `list of ${entity}`],
]

/** `has many Book`, `Book[]` → `list of Book`. Null: no such words, or no such entity. */
export function listSpeltOtherwise(written: string, entities: ReadonlySet<string>): string | null {
  for (const [words, meant] of NOT_TYPES) {
    const entity = words.exec(written)?.[1] ?? ''
    if (entities.has(entity)) return meant(entity)
  }
  return null
}

/** `text(120)`, `text 3-120`, `choice (a, b)`, `reference to User` → the type in this language's notation. */
export function typeSpeltOtherwise(written: string, entities: ReadonlySet<string>): string | null {
  const [, kind = '', from, to] =
    /^(text|long text|whole number|password) ?\(?(?:(\d+) ?(?:-|–|,|\.\.) ?)?(?:max\.?|maximum|<=)? ?(\d+)\)?$/.exec(
      written,
    ) ?? []
  if (to !== undefined) return from === undefined ? `${kind} up to ${to}` : `${kind} ${from} to ${to}`
  const [, currency] = /^(?:amount|price|cost|currency|money) ?(?:in|of|:)? ?\(?([A-Za-z]{3})\)?$/.exec(written) ?? []
  if (currency !== undefined) return `money in ${currency.toUpperCase()}`
  const [, options] =
    /^(?:choice|one of|enum|options|dropdown|select) ?[:(]? ?(.+?)\)?$/i.exec(written) ??
    /^list of (.+,.+)$/.exec(written) ??
    []
  if (options !== undefined) return `choice: ${options.split(/\s*[,/|;]\s*/).join(', ')}`
  const [, entity = ''] = /^(?:reference to|link to|belongs to|one|a) (\w+)$/i.exec(written) ?? []
  return entities.has(entity) ? entity : null
}
