// All messages about a specification. The first digit is the point; N0xx is the document as a whole (N001 to N049) and
// expressions (N051 to N079). A number never gets a second meaning. Closed table: exempt from the size limit.

import type { Severity } from './severity.ts'
import { withArticle, withCapitalArticle } from '../text/article.ts'

interface DiagnosticEntry {
  readonly severity: Severity
  /** Heading of the number's page in reference/. */
  readonly title: string
  // The arguments differ by entry; diagnostic() types them.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly message: (...words: any[]) => string
}

// As above: the arguments differ by sentence.
// oxlint-disable-next-line typescript/no-explicit-any
type Templates = Readonly<Record<string, (...words: any[]) => string>>

/** The id of a sentence with its arguments: one member per template. */
type Worded<T extends Templates> = { [Id in keyof T & string]: [id: Id, ...words: Parameters<T[Id]>] }[keyof T & string]

/** A number with several sentences, each with an id and typed arguments. */
function sentences<T extends Templates>(templates: T): (...worded: Worded<T>) => string {
  return (...[id, ...words]) => templates[id]?.(...words) ?? ''
}

/** Words of a cell that are not values of its field. */
const VALUES = {
  'not yes or no': (written: string) => `"${written}" is neither yes nor no.`,
  'too many places': (written: string, places: string) => `"${written}" has more than ${places}.`,
  'not a number': (written: string) => `"${written}" is not a number.`,
  'not a whole number': (written: string) => `"${written}" is not a whole number.`,
  'not a choice': (written: string) => `"${written}" is not one of the choices.`,
  'not a state': (written: string) => `"${written}" is not one of the states.`,
  'file uploaded': () => 'A file is uploaded, not written in the text.',
  'not a date': (written: string) => `"${written}" is not a date. Write it as 2026-01-31.`,
  'not a time': (written: string) => `"${written}" is not a time.`,
  'not a date and time': (written: string) => `"${written}" is not a date and time.`,
  'not a duration': (written: string) => `"${written}" is not a duration.`,
  'not of the format': (written: string, format: string) => `"${written}" is not a valid ${format}.`,
  'not an amount': (written: string) => `"${written}" is not an amount of money.`,
  'missing currency': () => 'The currency is missing: write 10 EUR.',
  'other currency': (currency: string, written: string) => `This is in ${currency}, not in ${written}.`,
  'not a currency': (written: string) => `"${written}" is not a currency.`,
  'too many places of a currency': (currency: string, places: string) =>
    `Amounts in ${currency} have at most ${places}.`,
  'not a map': (written: string) =>
    `"${written}" is not a map of this field: write colour: red, size: L, or an object of JSON.`,
  'not JSON': (written: string) => `"${written}" is not JSON.`,
  'not a period': (written: string) =>
    `"${written}" is not a period. Write it as 2026-01-01 to 2026-02-01, without its end.`,
  'period ends first': () => 'A period ends later than it starts.',
}

export type ValueSentence = Worded<typeof VALUES>

/** Parts of a later version of the language, whose lines have no effect. */
const UNSUPPORTED = {
  approvals: () => 'Approvals are not supported yet: this line has no effect.',
  'columns for languages': () => 'Columns for other languages are not supported yet: this line has no effect.',
  components: () => 'Components are not supported yet: this line has no effect.',
  functions: () => 'Functions are not supported yet: this line has no effect.',
  isolation: () => 'Choosing the isolation is not supported yet: this line has no effect.',
  maps: () => 'Maps are not supported yet: this line has no effect.',
  'messages by SMS': () => 'Messages by SMS are not supported yet: this line has no effect.',
  'passkeys alone': () => 'Passkeys as the only way to sign in are not supported yet: this line has no effect.',
  places: () => 'Places are not supported yet: this line has no effect.',
  'rate limits in words': () => 'Rate limits in words are not supported yet: this line has no effect.',
  'records within records': () => 'Records within records are not supported yet: this line has no effect.',
  reports: () => 'Reports are not supported yet: this line has no effect.',
  'roles by invitation': () => 'Roles by invitation are not supported yet: this line has no effect.',
}

export type UnsupportedPart = keyof typeof UNSUPPORTED

/** Amounts of a later version of the language. */
const UNSUPPORTED_AMOUNTS = {
  'currency rates': () => 'Rates between currencies are not supported yet.',
}

export type UnsupportedAmount = keyof typeof UNSUPPORTED_AMOUNTS

/** Fields of a rule over several records whose changes cannot be tracked. */
const UNWATCHABLE = {
  'all records': () =>
    'A field that this is about is computed from all records of an entity, so that any of them could break it.',
  'group that was left': () =>
    'A field under Same is computed from other records: when those change, nobody knows which group was left.',
}

