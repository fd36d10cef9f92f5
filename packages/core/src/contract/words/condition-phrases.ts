// The phrases of which a condition in words is made, in each language that the product speaks. German conditions stand
// behind a colon, so that their verbs keep the order of a main clause.

import type { SuppliedLanguage } from './supplied-languages.ts'

export type Comparison = 'before' | 'at latest' | 'after' | 'at earliest' | 'less' | 'at most' | 'more' | 'at least'

export interface ConditionPhrases {
  readonly and: string
  readonly or: string
  readonly me: string
  readonly now: string
  readonly today: string
  readonly this: string
  readonly yes: string
  readonly no: string
  readonly empty: string
  /** An item of a list that is not a list of records. */
  readonly item: string
  readonly quoted: (label: string) => string
  readonly isEmpty: (subject: string) => string
  readonly isNotEmpty: (subject: string) => string
  /** `isMe`: the value is the reader. */
  readonly is: (subject: string, value: string, isMe: boolean) => string
  readonly isNot: (subject: string, value: string, isMe: boolean) => string
  readonly isOneOf: (subject: string, values: string) => string
  readonly isWithin: (subject: string, above: string) => string
  readonly compared: (subject: string, comparison: Comparison, value: string) => string
  readonly hasRole: (role: string) => string
  readonly not: (condition: string) => string
  readonly some: (item: string, condition: string) => string
  readonly none: (item: string, condition: string) => string
  readonly every: (item: string, condition: string) => string
  readonly partOf: (name: string, owner: string) => string
  readonly numberOf: (list: string) => string
  readonly later: (length: string, moment: string) => string
  readonly earlier: (length: string, moment: string) => string
  /** The name of an entity within a sentence. */
  readonly noun: (entity: string) => string
}

const ENGLISH: ConditionPhrases = {
  and: ' and ',
  or: ' or ',
  me: 'you',
  now: 'it',
  today: 'today',
  this: 'this',
  yes: 'yes',
  no: 'no',
  empty: 'empty',
  item: 'thing',
  quoted: (label) => `“${label}”`,
  isEmpty: (subject) => `${subject} is empty`,
  isNotEmpty: (subject) => `${subject} is not empty`,
  is: (subject, value) => `${subject} is ${value}`,
  isNot: (subject, value) => `${subject} is not ${value}`,
  isOneOf: (subject, values) => `${subject} is one of ${values}`,
  isWithin: (subject, above) => `${subject} is ${above} or stands below it`,
  compared: (subject, comparison, value) => `${subject} is ${ENGLISH_COMPARISONS[comparison]} ${value}`,
  hasRole: (role) => `you are ${role}`,
  not: (condition) => `it is not so that ${condition}`,
  some: (item, condition) => `there is a ${item} of which ${condition}`,
  none: (item, condition) => `no ${item} has ${condition}`,
  every: (item, condition) => `of every ${item}, ${condition}`,
  partOf: (name, owner) => `${name} of ${owner}`,
  numberOf: (list) => `the number of ${list}`,
  later: (length, moment) => `${length} after ${moment}`,
  earlier: (length, moment) => `${length} before ${moment}`,
  noun: (entity) => entity.charAt(0).toLowerCase() + entity.slice(1),
}

const ENGLISH_COMPARISONS: Readonly<Record<Comparison, string>> = {
  before: 'before',
  'at latest': 'at latest',
  after: 'after',
  'at earliest': 'at earliest',
  less: 'less than',
  'at most': 'at most',
  more: 'more than',
  'at least': 'at least',
}

const GERMAN: ConditionPhrases = {
  and: ' und ',
  or: ' oder ',
  me: 'Sie',
  now: 'der jetzige Zeitpunkt',
  today: 'heute',
  this: 'dieser Datensatz',
  yes: 'ja',
  no: 'nein',
  empty: 'leer',
  item: 'Eintrag',
  quoted: (label) => `„${label}“`,
  isEmpty: (subject) => `${subject} ist leer`,
  isNotEmpty: (subject) => `${subject} ist nicht leer`,
  is: (subject, value, isMe) => `${subject} ${isMe ? 'sind' : 'ist'} ${value}`,
  isNot: (subject, value, isMe) => `${subject} ${isMe ? 'sind' : 'ist'} nicht ${value}`,
  isOneOf: (subject, values) => `${subject} ist eines von ${values}`,
  isWithin: (subject, above) => `${subject} ist ${above} oder darunter eingeordnet`,
  compared: (subject, comparison, value) => `${subject} ${GERMAN_COMPARISONS[comparison]} ${value}`,
  hasRole: (role) => `Sie haben die Rolle „${role}“`,
  not: (condition) => `es gilt nicht, dass: ${condition}`,
  some: (item, condition) => `für mindestens einmal „${item}“ gilt: ${condition}`,
  none: (item, condition) => `für kein „${item}“ gilt: ${condition}`,
  every: (item, condition) => `für jedes „${item}“ gilt: ${condition}`,
  partOf: (name, owner) => `${name} von ${owner}`,
  numberOf: (list) => `die Anzahl von ${list}`,
  later: (length, moment) => `${length} nach ${moment}`,
  earlier: (length, moment) => `${length} vor ${moment}`,
  noun: (entity) => entity,
}

const GERMAN_COMPARISONS: Readonly<Record<Comparison, string>> = {
  before: 'liegt vor:',
  'at latest': 'liegt spätestens bei:',
  after: 'liegt nach:',
  'at earliest': 'liegt frühestens bei:',
  less: 'ist kleiner als',
  'at most': 'ist höchstens',
  more: 'ist größer als',
  'at least': 'ist mindestens',
}

export const CONDITION_PHRASES: Readonly<Record<SuppliedLanguage, ConditionPhrases>> = { en: ENGLISH, de: GERMAN }