export const DIAGNOSTICS = {
  // The document
  N001: {
    severity: 'error',
    title: 'Heading missing, renamed or out of order',
    message: sentences({
      'second title': () => 'A specification has one title.',
      'second heading': (point: string | number) => `Point ${point} has a heading already.`,
      'no point': (heading: string) => `"${heading}" is not one of the nine points.`,
      'other heading': (point: string | number, title: string) => `Point ${point} is called "${title}".`,
      'heading of a point': () => 'A point has a heading with two number signs.',
      'heading of a part': () => 'A part has a heading with three number signs.',
      'order of points': (point: string | number, before: string | number) =>
        `Point ${point} stands after point ${before}.`,
    }),
  },
  N002: {
    severity: 'error',
    title: 'Unknown table or label',
    message: (kind: string, written: string) => `No ${kind} of this point is called "${written}".`,
  },
  N003: {
    severity: 'error',
    title: 'Row too short or too long',
    message: (has: number, needs: number) => `This row has ${has} cells; the table has ${needs} columns.`,
  },
  N004: {
    severity: 'error',
    title: 'Bare pipe inside a cell',
    message: () => 'Markdown ends a cell at this pipe, also inside backticks.',
  },
  N005: {
    severity: 'error',
    title: 'Curly quote or unbreakable space in an expression',
    message: () => 'An expression knows straight quotes and plain spaces only.',
  },
  N006: {
    severity: 'warning',
    title: 'Prose that sounds like a rule',
    message: (word: string) => `This sentence says "${word}", but it is prose: nothing enforces it.`,
  },
  N007: { severity: 'unknown', title: 'Not shown', message: (what: string) => `${what} is not shown.` },
  N008: {
    severity: 'error',
    title: 'Name defined twice',
    message: (kind: string, name: string) => `"${name}" is already ${kind}.`,
  },
  N009: {
    severity: 'error',
    title: 'Name that cannot be used',
    message: sentences({
      empty: (name: string) => `"${name}" cannot be a name: it is empty.`,
      characters: (name: string) =>
        `"${name}" cannot be a name: a name consists of letters, digits and underscores, and starts with a letter.`,
      'word of expressions': (name: string) =>
        `"${name}" cannot be a name: expressions give this word a meaning of its own.`,
      'word of steps': (name: string) =>
        `"${name}" cannot be a name: steps and permissions give this word a meaning of their own.`,
      'taken in the database': (name: string, key: string, other: string) =>
        `"${name}" cannot be a name: in the database it would be "${key}", as "${other}" is.`,
    }),
  },
  N010: {
    severity: 'error',
    title: 'Expression without backticks',
    message: (written: string) => `"${written}" must be an expression, but has no backticks.`,
  },
  N011: {
    severity: 'error',
    title: 'Cell that cannot be read',
    message: sentences({
      ...VALUES,
      'type missing': () => 'The type is missing.',
      'no language tag': (written: string) => `"${written}" is not a language tag.`,
      'no address of a site': (written: string) => `"${written}" is not an address of a site.`,
      'no headers of a limit': (written: string) => `"${written}" is not a form of headers for limits.`,
      'nothing that becomes of them': (written: string) => `"${written}" is not a way to treat them.`,
      'no address of a browser': (written: string) => `"${written}" is not an address that a browser could open.`,
      'day of a month': () => 'A month has days 1 to 31.',
      'recurrence missing': () => 'The time at which it runs is missing.',
      'no recurrence': (written: string) => `"${written}" does not say when it runs.`,
      'never runs': () => 'It has to run at some time.',
      'no time of day': (written: string) => `"${written}" does not say at what time.`,
      'time of day': () => 'A day has the times from 00:00 to 23:59.',
      'no list of records': (name: string) => `"${name}" is not a list of records.`,
      'no other record': (name: string) => `"${name}" does not lead to another record.`,
      'not one file': (name: string) => `"${name}" is not one file.`,
      'answered above': (type: string) => `"${type}" is answered above already.`,
      'no method': (written: string) => `"${written}" is not a method.`,
      'no date': (written: string) => `"${written}" is not a day.`,
      'list of objects': (name: string) => `"${name}" is a list of objects by its other rows.`,
      'no keys': (object: string) => `Nothing says what an object of ${object} has.`,
      'file in an object': () => 'A file cannot be a value of an object in a list.',
      'minimum above maximum': (min: string | number, max: string | number) => `${min} is more than ${max}.`,
      'no record': (field: string, by: string) => `"${field}" is not a record, so it cannot be named by "${by}".`,
      'out of range': (written: string, max: string | number) => `"${written}" is not from 1 to ${max}.`,
      'no signed time': (kind: string) => `${kind} signs no time, so nothing says how old a call is.`,
      'unknown parameter': (parameter: string) => `Nothing says what ":${parameter}" is.`,
      'form without a body': (method: string) => `${method} has no body: its values stand in the address.`,
      'not sent to a service': (type: string) => `A service is sent no ${type}.`,
      'beside a list': (name: string) => `The body is a list, so "${name}" cannot stand beside it.`,
      'list without an object': () => 'A body that is not an object is a list.',
      'list of another type': () => 'Only JSON is a list.',
      'JSON of another type': () => 'Only a JSON body is a value of JSON.',
      'body without JSON': () => 'The whole body is a value of JSON, or a map.',
      'beside a map': (name: string) => `The body is a map, so "${name}" cannot stand beside it.`,
      'whole body': (body: string) => `The whole body is a ${body}, so the call has one input.`,
      'text beside others': (body: string) => `A body that is a ${body} is the value of the first input.`,
      'word of its own': (written: string) => `"${written}" has a word of its own.`,
      'JSON by its name': (written: string) => `"${written}" is JSON, which is read under any name that ends so.`,
      'no text type': (written: string) => `"${written}" is not a type of a text.`,
      'second status': (name: string) => `"${name}" has a status already.`,
      'header read by the product': (name: string) => `"${name}" is a header that the product reads itself.`,
      'one value': (from: string) => `A ${from} holds one value, and no list.`,
      'missing address': (status: string) => `${status} sends its reader on to an address, which is missing here.`,
      'no address': (status: string) => `${status} leads to no address.`,
      'no status': (written: string) => `"${written}" is not a status of an answer.`,
      'missing body': (form: string) => `An answer as ${form} has a body.`,
      'header set by the product': (name: string) => `"${name}" is a header that the product says itself.`,
      'open redirect': () => 'The author of a link could choose where this leads: an open redirect.',
      'cookie of the product': (name: string) => `"${name}" is a cookie of the product's own.`,
      'no answer type': (written: string) =>
        `"${written}" is not a type of an answer: a browser would run it, or wait for more.`,
      'no moment': (unit: string) => `Unix ${unit} are a date and time.`,
      'no number': (written: string) => `"${written}" is not a number.`,
      'no whole days': (written: string) => `"${written}" is not a time in whole days.`,
      'no history': (written: string, type: string) => `"${written}" is ${type}, of which no history is kept.`,
      'no followers': (written: string) => `"${written}" is neither a user nor a list of users.`,
      'number in About': () => '"About" names a field or a thing; this is a number.',
      'sentence in About': () => '"About" names a field or a thing; this is a sentence.',
      'no error status': (written: string) =>
        `A refusal answers with a status from 200 to 299 or from 400 to 599; "${written}" is not one.`,
      'currency behind the amount': (written: string) => `"${written}" has its currency in front of the amount.`,
      'no value': (written: string) => `"${written}" is not a number, duration, size, date or text.`,
      'no period of time': (name: string) => `In what time does "${name}" count?`,
      'time of open streams': (name: string) =>
        `"${name}" counts streams as long as they are open, and so has no time.`,
      'no values in a path': () => 'Only streams of a call with values in its path are counted per path.',
      'unknown creation': (entity: string) => `It is not known when ${withArticle(entity)} was created.`,
      'no address of a record': () => 'A record does not know the address that it came from.',
      'unknown creator': (entity: string) => `It is not known who created ${withArticle(entity)}.`,
      'several references': (entity: string, target: string) =>
        `Several fields of ${entity} point to ${withArticle(target)}.`,
      'no reference': (name: string) => `"${name}" does not point to a record.`,
      'no time zone': (written: string) => `"${written}" is not a time zone.`,
      'no currency': (written: string) => `"${written}" is not a currency.`,
      'no weekday': (written: string) => `"${written}" is not a day of the week.`,
      'other type': (written: string, expected: string) => `"${written}" is not ${expected}.`,
      'own address': (path: string) => `"${path}" is among the addresses that every product has by itself.`,
      'path for a field': (entity: string, path: string) =>
        `A field of ${entity} is expected here: "${path}" is a path.`,
      'missing label': (label: string, name: string) => `"${label}" of "${name}" is missing.`,
      'whole records': (action: string) => `"${action}" is about whole records, and not about fields.`,
      'needs a list': (action: string, entity: string) => `To ${action} needs a list: write ${entity}.field.`,
      'add and remove': () => 'For a single list only add and remove are possible.',
      'no format': (key: string) => `"${key}" is not a text, so it has no format.`,
      'rank in a column': (path: string) => `"${path}" is a place among its neighbours, which says nothing to readers.`,
      'no web address': (key: string) => `"${key}" is not a web address that a button could lead to.`,
      'order of a rank': (field: string) => `"${field}" is a rank, whose only order is by hand.`,
      'no rank': (field: string) => `"${field}" is not a rank: only the order of a rank is by hand.`,
      'page size': (size: string | number) => `A page holds 1 to 1000 records, not ${size}.`,
      'path over several records': (name: string) => `"${name}" leads to several records.`,
      'path beyond a value': (name: string) => `"${name}" is not a record: nothing comes after it.`,
      'not searchable': (name: string) => `Nothing can be searched in "${name}": it is not a stored text or number.`,
      'no record before this': (name: string) => `"${name}" is not a record: nothing comes after it.`,
      'list in a list': (name: string) => `"${name}" is a list inside a list: that is too much for a column.`,
      'button on paper': () => 'A document has no buttons.',
      'plain document text': () => 'A document shows a text as it is written.',
      'no such part': (name: string, part: string) => `"${name}" has no "${part}".`,
      'order over several records': (name: string) => `"${name}" leads to several records: none of them decides.`,
      'no order': (name: string) => `A list cannot be sorted by "${name}": its values have no order.`,
      'no former state': () => 'A record that is being created has no state before.',
      'no address parameter': (written: string) => `"${written}" is not a parameter of an address.`,
      'no call': (written: string) => `"${written}" cannot be read as a call.`,
      'missing type': (name: string) => `The type of "${name}" is missing.`,
      'missing recurrence': (name: string) => `The time at which "${name}" runs is missing.`,
      'missing address of a part': (name: string) => `The address of "${name}" is missing.`,
      'no standard call': (written: string) => `"${written}" is not a standard call.`,
      'no steps': (name: string) => `"${name}" has no steps.`,
      'no field of every entity': (written: string) => `"${written}" is not a field that every entity can have.`,
      'no table of values': (name: string) => `"${name}" has no table of values.`,
      'no day': (written: string) => `"${written}" is not a day.`,
      'no way to a role': (written: string) => `"${written}" is not a way to get a role.`,
      'no drawing': (written: string) => `No list is drawn as "${written}".`,
      'no input': (name: string) => `"${name}" cannot be read as an input.`,
      'other spelling': (written: string, right: string) => `"${written}" is written "${right}".`,
      'missing word': (word: string) => `The word "${word}" is missing before this.`,
      'missing pages': () => 'The pages of the form are missing here.',
      'no kind of state': (written: string) => `"${written}" is not a kind of state.`,
      'no colour of a state': (written: string) => `"${written}" is not a colour of a state.`,
      'not in an address': (field: string) => `An address cannot hold "${field}".`,
      'role by a condition': (role: string) => `"${role}" is had by a condition, so no provider gives it.`,
      'role of guests': (role: string) => `"${role}" is the role of guests.`,
      'not read from a claim': (field: string) =>
        `"${field}" is not read from a claim: name a field with words that its users give.`,
      'guests have no keys': (role: string) => `"${role}" is the role of guests, and keys belong to users.`,
      'guests have no second factor': (role: string) => `"${role}" is the role of guests, who have no second factor.`,
      'guests do not operate': (role: string) => `"${role}" is the role of guests, and an operator signs in.`,
      'not filtered': (field: string, type: string) =>
        `A list cannot be filtered by "${field}": it is ${withArticle(type)} field.`,
      'not here': (written: string) => `"${written}" cannot be written here.`,
      'no way to repeat': (written: string) => `"${written}" is not a way to repeat a call.`,
      'neither yes nor no': (written: string, third: string) => `"${written}" is neither yes nor no${third}.`,
      'no input type': (written: string) => `"${written}" cannot be the type of an input.`,
      'missing way to send': () => 'The way of sending is missing.',
      'no way to send': (written: string) => `"${written}" is not a way to send a message.`,
      'missing rule': () => 'A rule is missing between two commas.',
      'no rule': (written: string) => `"${written}" is not a rule of a field.`,
      'no type': (written: string) => `"${written}" is not a type.`,
      'missing part of an address': () => 'Between two slashes an address has a name.',
      'no list of such values': (field: string) =>
        `"${field}" does not hold one plain value, so there is no list of them.`,
      'no part of an address': (written: string) => `"${written}" cannot be a part of an address.`,
      missing: (first: string, rest: string) => `${first}${rest} is missing here.`,
      unreadable: (written: string, first: string, rest: string) => `"${written}" cannot be read as ${first}${rest}.`,
      'missing right': () => 'The action that this role may do is missing.',
      'no right': (written: string) => `"${written}" is not an action that a role may do.`,
    }),
  },
  N012: {
    severity: 'warning',
    title: 'Not supported yet',
    message: sentences({
      ...UNSUPPORTED,
      'rule about a field': (field: string) =>
        `A rule about "${field}" is not supported yet, because its type is not: this line has no effect.`,
      translations: (language: string) =>
        `Translations into "${language}" are not supported yet: this line has no effect.`,
    }),
  },
  N013: {
    severity: 'error',
    title: 'Not supported yet, and needed',
    message: sentences({
      ...UNSUPPORTED_AMOUNTS,
      'body of a service': (body: string) => `Calls of a service with a ${body} as their body are not supported yet.`,
      'body repeated': (body: string) =>
        `Calls with a ${body} as their body cannot be repeatable by a key or a value yet.`,
      'document in a language': (language: string) => `Documents in ${language} are not supported yet.`,
      'needed field': (field: string) => `"${field}" is needed here, and is not supported yet.`,
      'own fields': () => 'Fields and choices of one tenant alone are not supported yet.',
      'outside services': () => 'Outside services are not supported yet as performers of a transition.',
      'permission that follows': () => 'Permissions that follow another record are not supported yet.',
      'role of another user': () => 'Roles of other users in an expression are not supported yet.',
      'session in the body': () => 'Sessions and keys in the body of a request are not supported yet.',
      'tenant of an entity': () => 'Tenants of single entities are not supported yet.',
      'tenant of the request': () => 'Tenants by header are not supported yet.',
    }),
  },
  N014: {
    severity: 'unknown',
    title: 'Point without a heading',
    message: (points: string) => `Nothing is said about ${points}.`,
  },
  N015: {
    severity: 'note',
    title: 'No language version',
    message: () => 'No language version is written: the newest is meant.',
  },
  N016: {
    severity: 'error',
    title: 'Unknown language version',
    message: (version: string) => `There is no version "${version}" of the language.`,
  },
  N017: {
    severity: 'error',
    title: 'Out of place',
    message: sentences({
      words: (written: string) => `"${written}" stands in the wrong place.`,
      table: () => 'This table stands in the wrong place.',
      'label below a step': () => 'A labelled line cannot stand below this step.',
      'step below a step': () => 'A step cannot stand below this step.',
      'table below a step': () => 'A table cannot stand below this step.',
    }),
  },
  N018: {
    severity: 'error',
    title: 'Table without its second line',
    message: () => 'These lines look like a table, but lack its second line.',
  },

  N019: {
    severity: 'unknown',
    title: 'Needed, and not shown',
    message: (name: string) => `This needs "${name}", which is not shown: it has no effect until then.`,
  },
  N020: {
    severity: 'note',
    title: 'Left open by choice',
    message: (what: string) => `${what} is left open on purpose: each of these is right.`,
  },
  N021: {
    severity: 'error',
    title: 'Label without its colon',
    message: (label: string) => `"${label}" is a label here, but has no colon.`,
  },
  N022: {
    severity: 'error',
    title: 'Openness that the text contradicts',
    message: (question: string, openness: string) => `"${question}" is said to be ${openness}, and yet it is stated.`,
  },

  N023: {
    severity: 'error',
    title: 'Text that is too large',
    message: sentences({
      'too many': (count: number, of: string, max: number) => `There are ${count} ${of}; ${max} are possible.`,
      'characters of the text': (max: number, length: number) =>
        `A text may have ${max} characters; this one has ${length}.`,
      'lines of the text': (max: number) => `A text may have ${max} lines; here it has more.`,
      'lines of a paragraph': (max: number) => `A paragraph may have ${max} lines; here it has more.`,
      'marks of a paragraph': (max: number) =>
        `A paragraph or row may have ${max} of the marks *, _ and <; here it has more.`,
      'marks of the text': (max: number) => `A text may have ${max} of the marks *, _ and <; here it has more.`,
      'characters of a line': (max: number) => `A line may have ${max} characters; this one has more.`,
      'depth of a line': (max: number) => `Lists and quotations may begin ${max} deep in one line; here it is deeper.`,
      'indent of a line': (max: number) => `A line may begin ${max} columns further in; this one begins beyond that.`,
    }),
  },

  N024: {
    severity: 'error',
    title: 'Entry that is not a chapter',
    message: sentences({
      'no list': () => 'Below "Chapters" stands a list of links to files.',
      'no link': (entry: string) => `"${entry}" does not begin with a link to a chapter.`,
      'no path': (path: string) => `"${path}" cannot be the path of a chapter.`,
      twice: (path: string) => `"${path}" is listed twice.`,
      'too many': (max: number) => `A specification may have ${max} chapters; here it has more.`,
    }),
  },
  N025: {
    severity: 'error',
    title: 'Chapter that is not read',
    message: (path: string, reason: string) => `The chapter "${path}" cannot be read: ${reason}.`,
  },

  // Expressions
  N051: { severity: 'error', title: 'Unknown name', message: (name: string) => `Nothing here is called "${name}".` },
  N052: {
    severity: 'error',
    title: 'Ambiguous name',
    message: (name: string, other: string) => `"${name}" is both a field and ${other}.`,
  },
  N053: {
    severity: 'error',
    title: 'Shadowed name',
    message: (name: string) => `"${name}" already means something here.`,
  },
  N054: {
    severity: 'error',
    title: 'Type mismatch',
    message: sentences({
      'no words of its own': (type: string) => `${type} has no words of its own.`,
      'whole list': () => 'Lists are not compared as a whole.',
      'whole object': () => 'Objects are not compared as a whole.',
      'whole file': () => 'Files are not compared as a whole.',
      'secret text': () => 'Secret texts are not compared.',
      'working time': () => 'Working time is not compared: how long it takes, a calendar says.',
      'calendar period': () => 'Calendar periods are not compared: a month has no fixed length.',
      'whole money': () => 'Money that has a currency of its own is not compared as a whole.',
      'other type of a value': (name: string, expected: string, given: string, actual: string) =>
        `"${name}" must be ${expected}; "${given}" is ${actual}.`,
      'header is no text': (actual: string) => `A header is a text; this is ${actual}.`,
      'other type of an answer': (expected: string, name: string, actual: string) =>
        `${expected} is answered as ${name}; this is ${actual}.`,
      'error body': (actual: string) => `An error body is an object or a list; this is ${actual}.`,
      'error text': (actual: string) => `An error body of this type is a text; this is ${actual}.`,
      'not in words': (expression: string) => `"${expression}" cannot stand in words.`,
      'other type': (expected: string, actual: string) => `This must be ${expected}; it is ${actual}.`,
      'needs a name': (name: string) => `"${name}" needs a name for each item and what is asked about it.`,
      'no items': (actual: string) => `Only a list has items; this is ${actual}.`,
      'key in quotes': () => 'A key is a text in quotes.',
      'use of withQuery': () => '"withQuery" is the address of a request with another value for one of its parameters.',
      'use of paging links': (name: string) => `"${name}" links the pages of a list that the query chooses.`,
      'no place of a page': (name: string) => `"${name}" is no number that always says where a page is.`,
      'use of has': () => '"has" asks whether the signed-in user has a role.',
      takes: (name: string, expected: string) => `"${name}" takes ${expected}, and nothing else.`,
      'shape of another entity': (shape: string, entity: string, actual: string) =>
        `"${shape}" is a shape of ${entity}; this is ${actual}.`,
      'number of values': (name: string, count: string, plural: '' | 's', actual: number) =>
        `"${name}" takes ${count} value${plural}, not ${actual}.`,
      literal: (name: string, expected: string) => `"${name}" takes ${expected} here.`,
      'no such date': (written: string) => `There is no date ${written}.`,
      'other type of an argument': (name: string, expected: string, actual: string) =>
        `"${name}" takes ${expected} here, not ${actual}.`,
      'missing brackets': (name: string, kind: string) => `"${name}" is ${kind}: it needs a value in brackets.`,
      'parts are values': (name: string) => `"${name}" is not a value itself; its parts are.`,
      'no fields': (actual: string) => `Only a record has fields; this is ${actual}.`,
      'no minus sign': (actual: string) => `Only a number has a minus sign; this is ${actual}.`,
      'never compared': (left: string, right: string) => `${left} is never compared with ${right}.`,
      'no list': (actual: string) => `The value after "in" must be a list; this is ${actual}.`,
      'never in': (left: string, right: string) => `${left} is never in ${right}.`,
      'not in a list': (left: string) => `${left} is not looked for in a list.`,
      'no order': (operator: string, actual: string) =>
        `"${operator}" needs values that have an order; this is ${actual}.`,
      'order of null': () => 'Nothing is before or after null.',
      'use of is': () => '"is" asks for the role that the signed-in user has for a record.',
      'no condition': (name: string, actual: string) => `${name} must be yes or no; this is ${actual}.`,
      'left out': (name: string) => `"${name}" leaves a key out: it is the whole value of one.`,
      'other type in an example': (name: string, expected: string, actual: string) =>
        `"${name}" is ${expected}; the example sends ${actual}.`,
      'types that do not go together': (operator: string, left: string, right: string) =>
        `"${operator}" does not go with ${left} and ${right}.`,
      'answers of two types': (then: string, otherwise: string) => `One answer is ${then}, the other ${otherwise}.`,
      'list of several types': (actual: string, first: string) =>
        `A list holds values of one type; this is ${actual}, the first is ${first}.`,
      'other type of a lookup': (name: string, expected: string, actual: string) =>
        `"${name}" takes ${expected}, not ${actual}.`,
      'several types': (name: string, first: string, second: string) =>
        `"${name}" needs values of one type; these are ${first} and ${second}.`,
      'several entities': (actual: string) => `This is ${actual}: a field belongs to one of them.`,
      'role of nobody': () => 'No user is signed in here, so roles for a record do not apply.',
      'role for another record': (role: string, entities: string, actual: string) =>
        `"${role}" is a role for a record of ${entities}; this is ${actual}.`,
    }),
  },
  N055: {
    severity: 'error',
    title: 'May be empty',
    message: sentences({
      expression: () => 'This may be empty here.',
      value: (name: string) => `"${name}" may be empty here.`,
    }),
  },
  N056: {
    severity: 'error',
    title: 'Both sides may be empty',
    message: () => 'Both sides may be empty: two empty values would count as equal.',
  },
  N057: {
    severity: 'error',
    title: 'Hidden field read',
    message: (field: string) => `"${field}" is hidden: nothing can read it.`,
  },
  N058: {
    severity: 'error',
    title: 'Division by something that may be zero',
    message: () => 'This may be zero: nothing can be divided by it.',
  },
  N059: {
    severity: 'warning',
    title: 'Condition that is always true, or never',
    message: (how: 'always' | 'never') => (how === 'always' ? 'This is always true.' : 'This is never true.'),
  },
  N060: {
    severity: 'error',
    title: 'Expression that cannot be read',
    message: sentences({
      empty: () => 'There is no expression here.',
      'ends early': () => 'The expression ends too early.',
      'does not fit': (word: string) => `"${word}" does not fit here.`,
      'reserved word': (word: string) => `"${word}" is a word of the notation and cannot be a name.`,
      'no closing quote': () => 'This text has no closing quote.',
      'no closing quotes': () => 'This text has no closing quotes.',
      'line break in a text': () => 'A text may not go on in the next line.',
      'no number': () => 'This is not a number.',
      'no whole number': () => 'This is not a whole number.',
      'no exponent': () => 'This number has no exponent after "e".',
      'unknown escape': () => 'This text holds a backslash that starts nothing known; write \\\\ for a backslash.',
      'name of each item': () => 'A plain name belongs here: the name of each item in what follows.',
      'one item': () => 'Picking one item out of a list or an object is not part of the language.',
      'character of no text': () => 'This text holds a character that no text may hold.',
      'number too large': (max: number) => `A whole number may go up to ${max}.`,
      'letter before or behind': () => 'Write a number without "u" and a text without "b" in front.',
      'too many digits': (max: number) => `A decimal may have ${max} digits.`,
    }),
  },
  N061: {
    severity: 'error',
    title: 'Expression that is too large',
    message: sentences({
      'too many characters': (max: number, count: number) =>
        `An expression may have ${max} characters; this one has ${count}.`,
      'too deep': (max: number) => `An expression may be nested ${max} deep; here it goes deeper.`,
      'too many parts': (max: number) =>
        `An expression may have ${max} parts: names, values and operators. This one has more.`,
      'too many items': (max: string | number) =>
        `A list or an object may have ${max} items, and a function eight values.`,
    }),
  },
  N062: {
    severity: 'error',
    title: 'Not one of the choices',
    message: (word: string, choices: string) => `"${word}" is not one of ${choices}.`,
  },
  N063: {
    severity: 'error',
    title: 'Function that is not part of the language',
    message: (name: string, why: string) => `"${name}" is not part of the language. ${why}`,
  },
  N064: {
    severity: 'error',
    title: 'Object that is computed with',
    message: () => 'An object can only be answered: nothing is asked of it or computed with it.',
  },
  N065: {
    severity: 'warning',
    title: 'Costly expression',
    message: (depth: number) => `Lists are looked through ${depth} deep: the work grows with every record of each.`,
  },
  N066: {
    severity: 'error',
    title: 'Role for a record that asks for itself',
    message: (role: string) => `The condition of "${role}" asks for "${role}" itself, so it has no answer.`,
  },
  N067: {
    severity: 'error',
    title: 'Expression that grows too large',
    message: (what: string, parts: number, most: number) =>
      `${what} has ${parts > 1_000_000 ? 'more than 1000000' : parts} parts once everything that it names is put in its place; ${most} are possible.`,
  },
  N068: {
    severity: 'warning',
    title: 'Percentage as a factor',
    message: (what: string) =>
      `"${what}" is a percentage, and 20 % is the number 20: this is a hundred times too much.`,
  },

  N069: {
    severity: 'error',
    title: 'Record that nothing stands above',
    message: (entity: string, ways: readonly string[]) =>
      ways.length === 0
        ? `No field of "${entity}" refers to another ${entity}, and so none stands below another.`
        : `"${entity}" refers to itself by ${ways.map((way) => `"${way}"`).join(' and ')}, and one of them has to be named.`,
  },

  // 1. What the product does and for whom
  N101: {
    severity: 'warning',
    title: 'Intended user without a role',
    message: (user: string) => `"${user}" has no role, and so no rights.`,
  },
  N102: {
    severity: 'note',
    title: 'Role that is nobody',
    message: (role: string) => `No intended user of point 1 is ${withArticle(`"${role}"`)}.`,
  },

  // 2. Screens and routes
  N201: { severity: 'error', title: 'Unknown screen', message: (name: string) => `No screen is called "${name}".` },
  N202: {
    severity: 'warning',
    title: 'Screen without a route',
    message: (name: string) => `No route leads to the screen "${name}".`,
  },
  N203: {
    severity: 'error',
    title: 'Route parameter that is not bound',
    message: sentences({
      'no route parameter': (name: string) => `No route of this screen has a parameter "${name}".`,
      'other entity': (name: string, actual: string, expected: string) =>
        `"${name}" finds ${withArticle(actual)}, not ${withArticle(expected)}.`,
      'unknown parameter': (name: string) => `Nothing says what ":${name}" is.`,
      'not in the path': (path: string, name: string) => `"${path}" has no ":${name}".`,
    }),
  },
  N204: {
    severity: 'error',
    title: 'Parameter that does not identify one record',
    message: (entity: string, field: string) => `Several records of ${entity} may have the same "${field}".`,
  },
  N205: {
    severity: 'warning',
    title: 'Screen for a role that sees nothing of it',
    message: (roles: string, what: string) => `${roles} may not see ${what}.`,
  },
  N206: {
    severity: 'warning',
    title: 'Column that nobody on this screen can see',
    message: (field: string) => `No role of this screen may see "${field}".`,
  },
  N207: {
    severity: 'warning',
    title: 'Action that nobody on this screen may do',
    message: (label: string) => `None of the roles that this screen names may do "${label}".`,
  },
  N208: { severity: 'error', title: 'Unknown call', message: (call: string) => `Point 7 has no call ${call}.` },
  N209: {
    severity: 'warning',
    title: 'Screen that nothing leads to',
    message: (name: string) => `No list and no action opens "${name}".`,
  },
  N210: {
    severity: 'warning',
    title: 'Form that is always refused',
    message: (entity: string, field: string) =>
      `A new ${entity} needs "${field}", which nobody on this screen may give.`,
  },
  N211: {
    severity: 'error',
    title: 'Two routes for one address',
    message: (path: string) => `"${path}" matches the same addresses as another route.`,
  },
  N212: {
    severity: 'warning',
    title: 'List sorted by a computed field',
    message: (field: string) =>
      `"${field}" is computed whenever it is read: every record is computed to show one page.`,
  },
  N213: {
    severity: 'warning',
    title: 'List without an end',
    message: (what: string) => `Nothing says how many of "${what}" are shown at once.`,
  },
  N214: {
    severity: 'warning',
    title: 'Call that somebody on this screen may not use',
    message: (role: string, call: string) => `"${role}" may not use ${call}, and sees nothing here.`,
  },
  N215: {
    severity: 'error',
    title: 'Screen opened without its record',
    message: (screen: string, entity: string) => `"${screen}" is about one ${entity}, and nothing here says which.`,
  },
  N216: {
    severity: 'error',
    title: 'Answer that cannot be shown',
    message: sentences({
      'no body': (call: string) => `${call} answers without a body: there is nothing to show.`,
      'no plain values': (call: string) =>
        `Choices come from a list of plain values, such as names; ${call} has none here.`,
      'no such part': (call: string, part: string) => `The answer of ${call} has no "${part}".`,
      'several lists': (call: string, lists: readonly string[]) =>
        `The answer of ${call} has several lists. Write ${lists.map((list) => `"${list} in answer of call …"`).join(' or ')}.`,
    }),
  },
  N217: {
    severity: 'error',
    title: 'Unknown key of an answer',
    message: (key: string) => `The shown part of this answer has no "${key}".`,
  },
  N218: {
    severity: 'error',
    title: 'Parameter of a call on a screen',
    message: sentences({
      'no row in the path': (call: string) => `The path of ${call} has no place for a row of this list.`,
      'no query parameter': (call: string, name: string) => `${call} has no query parameter "${name}".`,
      'no parameter': (call: string, name: string) => `${call} has no parameter "${name}".`,
      'missing value': (parameter: string, call: string) => `Nothing here says what ":${parameter}" of ${call} is.`,
      'not in this place': (method: string, path: string, name: string) =>
        `${method} ${path} has no ":${name}" in this place.`,
    }),
  },
  N219: {
    severity: 'error',
    title: 'List drawn by a field that does not fit',
    message: sentences({
      'tree of an answer': () => 'A tree is drawn from records, not from the answer of a call.',
      'measure of an answer': () =>
        'Periods, averages and two dimensions are drawn from records, not from the answer of a call.',
      'misfit of a form': (subject: string, form: string, written: string) =>
        `${subject} ${form}; "${written}" does not fit.`,
      misfit: (rule: string, written: string) => `${rule}; "${written}" does not fit.`,
      'field of another entity': (entity: string) => `A list is drawn by a field of ${entity} itself.`,
      'no such column': (field: string, column: string) => `A board by ${field} has no column "${column}".`,
      'column of a record': (field: string) =>
        `The columns of a board by ${field} are records, which the text does not name.`,
      'size of a column': (most: string | number) => `A column is limited to 1 to 1000 cards, not ${most}.`,
      'limited twice': () => 'This column has a limit already.',
    }),
  },
  N220: {
    severity: 'note',
    title: 'Call that no screen uses',
    message: (call: string) => `No screen uses the call ${call}.`,
  },
  N221: {
    severity: 'error',
    title: 'List of a record that the screen does not have',
    message: () => 'This screen shows no record, so there is nothing that "its" could mean.',
  },
  N222: {
    severity: 'warning',
    title: 'Part for a role that the screen is not for',
    message: (role: string) => `This screen is not for "${role}": nobody sees this part.`,
  },
  N223: {
    severity: 'error',
    title: 'Form that cannot be filled in and sent',
    message: sentences({
      'takes nothing': (call: string) => `${call} takes nothing: a form is sent to a POST, PUT, PATCH or DELETE.`,
      'does something': (call: string) => `${call} does something: a form is filled from a GET.`,
    }),
  },
  N224: {
    severity: 'error',
    title: 'Pages that leave out a needed input',
    message: (input: string) => `The call needs "${input}", which is on no page.`,
  },
  N225: {
    severity: 'warning',
    title: 'Choice that changes nothing',
    message: (name: string) => `Nothing on this screen uses \`chosen.${name}\`.`,
  },
  N226: {
    severity: 'warning',
    title: 'Form that starts empty',
    message: (call: string) => `The answer of ${call} has no value for any input of this form.`,
  },
  N227: {
    severity: 'warning',
    title: 'Row that opens nothing',
    message: (role: string, screen: string, field: string) =>
      `No row opens "${screen}" for ${role}: its address is made of ${field}, which they may not see.`,
  },
  N228: {
    severity: 'warning',
    title: 'Choice among records that a role does not see',
    message: (input: string, role: string, field: string) =>
      `"${input}" has nothing to choose for ${role}: records are chosen by ${field}, which they may not see.`,
  },
  N236: {
    severity: 'error',
    title: 'Document that cannot be laid out',
    message: sentences({
      'no e-mail': () => 'Only an e-mail has documents.',
      'other type': (rule: string, name: string, actual: string) => `${rule}, and "${name}" is ${actual}.`,
      'perhaps no record': (name: string) =>
        `"${name}" may be empty, and then there is nothing that the document is about.`,
      'no such record here': (document: string, entity: string, name: string) =>
        `"${document}" is a document of ${withArticle(entity)}, and no ${name} is shown here.`,
      'no column': (written: string) => `A sum stands below its column; "${written}" is not a column.`,
      secret: (path: string) => `"${path}" is a secret, and a document is a file.`,
    }),
  },
  N237: { severity: 'error', title: 'Unknown document', message: (name: string) => `There is no document "${name}".` },
  N238: {
    severity: 'warning',
    title: 'Document that nobody gets',
    message: (name: string) => `No screen offers the document "${name}", no message has it, and no call answers it.`,
  },
  N239: {
    severity: 'warning',
    title: 'Document that nobody on this screen may have',
    message: (name: string, field: string) =>
      `No role of this screen may have "${name}": it shows ${field}, which they may not see.`,
  },
  N240: {
    severity: 'note',
    title: 'Action for further roles alone',
    message: (roles: readonly string[], label: string) =>
      `Of all who see this screen, only ${inQuotes(roles)} may do "${label}", and "Who" does not name that role.`,
  },
  N241: {
    severity: 'error',
    title: 'View that the list cannot show',
    message: sentences({
      'no filter': () => 'A view consists of filters, and this is no condition that a filter of a list has.',
      'not filtered': (field: string) => `The list is not filtered by "${field}", so no view can be.`,
      'twice in a group': (field: string) => `A filter by "${field}" stands here already.`,
      'no column': (field: string) => `The list has no column "${field}" for a view to show, order or group by.`,
      'a column twice': (field: string) => `The view shows "${field}" already.`,
      'no search': () => 'The list has no search, so no view can be one. Write - **Search in:** with its fields.',
      'no groups': (field: string) => `Rows are not grouped by "${field}".`,
      'groups of another form': () => 'Only the rows of a table are grouped.',
      'no days': (unit: string) => `A view shows days, weeks, months or years, not ${withArticle(unit)}.`,
      'days of no date': (field: string) => `"${field}" is no date, date and time or period.`,
      'two names': (name: string) => `The list has a view "${name}" already.`,
      'two first': () => 'One view of a list opens first.',
      'too many groups': () => 'A view has at most ten groups of filters.',
    }),
  },

  // 3. Entities and their fields
  N301: { severity: 'error', title: 'Unknown entity', message: (name: string) => `No entity is called "${name}".` },
  N302: {
    severity: 'error',
    title: 'The other side does not exist',
    message: sentences({
      'not the whole': (field: string, whole: string) => `"${field}" does not point to ${withArticle(whole)}.`,
      'no field': (entity: string, field: string) => `${entity} has no field "${field}".`,
      'both sides': (field: string) =>
        `"${field}" is itself the other side of a field: one of the two must be a plain list.`,
      'points elsewhere': (field: string, entity: string, target: string) =>
        `"${field}" of ${entity} does not point to ${target}.`,
      'several references': (middle: string, entity: string, target: string) =>
        `Several fields of ${middle} could be meant: it must point once to ${entity} and once to ${target}.`,
      'no reference': (middle: string, entity: string) =>
        `${middle} has no field that points to ${withArticle(entity)}.`,
      'several records': (target: string, entity: string, field: string) =>
        `Several ${target} records may point to one ${entity}: "${field}" is not unique.`,
    }),
  },
  N303: {
    severity: 'error',
    title: 'Deletion effect not stated',
    message: (field: string, entity: string) =>
      `"${field}" must always point to ${withArticle(entity)}: what happens when that one is deleted?`,
  },
  N304: {
    severity: 'warning',
    title: 'Deletion that goes in a circle, or never succeeds',
    message: sentences({
      circle: (entity: string, part: string, first: string) =>
        `With each ${entity} its ${part} records are deleted, and with these ${first} records again.`,
      'kept from deletion': (whole: string, part: string, field: string, kept: string) =>
        `With each ${whole} its ${part} records are deleted, but "${field}" keeps ${kept} from being deleted.`,
    }),
  },
  N305: {
    severity: 'warning',
    title: 'Required field that nobody can give',
    message: (field: string) => `"${field}" is required, but nothing that creates a record gives it.`,
  },
  N306: {
    severity: 'warning',
    title: 'Required reference to itself',
    message: (entity: string) => `Every ${entity} needs another ${entity}, so there can be no first one.`,
  },
  N307: {
    severity: 'error',
    title: 'Default that the field does not accept',
    message: sentences({
      ...VALUES,
      'default of a computed field': (field: string) => `"${field}" cannot have a default: it is computed.`,
      'default of a state': (field: string) =>
        `"${field}" cannot have a default: it starts in the initial state of point 4.`,
      'default of a made value': (field: string) => `"${field}" cannot have a default: the product makes its values.`,
      'default of such a type': (field: string) => `"${field}" cannot have a default: its type allows none.`,
      'word for a record': (field: string, entity: string) =>
        `"${field}" points to ${withArticle(entity)}; a word does not.`,
      'name without backticks': (written: string) => `"${written}" is a name, which stands in backticks.`,
      rules: (written: string) => `"${written}" are rules, and no value.`,
      'out of limits': (written: string, field: string) => `"${written}" is outside the limits of "${field}".`,
      'no choice': (written: string) => `"${written}" is not one of the choices.`,
      'later than the default': (field: string, other: string) =>
        `"${field}" cannot have this default: "${other}" is given to a record only as it is made.`,
    }),
  },
  N308: {
    severity: 'error',
    title: 'Computed from itself',
    message: (field: string) => `"${field}" is computed from itself.`,
  },
  N309: {
    severity: 'error',
    title: 'Stored value that depends on who looks, or when',
    message: (name: string) => `A stored value cannot depend on "${name}".`,
  },
  N310: {
    severity: 'error',
    title: 'Required, but computed as empty',
    message: (field: string) => `"${field}" is required, but what it is computed from may be empty.`,
  },
  N311: {
    severity: 'warning',
    title: 'Slug that another address hides',
    message: (word: string) => `A record whose slug is "${word}" cannot be reached: another address has that word.`,
  },
  N312: {
    severity: 'warning',
    title: 'Unique within something that may be empty',
    message: (field: string) => `Where "${field}" is empty, nothing is compared, so values may repeat.`,
  },
  N313: {
    severity: 'note',
    title: 'Field that nothing uses',
    message: (field: string) => `"${field}" is never seen, given or read.`,
  },
  N314: {
    severity: 'warning',
    title: 'Sequence without gaps that anybody advances',
    message: (field: string) => `Creations wait for each other because of "${field}", and a guest may create.`,
  },
  N315: {
    severity: 'error',
    title: 'Data that breaks a rule',
    message: sentences({
      ...VALUES,
      'same key': (key: string) => `Another row has the same ${key}, by which a record is recognised.`,
      'same values': (values: string, how: string) =>
        `Another row has the same ${values}${how}, and no two records may.`,
      'missing column': (entity: string, field: string) =>
        `${withCapitalArticle(entity)} needs "${field}", which is not a column of this table.`,
      'role of guests': (role: string) => `"${role}" is the role of those who are not signed in: no user has it.`,
      required: (field: string) => `"${field}" is required.`,
      refused: (written: string, why: string) => `"${written}" ${why}.`,
      'row not loaded': (row: string, why: string) => `${row}: ${why}`,
      'no file beside the text': (written: string) => `"${written}" is not a file beside this text.`,
      'too many files': (field: string, most: number) => `"${field}" holds at most ${most} of a file.`,
      'unknown record': (entity: string, written: string) => `No ${entity} in these tables is called "${written}".`,
    }),
  },
  N317: {
    severity: 'warning',
    title: 'Personal data shown to everybody',
    message: (field: string, role: string) => `"${role}" needs no account, and may see the personal data "${field}".`,
  },
  N318: {
    severity: 'note',
    title: 'User of the sample data without a role',
    message: (user: string) => `"${user}" has no role, and so may do nothing.`,
  },
  N319: {
    severity: 'warning',
    title: 'Part that may be without its whole',
    message: (part: string, whole: string) => `Each ${part} is part of one ${whole}, but may be made without it.`,
  },
  N320: {
    severity: 'error',
    title: 'Unknown field',
    message: (entity: string, field: string) => `${entity} has no field "${field}".`,
  },
  N321: {
    severity: 'error',
    title: 'Creator in a text without users',
    message: () => '"createdBy" needs users: point 6 does not say whose records are the users.',
  },
  N322: {
    severity: 'error',
    title: 'Required, and cleared on deletion',
    message: (field: string) => `"${field}" is required, so it cannot be cleared.`,
  },
  N323: {
    severity: 'error',
    title: 'Rule that the type cannot have',
    message: (rule: string, type: string) => `${withCapitalArticle(type)} field cannot be "${rule}".`,
  },
  N324: { severity: 'error', title: 'Unknown choice', message: (name: string) => `No choice is called "${name}".` },
  N325: {
    severity: 'warning',
    title: 'Choice that no field has',
    message: (name: string) => `No field is a "choice ${name}".`,
  },
  N326: {
    severity: 'error',
    title: 'Type that does not fit its fields',
    message: sentences({
      'made by the product': (entity: string, field: string) =>
        `Every ${entity} record has a "${field}": it cannot be erased.`,
      'other records': (field: string) => `"${field}" holds other records: what is personal in them is erased there.`,
      'part of an address': (address: string, field: string) =>
        `The address "${address}" is made from "${field}", and would go on saying it.`,
      'no age': (entity: string) => `Nothing says how old ${entity} records are.`,
      'counted for an empty value': (field: string) =>
        `Without ${withArticle(`"${field}"`)} there is no next number: it must be required.`,
      'counted for a changing value': (field: string) =>
        `With another "${field}" the number would be one of another count: it must be set once.`,
      ...UNWATCHABLE,
      'no scope of uniqueness': (written: string) => `Nothing can be unique within "${written}".`,
      'empty range': (min: string | number, max: string | number) =>
        `From ${min} to ${max} there is nothing: the greater number comes second.`,
      'one field alone': (field: string) => `"${field}" is alone here.`,
      'not comparable': (field: string) => `Values of "${field}" are not compared with those of other records.`,
      'year not in the form': () => 'Every year begins with the same numbers, and their form does not tell the year.',
      'not counted for each': (field: string) => `Numbers cannot be counted for each "${field}".`,
      'slug of no text': (field: string) => `A slug is made from a stored text, and "${field}" is not one.`,
    }),
  },
  N327: {
    severity: 'error',
    title: 'Rules that do not go together',
    message: (rule: string, other: string) => `A field cannot be both "${rule}" and "${other}".`,
  },
  N328: {
    severity: 'error',
    title: 'Pattern that cannot be read',
    message: sentences({
      unreadable: (why: string) => `This pattern cannot be read: ${why}.`,
    }),
  },
  N329: {
    severity: 'error',
    title: 'Change in an entity that only grows',
    message: (entity: string, what: string) => `${entity} only grows: ${what}.`,
  },
  N330: {
    severity: 'error',
    title: 'Change between versions that does not fit',
    message: sentences({
      ...VALUES,
      'other method': (method: string) => `A call that moves stays a ${method}.`,
      'other parameters': (had: string, has: string) => `The former address has ${had}, and the call ${has}.`,
      'no path of standard calls': (written: string) => `"${written}" is not a path of standard calls.`,
      'address of another call': (call: string) => `${call} is the address of another call.`,
      'same former address': () => 'Another call had this address as well.',
      'still a key': (name: string) => `"${name}" is still a key of this shape.`,
      'still there': (name: string) => `"${name}" is still there.`,
      'still a field': (name: string, entity: string) => `"${name}" is still a field of ${entity}.`,
      'still an entity': (name: string) => `"${name}" is still the name of an entity.`,
      'still a role': (name: string) => `"${name}" is still a role.`,
      'no such word': (field: string, word: string) => `"${field}" has no "${word}".`,
    }),
  },
  N331: {
    severity: 'error',
    title: 'Field that takes no value',
    message: sentences({
      'no characters': (field: string, max: number) =>
        `No value fits "${field}": its text has at most ${max} characters.`,
      'no file': (field: string) => `No value fits "${field}": it takes at most 0 of a file.`,
      'above the type': (field: string, max: string | number) => `No value fits "${field}": its type goes to ${max}.`,
      'below the type': (field: string, min: string | number) => `No value fits "${field}": its type begins at ${min}.`,
      'below the least': (field: string, min: string | number) => `No value fits "${field}": it is at least ${min}.`,
      'pattern too long': (field: string, least: number, max: number) =>
        `No value fits "${field}": what fits the pattern has at least ${least} characters, and the field takes ${max}.`,
      'pattern too short': (field: string, most: number, min: number) =>
        `No value fits "${field}": what fits the pattern has at most ${most} characters, and the field asks for ${min}.`,
    }),
  },
  N332: {
    severity: 'error',
    title: 'Default that may be a word or nothing',
    message: (field: string) => `Here "none" says that "${field}" has no default, and it is also one of its choices.`,
  },
  N334: {
    severity: 'warning',
    title: 'Computed field that reveals hidden records',
    message: (field: string, roles: string, hidden: string) =>
      `"${field}" reveals hidden data to ${roles}: it is computed from ${hidden} for every reader.`,
  },
  N335: {
    severity: 'note',
    title: 'Unique value that reveals hidden values',
    message: (roles: string, field: string, entity: string) =>
      `${roles} can find out which values of "${field}" there are: it is unique, and they may not see every ${entity}.`,
  },
  N336: {
    severity: 'error',
    title: 'Tenants that cannot be told apart',
    message: sentences({
      'nobody signs in': () => 'Users cannot sign in, so no user is in a tenant.',
      'membership apart': (tenant: string) => `Memberships belong to their ${tenant}, and are not left out.`,
      'no membership': (tenant: string) => `The line does not say who is in which ${tenant}.`,
      'no user of a membership': (membership: string, users: string) =>
        `${membership} has no required field of the type ${users}.`,
      'several users of a membership': (membership: string, users: string) =>
        `${membership} has several required fields of the type ${users}.`,
      'field given': (entity: string, field: string) => `"Records belong to" gives ${entity} its field "${field}".`,
      'role field given': (membership: string, tenant: string) =>
        `The roles that are given per ${tenant} give ${membership} its field "role".`,
      'address of no tenant': (by: string) => `Records belong to no tenant, so no ${by} leads to one.`,
      'address by another field': (field: string, tenant: string, by: string) =>
        `"${field}" does not name one ${tenant}, so no ${by} leads to one by it.`,
      'role per something else': (role: string, per: string) =>
        `${role} is given per ${per}, and records belong to no ${per}.`,
      'role in two ways': (role: string, tenant: string) =>
        `${role} is given per ${tenant}, and in another way that holds in every ${tenant}.`,
    }),
  },
  N337: {
    severity: 'error',
    title: 'Reference into a tenant from outside',
    message: (entity: string, field: string, tenant: string) =>
      `${entity} belongs to no ${tenant}, and "${field}" would lead into one.`,
  },
  N338: {
    severity: 'error',
    title: 'Records without their tenant',
    message: (entity: string, field: string) => `These records of ${entity} do not say their "${field}".`,
  },
  N339: {
    severity: 'error',
    title: 'Expression over the records of every tenant',
    message: (entity: string, tenant: string) => `"${entity}" names the records of every ${tenant}.`,
  },
  N340: {
    severity: 'error',
    title: 'Values that no records describe',
    message: sentences({
      missing: (entity: string, field: string) => `${entity} describes no values: it has no field "${field}".`,
      other: (entity: string, field: string) =>
        `${entity} describes no values: its "${field}" has another type or other rules.`,
      'no type of values': (entity: string, word: string) =>
        `${entity} describes no values: "${word}" is not a type that they can have.`,
      'of a tenant': (entity: string, other: string) =>
        `Each ${entity} belongs to a tenant, and describes no values of ${other}.`,
    }),
  },

  // 4. States and transitions
  N341: {
    severity: 'error',
    title: 'Part that tenants in several databases cannot have',
    message: sentences({
      'no tenants': () => 'Records belong to no tenant, so all of them are in one database.',
      'no host': (tenant: string) => `No host leads to the database of one ${tenant}.`,
      'counted ids': () => 'Each database counts ids by itself, so two records would have the same one.',
      'counted values': (entity: string, field: string) =>
        `Each database counts "${field}" of ${entity} by itself, so two records would have the same one.`,
    }),
  },
  N342: {
    severity: 'warning',
    title: 'Part that is in each database by itself',
    message: sentences({
      'shared records': (entity: string, tenant: string) =>
        `${entity} belongs to no ${tenant}: each database has its own records, and a change is made in one of them.`,
      'every tenant': (tenant: string) => `Here "in every tenant" is every ${tenant} of one database.`,
    }),
  },
  N401: {
    severity: 'error',
    title: 'Not exactly one initial state',
    message: (field: string, count: number) =>
      count === 0
        ? `${field} has no initial state; it needs one.`
        : `${field} has ${count} initial states; it needs one.`,
  },
  N402: {
    severity: 'warning',
    title: 'State that is never reached',
    message: (state: string) => `No transition leads to "${state}".`,
  },
  N403: {
    severity: 'warning',
    title: 'Dead end',
    message: (state: string) => `No transition leaves "${state}", and it is not final.`,
  },
  N404: {
    severity: 'error',
    title: 'Final state that is left',
    message: (state: string) => `"${state}" is final, but this transition leaves it.`,
  },
  N405: {
    severity: 'error',
    title: 'Unknown state',
    message: (field: string, state: string) => `${field} has no state "${state}".`,
  },
  N406: {
    severity: 'error',
    title: 'Effect that empties a required field',
    message: (field: string) => `"${field}" is required, so a transition cannot empty it.`,
  },
  N407: {
    severity: 'warning',
    title: 'Transition that nobody can do',
    message: (transition: string) => `No user can do "${transition}".`,
  },
  N408: {
    severity: 'warning',
    title: 'Cases of a transition that overlap',
    message: (rows: string) => `${rows} fit the same record.`,
  },
  N409: {
    severity: 'warning',
    title: 'Clock and transition do not meet',
    message: sentences({
      'not by the clock': (transition: string) => `"${transition}" is not done by the clock.`,
      'not possible': (transition: string, state: string) => `"${transition}" is not possible in "${state}".`,
      'never done': (transition: string) => `No clock and no schedule does "${transition}".`,
    }),
  },
  N410: {
    severity: 'warning',
    title: 'Clock that gets nowhere',
    message: (transition: string, state: string) =>
      `"${transition}" leaves the record in "${state}", so this clock would run again and again.`,
  },
  N411: {
    severity: 'warning',
    title: 'State that a rule keeps out',
    message: sentences({
      'state ruled out': (entity: string, state: string) =>
        `No ${entity} can ever be "${state}": this does not hold there.`,
      'transition fails': (transition: string) => `"${transition}" always fails: this never holds after it.`,
    }),
  },
  N412: {
    severity: 'warning',
    title: 'Effect that breaks a rule',
    message: sentences({
      'value ruled out': (field: string) => `"${field}" cannot have this value.`,
      'rule broken': (rule: string) => `After this, "${rule}" does not hold.`,
    }),
  },
  N413: {
    severity: 'warning',
    title: 'Effect that changes what nobody may change',
    message: (field: string) => `A "Nobody" row forbids changes of "${field}", but this transition makes one.`,
  },
  N414: {
    severity: 'warning',
    title: 'Needed in a state, and never set on the way',
    message: (field: string, state: string) => `"${field}" is always empty here, but is needed in "${state}".`,
  },
  N415: {
    severity: 'error',
    title: 'State among the fields of a permission',
    message: (field: string) => `"${field}" is a state: only transitions change it.`,
  },
  N418: {
    severity: 'error',
    title: 'Unknown transition',
    message: (entity: string, transition: string) => `${entity} has no transition "${transition}".`,
  },
  N419: {
    severity: 'error',
    title: 'State field without states',
    message: (field: string) => `Point 4 gives no states of ${field}.`,
  },
  N420: {
    severity: 'error',
    title: 'States of a field that is not a state',
    message: (field: string) => `${field} is not of type "state".`,
  },
  N421: {
    severity: 'note',
    title: 'Cases of a transition with a gap',
    message: (transition: string) => `No row of "${transition}" fits some records that are in its states.`,
  },

  N422: {
    severity: 'error',
    title: 'Transition without an input that it needs',
    message: (transition: string, input: string) => `"${transition}" needs "${input}", which is not given here.`,
  },
  N423: {
    severity: 'warning',
    title: 'Clock that never runs, or at once',
    message: sentences({
      'at once by a field': (clock: string, field: string) =>
        `"${clock}" runs at once: "${field}" has passed for every record.`,
      'at once in a state': (clock: string, state: string) => `"${clock}" runs at once: nothing stays in "${state}".`,
      'never runs': (clock: string, earlier: string, state: string) =>
        `"${clock}" never runs: "${earlier}" has taken the record out of "${state}" before.`,
    }),
  },
  N424: {
    severity: 'note',
    title: 'Transition that nothing offers',
    message: (transition: string) => `No screen, no call and no step does "${transition}".`,
  },
  N428: {
    severity: 'warning',
    title: 'Step of a transition that does not see everything',
    message: (entity: string, roles: string) =>
      `${roles} may not see every ${entity}: this step silently leaves out the others.`,
  },

  // 5. Validation rules
  N501: {
    severity: 'warning',
    title: 'Rule that can never hold',
    message: (rule: string) => `"${rule}" can never hold: it refuses every record that it applies to.`,
  },
  N502: {
    severity: 'warning',
    title: 'Rule that always holds',
    message: (rule: string) => `"${rule}" always holds: it refuses nothing.`,
  },
  N503: {
    severity: 'warning',
    title: 'Rules that contradict each other',
    message: (rule: string, other: string) => `"${rule}" and "${other}" cannot both hold.`,
  },
  N504: {
    severity: 'warning',
    title: 'Rule that repeats what its field says',
    message: (field: string) => `"${field}" can have no other value anyway.`,
  },
  N505: {
    severity: 'warning',
    title: 'Rule over other records that another form holds better',
    message: sentences({
      'every record': (entity: string) =>
        `This reads every ${entity}, but not the writes of concurrent requests: two at once could both pass.`,
      'other records': (entity: string) =>
        `This looks at the other records of ${entity}: two that are written at once could both pass.`,
    }),
  },
  N506: {
    severity: 'error',
    title: 'Rule without a code',
    message: (rule: string) => `What is answered when "${rule}" does not hold?`,
  },
  N507: {
    severity: 'warning',
    title: 'Rule that nothing can break',
    message: (rule: string) => `Nothing that "${rule}" is about is ever given or changed.`,
  },
  N508: {
    severity: 'warning',
    title: 'Change that never comes',
    message: (field: string) => `"${field}" never changes.`,
  },
  N510: {
    severity: 'error',
    title: 'Rule over records that its fields cannot have',
    message: sentences({
      ...UNWATCHABLE,
      'no period': (field: string) => `"${field}" is not a period, and only periods overlap.`,
      'no relation between records': (field: string, entity: string) =>
        `"${field}" does not lead from one ${entity} to another.`,
      'bound differs': (field: string) => `Records of one group may differ in "${field}": which one is the bound?`,
      'Same of one record': () => 'Each record is looked at by itself, so "Same" says nothing here.',
      'Same of a circle': () =>
        'A circle goes through records, whatever they have in common, so "Same" says nothing here.',
      'Same of several values': (field: string) => `Records cannot have the same "${field}": it is not a single value.`,
      'condition of a circle': () => 'A circle is a circle, whatever its records are: nothing can be left out here.',
      'amounts of several currencies': (field: string) =>
        `"${field}" is not a number: amounts of several currencies have no order.`,
      'not a number': (field: string, type: string) => `"${field}" is not a number: it is ${type}.`,
      'bound by other things': (name: string) => `A bound cannot depend on "${name}": it would change by itself.`,
      'bound that counts': () => 'A bound cannot count other records.',
      'fewer than none': () => 'There are never fewer records than none.',
      'depends on the caller': (name: string) =>
        `Whether a record counts must follow from the record alone: ${name} depends on who asks.`,
      'changes by itself': (name: string) =>
        `Whether a record counts must follow from the record alone: "${name}" changes by itself.`,
      'all records of an entity': () =>
        'Whether a record counts must follow from the record alone: these are all records.',
      'field of other records': (field: string) =>
        `Whether a record counts must follow from the record alone: "${field}" stands in other records.`,
      computed: (field: string) => `"${field}" is computed whenever it is looked at, so nothing can hold it.`,
    }),
  },
  N511: {
    severity: 'note',
    title: 'Code of several rules',
    message: (code: string, rule: string) => `"${code}" is also what "${rule}" answers.`,
  },

  // 6. Roles and permissions
  N601: { severity: 'error', title: 'Unknown role', message: (name: string) => `No role is called "${name}".` },
  N602: {
    severity: 'error',
    title: 'Role for another kind of record',
    message: (role: string, of: string, here: string) => `"${role}" is a role for ${withArticle(of)}, not for ${here}.`,
  },
  N603: {
    severity: 'error',
    title: 'Guest who is somebody',
    message: (role: string) => `${withCapitalArticle(role)} is not signed in, so there is no "me".`,
  },
  N604: {
    severity: 'warning',
    title: 'Entity that nobody sees or creates',
    message: sentences({
      'nobody sees': (entity: string) => `No role may see ${withArticle(entity)}.`,
      'nobody creates': (entity: string) => `No role may create ${withArticle(entity)}.`,
    }),
  },
  N605: {
    severity: 'warning',
    title: 'Role that nobody gets, or that may do nothing',
    message: sentences({
      'nobody has it': (role: string) => `No user is ever ${withArticle(`"${role}"`)}.`,
      'may do nothing': (role: string) => `${withCapitalArticle(`"${role}"`)} may do nothing.`,
      'gives no role': (role: string) => `"${role}" is not signed in, and gives nobody a role.`,
    }),
  },
  N606: {
    severity: 'error',
    title: 'Role that includes itself',
    message: (role: string) => `"${role}" includes itself.`,
  },
  N607: {
    severity: 'warning',
    title: 'May change, but not see',
    message: (role: string, entity: string) => `"${role}" may change ${withArticle(entity)}, but see none.`,
  },
  N608: {
    severity: 'warning',
    title: 'Permission that widens itself',
    message: (role: string, field: string, what: string) =>
      `${withCapitalArticle(`"${role}"`)} may change "${field}", which decides ${what}.`,
  },
  N609: {
    severity: 'warning',
    title: 'Permission that is forbidden',
    message: (action: string, entity: string) =>
      `A "Nobody" row forbids this: no role may ${action} ${withArticle(entity)}.`,
  },
  N610: {
    severity: 'warning',
    title: 'Permission that a wider one contains',
    message: (does: 'allows' | 'forbids' = 'allows') => `Another row ${does} all of this already.`,
  },
  N611: {
    severity: 'warning',
    title: 'List that uses what its viewers do not see',
    message: (field: string, role: string) =>
      `"${role}" may not see "${field}": for them it sorts, filters and finds nothing.`,
  },
  N612: {
    severity: 'warning',
    title: 'Key that no caller ever gets',
    message: sentences({
      key: (key: string) => `No caller of this answer may see "${key}": it is always left out.`,
      items: (field: string) => `No caller of this answer may see "${field}": the list of its values is always empty.`,
    }),
  },
  N615: {
    severity: 'warning',
    title: 'Part that is seen without its whole',
    message: (part: string, whole: string) =>
      `${withCapitalArticle(part)} can be seen by somebody who may not see its ${whole}.`,
  },
  N619: {
    severity: 'error',
    title: 'Field that nobody gives',
    message: sentences({
      computed: (field: string) => `"${field}" cannot be given: it is computed.`,
      'computed by the product': (field: string) => `"${field}" cannot be given: the product computes it.`,
      'set by the product': (field: string) => `"${field}" cannot be given: the product sets it.`,
      'set once': (field: string) => `"${field}" cannot be given: it is set once.`,
      'other side': (field: string) => `"${field}" cannot be given: it is the other side of a field.`,
      'set by no step': (field: string) => `"${field}" cannot be given: no step sets it.`,
      'set by no transition': (field: string) => `"${field}" cannot be given: a transition cannot set it.`,
      'changed by transitions': (field: string) => `"${field}" cannot be given: only transitions change a state.`,
      'never changed': (field: string) => `"${field}" cannot be given: nobody ever changes it.`,
    }),
  },
  N620: {
    severity: 'warning',
    title: 'Permission without fields',
    message: (action: string) =>
      `No field is named, so nothing can be given: this permission to ${action} has no effect.`,
  },
  N621: {
    severity: 'error',
    title: 'Users cannot sign in',
    message: sentences({
      'no identifier': (field: string) => `"${field}" must be a required, unique text to sign in with.`,
      'no key': (field: string) => `"${field}" is not a key: that is a random code, or a unique text.`,
      'no email': (field: string) => `A link cannot be sent to "${field}": it is not an email address.`,
      'no password': () => 'Users have no password here.',
      'unknown users': () => 'It is not said whose records are the users.',
      'no users': (entity: string, action: string) => `Only ${withArticle(entity)} can ${action}.`,
      'no address': (entity: string) =>
        `${entity} has no field that is an email, required and unique: its users cannot be told from each other.`,
      'no password field': (entity: string) => `${withCapitalArticle(entity)} has no field of type "password".`,
      'OpenID alone': () => 'Users sign in by OpenID alone, so they sign up by it too.',
    }),
  },
  N622: {
    severity: 'note',
    title: 'Key that some callers never get',
    message: (key: string, roles: readonly string[]) =>
      `"${key}" is left out for ${roles.map((role) => `"${role}"`).join(', ')}.`,
  },

  N623: {
    severity: 'unknown',
    title: 'Signing in is not shown',
    message: (what: string) => `${what}.`,
  },
  N628: {
    severity: 'warning',
    title: 'Creation that is always refused',
    message: (entity: string) => `No new ${entity} can be so: every creation by this row is refused.`,
  },
  N629: {
    severity: 'note',
    title: 'Roles that are given to oneself only',
    message: () => 'No user may give a role to another user.',
  },
  N630: {
    severity: 'warning',
    title: 'Signing up that does not do what roles say',
    message: sentences({
      'no guest may create': (entity: string) => `Sign-up is impossible: no guest may create ${withArticle(entity)}.`,
      'other role': (given: string, role: string) => `Signing up gives "${given}", and not "${role}".`,
      'nobody signs up': (role: string) => `Sign-up is closed here, so no user becomes "${role}".`,
      'role of guests': (role: string) =>
        `"${role}" is the role of those who are not signed in: nobody gets it by signing up.`,
    }),
  },
  N638: {
    severity: 'warning',
    title: 'Role that nobody gives',
    message: (role: string, givers: readonly string[]) =>
      `"${role}" is got from ${givers.map((giver) => `"${giver}"`).join(', ')}, and nobody may give roles.`,
  },

  N639: {
    severity: 'error',
    title: 'Unknown OpenID provider',
    message: (name: string) => `No OpenID provider is called "${name}".`,
  },
  N640: {
    severity: 'warning',
    title: 'OpenID provider that nobody signs in with',
    message: (name: string) => `Users cannot sign in by "${name}": "Sign in with" does not name it.`,
  },
  N641: {
    severity: 'error',
    title: 'OpenID provider that makes no users',
    message: sentences({
      'not confirmed': (claim: string) => `"${claim}" is not an address that the provider has confirmed.`,
      'missing value': (provider: string, field: string) =>
        `Users who sign up by "${provider}" have no "${field}", and it is required.`,
      'missing password': (provider: string, field: string) =>
        `Users of "${provider}" have no password, and "${field}" is required.`,
      'missing address': (claim: string) =>
        `Accounts are linked by an address, and no unique field of type email is read from the claim "${claim}".`,
    }),
  },
  N650: {
    severity: 'warning',
    title: 'Role of agents that no agent gets',
    message: (role: string) =>
      `No agent ever acts as "${role}": sessions are kept in cookies of browsers, and no API key has this role.`,
  },
  N651: {
    severity: 'error',
    title: 'Operator of one tenant',
    message: sentences({
      'by a condition': (role: string, tenant: string) =>
        `"${role}" is had by a condition on a membership, and operators see things of every ${tenant}.`,
      'given within a tenant': (role: string, giver: string, tenant: string) =>
        `"${role}" is given by "${giver}", which is had by a condition on a membership, and operators see things of every ${tenant}.`,
    }),
  },

  N655: {
    severity: 'error',
    title: 'Password that bypasses the second factor',
    message: sentences({
      'HTTP Basic': () => 'HTTP Basic sends a password with every request, and has no place for a second factor.',
      key: (field: string) => `The key "${field}" comes with every request, and has no place for a second factor.`,
    }),
  },
  N656: {
    severity: 'warning',
    title: 'Call that does not ask for the second factor',
    message: () => 'This step signs in nobody who has a second factor, or for whom it is required.',
  },
  N657: {
    severity: 'error',
    title: 'Right of guests inside a tenant',
    message: (role: string, entity: string, tenant: string) =>
      `A ${role} is in no ${tenant}, and gets no ${entity}, which belongs to one.`,
  },
  N658: {
    severity: 'error',
    title: 'Right in every tenant that there cannot be',
    message: sentences({
      'seen in one tenant': (entity: string) =>
        `This cannot be a right in every tenant: records of ${entity} are seen in their own tenant alone.`,
      'no tenants': () => 'This cannot be a right in every tenant: there are none here.',
    }),
  },

  N660: {
    severity: 'error',
    title: 'Right over users in another place',
    message: sentences({
      'no users': (action: string, entity: string) =>
        `"${action}" is about users, and ${entity} records are not users.`,
      guests: (action: string) => `Guests do not ${action}: only somebody who is signed in does.`,
      'one tenant': (action: string, tenant: string) =>
        `A user is in more than one ${tenant}, so "${action}" is a right in all of them.`,
    }),
  },
  N661: {
    severity: 'error',
    title: 'Invitation under a condition',
    message: () => 'An invited person has no record yet, so no condition can be checked.',
  },
  N662: {
    severity: 'error',
    title: 'Personal data that cannot be forgotten',
    message: sentences({
      'needs a value': (entity: string, field: string) =>
        `"${field}" of ${entity} is required, and its type has no neutral value: its value would stay when a user is forgotten.`,
      slug: (entity: string, field: string) => `The slug "${field}" of ${entity} would stay when a user is forgotten.`,
    }),
  },
  N663: {
    severity: 'warning',
    title: 'Forgetting that leaves all but the way in',
    message: (users: string) =>
      `No field of ${users} is personal data, so forgetting a user removes only their sign-in data.`,
  },
  N664: {
    severity: 'warning',
    title: 'Invitation to no role',
    message: sentences({
      'gives no role': (role: string) => `"${role}" gives no role, so it invites nobody.`,
      'needs a record': (field: string, users: string) =>
        `An invited person sees no record to choose, and "${field}" of ${users} needs one.`,
      'needs a value': (field: string, membership: string) =>
        `An invitation makes a ${membership}, and nobody fills in "${field}" of it.`,
      'nobody invites': () => 'No role invites anybody: only the command "ninefold invite" does.',
    }),
  },
  N669: {
    severity: 'warning',
    title: 'Users who see less than guests',
    message: (role: string, entities: string) =>
      `Guests see records of ${entities} that users with the role "${role}" do not see.`,
  },
  N672: {
    severity: 'warning',
    title: 'Record that its maker does not see',
    message: (roles: string, entity: string, key: string) =>
      `Callers with the role ${roles} may not see the ${entity} that this call makes, so "${key}" is not in their answer.`,
  },

  // 7. The calls it makes
  N701: { severity: 'error', title: 'Call defined twice', message: (call: string) => `${call} is already a call.` },
  N702: {
    severity: 'note',
    title: 'Paths that overlap',
    message: (path: string, other: string) => `"${path}" also matches "${other}": the one with more fixed words wins.`,
  },
  N703: {
    severity: 'error',
    title: 'Key that does not identify one record',
    message: (entity: string, field: string) => `Several records of ${entity} may have the same "${field}".`,
  },
  N704: { severity: 'error', title: 'Call without "Who"', message: (call: string) => `Who may use ${call}?` },
  N705: { severity: 'error', title: 'Step not understood', message: (step: string) => `"${step}" is not a step.` },
  N706: {
    severity: 'error',
    title: 'Step that may fail without a code',
    message: (step: string) => `This "${step}" may fail: it needs "or fail CODE".`,
  },
  N707: { severity: 'warning', title: 'Input that nothing uses', message: (name: string) => `No step uses "${name}".` },
  N708: {
    severity: 'error',
    title: 'Call that does not answer once, at its end',
    message: sentences({
      'answer within later': () => 'Steps that are done later answer nobody.',
      'answer for each record': () => 'A call answers once, not for each record.',
      'body by Accept': () => 'Below "by Accept" only answers with a body are possible.',
      'session later': () => 'Steps that are done later cannot change a session.',
      'no narrowed list': () => 'No step lists records "narrowed by the query".',
      'never answers': () => 'This call never answers.',
      'answered before': () => 'The call has answered before this step.',
      'second Accept': () => 'A call answers by Accept at one place.',
    }),
  },
  N709: {
    severity: 'error',
    title: 'Shape of another entity',
    message: (shape: string, of: string, here: string) => `"${shape}" is a shape of ${of}, not of ${here}.`,
  },
  N710: {
    severity: 'error',
    title: 'Input in what the product does by itself',
    message: (verb: string) => `"${verb}" is the product's own doing: it cannot take what a caller sent.`,
  },
  N711: {
    severity: 'warning',
    title: 'Step that no caller may take',
    message: (action: string, entity: string, doing = 'use this call') =>
      `No role that may ${doing} may ${action} ${withArticle(entity)}.`,
  },
  N712: {
    severity: 'warning',
    title: 'Given field that nobody may give',
    message: sentences({
      create: (entity: string, field: string) => `No permission lets a role give a new ${entity} its "${field}".`,
      change: (entity: string, field: string) =>
        `No permission lets a role change the "${field}" of ${withArticle(entity)}.`,
      'create in a call': (entity: string, field: string) =>
        `No role that may use this call may give a new ${entity} its "${field}".`,
      'change in a call': (entity: string, field: string) =>
        `No role that may use this call may change the "${field}" of ${withArticle(entity)}.`,
      'create in a transition': (entity: string, field: string, transition: string) =>
        `No role that may do "${transition}" may give a new ${entity} its "${field}".`,
      'change in a transition': (entity: string, field: string, transition: string) =>
        `No role that may do "${transition}" may change the "${field}" of ${withArticle(entity)}.`,
    }),
  },
  N714: {
    severity: 'warning',
    title: 'Transition that is never possible here',
    message: (transition: string) => `"${transition}" is never possible here.`,
  },
  N715: {
    severity: 'warning',
    title: 'GET that writes',
    message: (step: string) => `This "${step}" changes something, but a GET is expected to change nothing.`,
  },
  N717: {
    severity: 'warning',
    title: 'Message that is never sent',
    message: (name: string) => `Nothing sends "${name}".`,
  },
  N719: {
    severity: 'warning',
    title: 'Pages without an order',
    message: (name: string) => `Nothing says in which order the pages of "${name}" are.`,
  },
  N720: {
    severity: 'warning',
    title: 'Call that runs as the product for everybody',
    message: (role: string) => `"${role}" need not sign in, and nobody's permission is asked here.`,
  },
  N721: {
    severity: 'note',
    title: 'Answers that differ',
    message: (here: readonly string[], there: readonly string[]) =>
      `This answer has ${inQuotes(here)} of its own, and another answer of this call has ${inQuotes(there)}.`,
  },
  N722: { severity: 'error', title: 'Unknown shape', message: (name: string) => `No shape is called "${name}".` },
  N723: { severity: 'error', title: 'Unknown message', message: (name: string) => `No message is called "${name}".` },
  N724: {
    severity: 'error',
    title: 'Created without a required field',
    message: (entity: string, field: string) =>
      `${withCapitalArticle(entity)} needs "${field}", which this step does not give.`,
  },
  N725: {
    severity: 'error',
    title: 'Unknown input',
    message: (name: string, of = 'This call') => `${of} has no input "${name}".`,
  },
  N726: {
    severity: 'warning',
    title: 'Shape that nothing uses',
    message: (name: string) => `Nothing answers with "${name}".`,
  },
  N727: {
    severity: 'error',
    title: 'Shape that contains itself',
    message: (name: string) => `"${name}" contains itself.`,
  },
  N728: { severity: 'error', title: 'Not a record here', message: (name: string) => `"${name}" is not a record.` },
  N729: {
    severity: 'error',
    title: 'Receiver that cannot be told',
    message: (rule: string, type: string) => `${rule}; this is ${type}.`,
  },
  N730: {
    severity: 'error',
    title: 'Step that needs a caller',
    message: (step: string, here: string) => `"${step}" needs somebody who calls, and nobody calls ${here}.`,
  },
  N731: {
    severity: 'error',
    title: 'Schedule that does nothing',
    message: (name: string) => `"${name}" has no steps.`,
  },

  N732: {
    severity: 'error',
    title: 'Unknown person in an example',
    message: (name: string) => `The sample data has no user "${name}".`,
  },
  N733: {
    severity: 'error',
    title: 'Unknown call in an example',
    message: (call: string) => `Point 7 has no call "${call}".`,
  },
  N734: {
    severity: 'warning',
    title: 'Answer that a call never gives',
    message: (call: string, status: number) => `${call} never answers ${status}.`,
  },
  N735: {
    severity: 'warning',
    title: 'Example without a needed input',
    message: (name: string) => `"${name}" is needed, and this example does not send it.`,
  },
  N736: {
    severity: 'error',
    title: 'Part that an answer does not have',
    message: (part: string, call: string) => `The answer of ${call} has no "${part}".`,
  },
  N737: {
    severity: 'warning',
    title: 'Example by somebody who may not',
    message: (person: string, roles: readonly string[]) =>
      `"${person}" has none of the roles that may use this call: ${roles.join(', ')}.`,
  },
  N738: {
    severity: 'note',
    title: 'Call that runs as the product',
    message: (call: string) => `No step of ${call} asks for its caller's permission.`,
  },
  N739: {
    severity: 'error',
    title: 'Version of nothing',
    message: (call: string) => `Nothing that ${call} finds has a version.`,
  },
  N740: {
    severity: 'warning',
    title: 'Repeated otherwise than it says',
    message: sentences({
      'another record': () => 'Each time that this call is sent it makes another record.',
      'session in the answer': () => 'The answer is kept for a day, and a session may be in it.',
    }),
  },
  N741: {
    severity: 'error',
    title: 'Webhook that cannot be signed',
    message: sentences({
      'no webhook': () => 'Only a webhook is signed.',
      'no secret named': () => 'This webhook does not say with which secret it is signed.',
      'unknown secret': (name: string) => `Point 9 names no secret "${name}".`,
    }),
  },
  N742: {
    severity: 'warning',
    title: 'Former name whose time is over',
    message: (what: string, day: string) => `${what} was answered until ${day}, and is not answered any more.`,
  },
  N743: {
    severity: 'note',
    title: 'Message to somebody who may be missing',
    message: (receiver: string) => `Where ${receiver} is empty, the message is not sent.`,
  },
  N744: {
    severity: 'warning',
    title: 'Optional input of a required field',
    message: (input: string, entity: string, field: string) =>
      `"${input}" need not be sent, but no ${entity} can do without "${field}".`,
  },
  N745: {
    severity: 'warning',
    title: 'Transition that this step may never do',
    message: (who: string, transition: string) => `${who} do "${transition}": this step is always refused.`,
  },
  N746: {
    severity: 'error',
    title: 'Unknown shared part',
    message: (name: string) => `No part "Shared by calls" is called "${name}".`,
  },
  N747: {
    severity: 'warning',
    title: 'Shared part that no call has',
    message: (name: string) => `No call shares "${name}".`,
  },
  N748: {
    severity: 'error',
    title: 'Unknown outside service',
    message: (name: string) => `No outside service is called "${name}".`,
  },
  N749: {
    severity: 'error',
    title: 'Unknown operation of an outside service',
    message: (service: string, operation: string) => `${service} has no operation "${operation}".`,
  },
  N750: {
    severity: 'warning',
    title: 'Question that a repeated request asks again',
    message: (call: string, service: string) => `A client that sends ${call} again asks ${service} a second time.`,
  },
  N751: {
    severity: 'error',
    title: 'Question out of place',
    message: (where: string) => `No service is asked ${where}.`,
  },
  N752: {
    severity: 'error',
    title: 'Values of a question that do not fit',
    message: sentences({
      'missing value': (operation: string, name: string) => `"${operation}" needs "${name}".`,
      'not sent': (operation: string, name: string) => `"${operation}" is not sent "${name}".`,
    }),
  },
  N753: {
    severity: 'warning',
    title: 'Outside service that no step asks',
    message: (name: string) => `No step asks ${name}.`,
  },
  N754: {
    severity: 'error',
    title: 'Call of a service that does not sign',
    message: (name: string) => `Nothing says how ${name} signs its calls, so nobody can tell them from a stranger's.`,
  },
  N755: {
    severity: 'error',
    title: 'Call that no service makes',
    message: sentences({
      'role or service': (name: string) =>
        `"${name}" is a role and an outside service: nothing says which of them calls.`,
      'nobody else': (service: string, other: string) =>
        `${service} calls this, so nobody else does: "${other}" is one too many.`,
      'no body': (service: string, method: string) => `A ${method} has no body that ${service} could sign.`,
      'no key': (service: string) =>
        `${service} sends no such key, and the event says itself whether it was there before.`,
      'no version': (service: string) => `${service} has seen no version.`,
      'no factor': (service: string) => `${service} has no second factor: it signs each call.`,
      'no session': (service: string) => `${service} has no session: it signs each call.`,
    }),
  },
  N756: {
    severity: 'warning',
    title: 'Signature of a service that makes no call',
    message: (name: string) => `${name} signs calls, but no call has it as "Who".`,
  },
  N757: {
    severity: 'error',
    title: 'Call that needs a second factor which nobody has',
    message: (call: string) => `"${call}" needs a second factor, and "Signing in" states none, so nobody may use it.`,
  },

  N758: {
    severity: 'error',
    title: 'Presence without users',
    message: (entity: string) =>
      `Presence tells which users are at ${withArticle(entity)}, and no "Signing in" states who users are.`,
  },
  N759: {
    severity: 'warning',
    title: 'Presence that shows nobody',
    message: (entity: string, users: string) =>
      `Of the roles that see ${withArticle(entity)}, none may see ${withArticle(users)}, so "presence" is always empty.`,
  },

  N765: {
    severity: 'error',
    title: 'Part of an address that is two things',
    message: (parameter: string, identifier: string) =>
      `"${parameter}" is read as the random identifier "${identifier}" here, so it never equals another text.`,
  },
  N770: {
    severity: 'warning',
    title: 'Orders in another sequence than the request names them',
    message: (parameter: string) =>
      `A request may name several orders in "${parameter}", and this list sorts by them in the sequence of the text.`,
  },
  N775: {
    severity: 'warning',
    title: 'Numbers as words',
    message: (input: string) => `These are words, so a client that sends a number of JSON as "${input}" is refused.`,
  },

  // 8. The error catalogue
  N801: {
    severity: 'error',
    title: 'Code defined twice',
    message: (code: string) => `"${code}" is already in the catalogue.`,
  },
  N802: {
    severity: 'error',
    title: 'Unknown code',
    message: (code: string) => `The error catalogue has no code "${code}".`,
  },
  N803: {
    severity: 'warning',
    title: 'Code that is never raised',
    message: (code: string) => `Nothing raises "${code}".`,
  },
  N804: {
    severity: 'error',
    title: 'Placeholder that is not at hand',
    message: (placeholder: string) => `"{${placeholder}}" is not at hand where this error is raised.`,
  },
  N805: {
    severity: 'warning',
    title: 'Status that says something else',
    message: sentences({
      'not signed in': (rule: string) =>
        `401 means that no user is signed in, but the rule "${rule}" refuses with this code.`,
      missing: (rule: string) => `404 means that something is missing, but the rule "${rule}" refuses with this code.`,
      'wrong method': (rule: string) => `405 means a wrong method, but the rule "${rule}" refuses with this code.`,
      'too many requests': (rule: string) =>
        `429 means too many requests, but the rule "${rule}" refuses with this code.`,
      'failure, by a rule': (status: string, rule: string) =>
        `${status} means a failure of the server, but the rule "${rule}" refuses with this code.`,
      'failure, by the text': (status: string) =>
        `${status} means a failure of the server, but the text states this code as a refusal.`,
    }),
  },
  N806: {
    severity: 'warning',
    title: 'Message that names what its readers do not see',
    message: (path: string) => `No reader of this message may see "${path}": they read "…" instead.`,
  },
  N807: {
    severity: 'note',
    title: 'Built-in errors in another language',
    message: (language: string, count: number) =>
      `The product speaks "${language}", but ${count} of its built-in errors have English words.`,
  },
  N808: {
    severity: 'error',
    title: 'Unknown built-in error',
    message: (name: string) => `No built-in error is called "${name}".`,
  },

  // 9. Business constants and limits
  N901: {
    severity: 'warning',
    title: 'Constant that nothing uses',
    message: (name: string) => `Nothing uses "${name}".`,
  },
  N902: {
    severity: 'error',
    title: 'Lookup that misses a choice or has an unknown one',
    message: sentences({
      'second value': (key: string) => `"${key}" already has a value in this lookup.`,
      'no choice': (key: string, argument: string) => `"${key}" is not a choice of "${argument}".`,
      'missing values': (values: string) => `This lookup has no value for ${values}.`,
      'other kind': (written: string) => `The values of a lookup are all of one kind; "${written}" is not.`,
      'condition that does not fit': (words: string) => words,
      'neither choice nor state': (field: string) =>
        `A lookup is about a choice or a state; no field "${field}" is one.`,
    }),
  },
  N903: {
    severity: 'error',
    title: 'Unit that does not fit',
    message: (name: string, is: string, needed: string) => `"${name}" is ${is}, but this needs ${needed}.`,
  },
  N904: {
    severity: 'warning',
    title: 'Amount that a constant states already',
    message: (amount: string, constant: string) =>
      `"${amount}" is what "${constant}" says: nothing keeps the two equal.`,
  },
  N905: {
    severity: 'error',
    title: 'Limit on an unknown call',
    message: (call: string) => `Point 7 has no call ${call}.`,
  },
  N906: {
    severity: 'warning',
    title: 'Limit below the need of a screen',
    message: (limit: string, screen: string, times: number) =>
      `"${limit}" allows fewer than the ${times} times that "${screen}" asks by itself.`,
  },
  N907: {
    severity: 'error',
    title: 'Secret with a value',
    message: (name: string) => `"${name}" looks like a secret: whoever reads this text would know it.`,
  },
  N908: { severity: 'error', title: 'Unknown constant', message: (name: string) => `No constant is called "${name}".` },
  N909: {
    severity: 'error',
    title: 'Brand colour that is not a colour',
    message: (written: string) => `"${written}" is not a colour.`,
  },
  N910: {
    severity: 'error',
    title: 'Logo that cannot be shown',
    message: sentences({
      'several pictures': () => 'A logo is one picture, or two.',
      'no picture': (written: string) => `"${written}" is not a picture beside this text.`,
      'too large': (name: string, kilobytes: string, most: string) =>
        `"${name}" has ${kilobytes} KB, and a logo has at most ${most} KB.`,
      'no picture of browsers': (name: string) => `"${name}" holds no picture that browsers show.`,
      'no file': (name: string) => `There is no file "${name}" beside this text.`,
      unreadable: (name: string, why: string) => `"${name}" can't be read: ${why}.`,
    }),
  },
  N911: {
    severity: 'error',
    title: 'Amount that lets nothing happen',
    message: (amount: string, consequence: string) => `With ${amount}, ${consequence}.`,
  },
  N912: {
    severity: 'error',
    title: 'Case that no row of a lookup fits',
    message: (name: string) => `Some cases have no value in the lookup "${name}".`,
  },
  N913: {
    severity: 'error',
    title: 'Rows of a lookup that fit the same case',
    message: () => `Another row fits the same case and has another value.`,
  },
  N914: {
    severity: 'warning',
    title: 'Row of a lookup that no case fits',
    message: () => 'No case fits this row.',
  },
  N915: {
    severity: 'error',
    title: 'Calendar that cannot be used',
    message: sentences({
      'never open': (name: string) => `The calendar "${name}" has too few days on which it is open.`,
      'day twice': () => 'This day has two rows.',
      'hours overlap': () => 'These hours overlap.',
    }),
  },
  N916: {
    severity: 'error',
    title: 'Working time without a calendar',
    message: sentences({
      none: (name: string | null) =>
        name === null ? 'No calendar says which days are working days.' : `No calendar is called "${name}".`,
      several: () => 'Several calendars say which days are working days.',
      nothing: () => 'No working time moves nothing.',
      'too long': () => 'This is more working time than ten years have.',
    }),
  },
  N920: {
    severity: 'error',
    title: 'Translation into an unknown language',
    message: (written: string) => `"${written}" is not a language tag.`,
  },
  N921: {
    severity: 'warning',
    title: 'Translation into the language of the text',
    message: (language: string) => `The text itself is in "${language}": nobody reads this translation.`,
  },
  N922: {
    severity: 'warning',
    title: 'Words that are not translated',
    message: (count: number, language: string) =>
      `${count} ${count === 1 ? 'word or sentence is' : 'words or sentences are'} not translated into "${language}".`,
  },
  N923: {
    severity: 'warning',
    title: 'Translation of words that no reader sees',
    message: (words: string) => `No reader sees the words "${words}".`,
  },
  N924: {
    severity: 'warning',
    title: 'Translation with other placeholders',
    message: () => 'This translation has other placeholders than its words, and is not used.',
  },
  N925: {
    severity: 'error',
    title: 'Plural forms that do not fit',
    message: sentences({
      'no number': (type: string) => `Forms are for numbers, and this is ${type}.`,
      'not here': () => 'Titles of tabs and words of built-in errors have no forms for numbers.',
      missing: (category: string, language: string) => `Numbers of "${language}" need a form "${category}".`,
      unknown: (category: string, language: string) => `Numbers of "${language}" have no form "${category}".`,
      twice: (category: string, language: string) => `The form "${category}" of "${language}" stands here twice.`,
    }),
  },
  N926: {
    severity: 'warning',
    title: 'Constant that nothing fills in',
    message: (written: string) => `These words are shown as they are: readers see ${written}.`,
  },
  N927: {
    severity: 'warning',
    title: 'Limit on streams of a call that has none',
    message: (name: string, call: string) => `"${name}" limits nothing: "${call}" cannot be asked for as a stream.`,
  },
} as const satisfies Record<string, DiagnosticEntry>

export type DiagnosticNumber = keyof typeof DIAGNOSTICS

/** Retired numbers. */
export const RETIRED: readonly string[] = ['N614']

function inQuotes(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : words.map((word) => `"${word}"`).join(', ')
}
