// Every text of the web app itself, in one place. The words of the specification come from the server. These are
// English; each other language has a catalogue of the same type, and a missing text is a compile error.

import { fileWords } from './words-imports.ts'
import type { AccountWords } from './words-account.ts'
import { connectionWords } from '../connection/words-connection.ts'
import type { OpenIdWords } from './words-openid.ts'
import type { SharingWords } from './sharing/words-sharing.ts'
import type { PresenceWords } from '../records/presence/words-presence.ts'
import type { ShortcutWords } from './shortcuts/words-shortcuts.ts'
import type { OperationWords } from '../operation/words-operation.ts'
import type { OAuthWords } from './account/words-oauth.ts'
import type { PasskeyWords } from './account/words-passkeys.ts'
import type { PeopleWords } from './account/words-people.ts'
import type { SecondFactorWords } from './account/words-second-factor.ts'
import { rolesWords } from './words-roles.ts'
import { pickerWords } from './words-pickers.ts'
import { recordWords } from './words-records.ts'
import { chartWords } from './words-charts.ts'
import { tableWords } from './words-tables.ts'
import { lowerFirst } from '@ninefold/core/model/words.ts'
import type { MadeLabel } from '@ninefold/core/model/screens.ts'
import type { Obstructed } from '@ninefold/core/contract/wire/app.ts'

/** Returns the plural form for a count, by the rules of the language. */
export function pluralOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(count)] ?? forms.other
}

/** `Number, subject and body`, with this word before the last. */
export function inOneLine(all: readonly string[], and: string): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${and} ${all.at(-1)}`
}

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

const counted = pluralOf('en')

const english = {
  skipToContent: 'Skip to content',
  loading: 'Loading …',
  yes: 'Yes',
  no: 'No',
  empty: 'Empty',
  justNow: 'just now',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',

  records: recordWords,
  tables: tableWords,
  charts: chartWords,

  navigation: {
    label: 'Main',
    open: 'Open navigation',
    close: 'Close navigation',
    menu: 'Navigation',
    specification: 'Specification',
  },

  palette: {
    title: 'Commands',
    button: 'Search or do',
    /** Name of the modifier key. */
    control: 'Ctrl',
    ask: 'Search, go to or do …',
    goTo: 'Go to',
    here: 'Do here',
    create: 'Create',
    someOf: (entity: string, shown: string, all: string) => `${entity}: ${shown} of ${all}`,
    near: (entity: string) => `${entity}: similar words`,
    exactOnly: 'This search finds words exactly as typed.',
    found: (count: number) =>
      counted(count, { one: '1 found', other: count === 0 ? 'Nothing found' : `${count} found` }),
  },

  purpose: {
    notStated: 'The purpose of this application is not stated yet.',
    nothingToOpen: 'There is no screen here for you yet.',
    openQuestions: (count: number) => counted(count, { one: '1 open question', other: `${count} open questions` }),
  },

  screens: {
    provisional: 'Provisional',
    provisionalScreen: 'This screen is not stated yet. It is offered while the specification is written.',
    provisionalSettle: (question: string, heading: string) => `To settle it, answer “${question}” under “${heading}”.`,
    search: 'Search',
    searchIn: (fields: readonly string[]) => `Search ${inOneLine(fields.map(lowerFirst), 'and')}`,
    filter: (label: string) => `Filter by ${label}`,
    filters: (count: number) => (count === 0 ? 'Filter and sort' : `Filter and sort (${count})`),
    clearFilters: 'Clear',
    sortBy: 'Sort',
    sortAfter: 'With Shift: sort by several columns',
    sortedAs: (place: number, direction: 'ascending' | 'descending') => `, ${direction}, number ${place}`,
    sortedUp: (label: string) => `${label}, ascending`,
    sortedDown: (label: string) => `${label}, descending`,
    nothingYet: 'Nothing here yet.',
    noneYet: (records: string) => `No ${lowerFirst(records)} yet.`,
    noneHere: (records: string) => `No ${lowerFirst(records)} here.`,
    nothingMatches: 'Nothing matches.',
    nothingInView: (view: string) => `Nothing in “${view}”.`,
    showAll: 'Show all',
    nothingMatchesHint: 'Change the search, or clear the filters.',
    actions: 'Actions',
    moreActions: 'More actions',
    more: 'More',
    chooseRow: (name: string) => (name === '' ? 'Choose this row' : `Choose ${name}`),
    chooseAll: 'Choose all on this page',
    chooseNone: 'Choose none',
    chosenRows: 'Chosen rows',
    chosen: (count: number) => `${count} chosen`,
    chooseWhole: (total: string) => `Choose all ${total}`,
    chosenWhole: (total: string) => `All ${total} chosen`,
    doing: (done: number, all: number) => `${done} of ${all} …`,
    doingWhole: (label: string, done: string, all: string | null) =>
      all === null ? `${label}: ${done}` : `${label}: ${done} of ${all}`,
    notDoneTo: (refused: string) => `${refused} not done`,
    minutesLeft: (minutes: number) =>
      minutes < 1 ? 'less than a minute left' : minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`,
    firstOf: (shown: number, all: number) => `The first ${shown} of ${all}.`,
    howMany: 'How many',
    largestOnly: (count: number) => `The ${count} largest; there are more.`,
    moveTo: 'Move to',
    moveUp: 'Move up',
    moveDown: 'Move down',
    moveCard: (title: string) => `Move ${title}`,
    notMovedHere: (lane: string) => `Nothing here moves it to ${lane}.`,
    emptyColumn: 'Nothing here.',
    ofAtMost: (count: string, most: string) => `${count} of ${most}`,
    wouldHold: (count: string, most: string) => `It would then hold ${count} of ${most}.`,
    fold: (name: string) => `Hide the rows below ${name}`,
    unfold: (name: string) => `Show the rows below ${name}`,
    below: (name: string) => `Below ${name}`,
    today: 'Today',
    month: 'Month',
    week: 'Week',
    calendarView: 'Days shown',
    before: { month: 'Month before', week: 'Week before' },
    after: { month: 'Month after', week: 'Week after' },
    nothingOnDays: 'Nothing on these days.',
    nothingToChoose: 'Nothing to choose from yet.',
    tabs: (screen: string) => `Parts of ${screen}`,
    live: 'Live',
    notLive: 'Not live: trying again …',
  },

  files: fileWords,

  entities: {
    choose: 'Choose …',
    searchRecords: 'Type to search …',
    addByTyping: 'Type and press Enter …',
    nothingFits: 'Nothing fits here',
    nothingFound: 'Nothing found',
    /** Title of the dialog, and of the option that opens it. */
    newRecord: (entity: string) => `New ${lowerFirst(entity)}`,
    newNamed: (entity: string, title: string) => `New ${lowerFirst(entity)}${title === '' ? '' : ` “${title}”`} …`,
    createRecord: (entity: string) => `Create ${lowerFirst(entity)}`,
    searching: 'Searching …',
    optionsFailed: 'The choices could not be loaded.',
    chooseMoment: 'Day and time',
    pickers: pickerWords,
    secretStays: 'Stays as it is',
    secretGoes: 'Will be removed',
    takeSecretAway: (label: string) => `Remove: ${label}`,
    keepSecret: (label: string) => `Keep: ${label}`,
    showTyped: 'Show what is typed',
    reveal: (label: string) => `Show ${label}`,
    conceal: (label: string) => `Hide ${label}`,
    revealFailed: 'It could not be fetched.',
    secretSet: 'Set, and not shown',
    amount: 'amount',
    currency: 'currency',
    periodStart: 'from',
    periodEnd: 'until',
    endIsOut: 'It ends before the day under “until”.',
    unit: 'Unit',
    units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days', week: 'weeks' },
    noRating: 'None',
    chooseColour: 'Choose a colour',
    chooseFile: 'Choose a file',
    chooseFiles: 'Choose files',
    fileHint: (size: string, count: number | null) =>
      `or drop or paste here, up to ${size}${count === null ? '' : ` each, at most ${count}`}`,
    uploading: (name: string) => `Uploading ${name}`,
    noPicture: 'Please choose a picture: PNG, JPEG, GIF, WebP or AVIF.',
    stillUploading: 'Please wait until everything is uploaded.',
    more: (count: number) => `and ${count} more`,
    write: 'Write',
    preview: 'Preview',
    writeOrPreview: (label: string) => `${label}: write or preview`,
    previewOf: (label: string) => `${label}, as it will be read`,
    nothingWritten: 'Nothing written yet.',
    markdownHint: 'Markdown: **bold**, *italic*, - lists, [link](https://…)',
    removeFile: (name: string) => `Remove ${name}`,
    timeZoneNote: (zone: string) => `In the time zone ${zone}.`,
  },

  states: { notNow: 'Not possible now', done: (label: string) => `${label}: done` },

  validation: {
    fallback: 'This is not accepted.',
    restored: 'Your earlier input is still here.',
    discard: 'Start again',
    nothingChanged: 'Nothing was changed.',
    steps: 'Steps',
    step: (number: number) => `Step ${number}`,
    next: 'Next',
    back: 'Back',
    summary: (count: number) =>
      counted(count, { one: '1 input needs another look', other: `${count} inputs need another look` }),
    conflict: 'Somebody else changed this meanwhile',
    conflictNote: 'The present value is below. Your own is kept until you choose.',
    theirs: (label: string) => `${label}, as it is now`,
    takeTheirs: 'Use what is there now',
    keepMine: 'Keep mine',
    charactersLeft: (count: number) => counted(count, { one: '1 character left', other: `${count} characters left` }),
  },

  roles: rolesWords,
  /** Null in English: the pages that use these words load them, so that no other page does. */
  openId: null as OpenIdWords | null,
  account: null as AccountWords | null,
  sharing: null as SharingWords | null,
  shortcuts: null as ShortcutWords | null,
  presence: null as PresenceWords | null,
  secondFactor: null as SecondFactorWords | null,
  oauth: null as OAuthWords | null,
  passkeys: null as PasskeyWords | null,
  operation: null as OperationWords | null,
  people: null as PeopleWords | null,

  /** Labels that the product supplies where a specification states none; some are names of fields. */
  supplied: {
    /** Null: the label stays as it is. */
    label: (_made: MadeLabel): string | null => null,
    builtIn: {} as Readonly<Record<string, string>>,
    /** The reason why an action is not possible now. The author's words pass unchanged. */
    reason: ({ reason }: Obstructed): string => reason,
  },

  calls: {
    done: (label: string) => `“${label}” is done.`,
    created: (entity: string) => `${entity} created`,
    changed: 'Changes saved',
    doneToAll: (label: string, count: number) =>
      `“${label}” is done to ${counted(count, { one: '1 record', other: `${count} records` })}.`,
    forAll: (label: string, count: number) => `${label}: ${count} chosen`,
    ofSome: (label: string, possible: number, all: number) => `${label} (${possible} of ${all})`,
    confirmForAll: (label: string, count: number) => `${label}: ${count} chosen?`,
    outcome: (done: number, refused: number) =>
      `Done to ${done}. Not done to ${refused}, which ${counted(refused, { one: 'is', other: 'are' })} still chosen:`,
    forWhole: (label: string, total: string) => `${label}: all ${total}`,
    confirmWhole:
      'This applies to every row of the narrowed list, also on other pages. It cannot be undone in one step.',
    doneToWhole: (label: string, count: string) => `“${label}” is done to ${count} records.`,
    outcomeWhole: (done: string, refused: string) => `Done to ${done}. Not done to ${refused}.`,
    stoppedWhole: 'Stopped. The remaining rows are as they were.',
    notAllowed: 'You may not do this here.',
    notSent: 'Not sent, because the connection was lost.',
    confirmTitle: (label: string) => `${label}?`,
    confirmText: 'This takes something away and cannot be undone here.',
    confirmKept: 'It is kept for a time, and can be brought back until then.',
  },

  connection: connectionWords,
  errors: {
    notFoundTitle: 'Nothing here',
    notFound: 'There is nothing at this address, or you may not see it.',
    toStart: 'Go to the start',
    failingTitle: 'This could not be loaded',
    unreachable: 'The server does not answer. Check your connection and try again.',
    unexpected: 'Something went wrong on the server.',
    broken: 'This page could not be drawn.',
    tryAgain: 'Try again',
    reference: (id: string) => `Reference ${id}`,
    dismiss: 'Dismiss',
    notSent: 'The server does not answer. Nothing you typed is lost: try again.',
  },
  limits: {
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
    moreThan: (count: string) => `more than ${count}`,
  },

  development: {
    heldBack: 'The specification has errors',
    heldBackNote: 'The last good version is still served.',
    waitingTitle: 'A change would delete data',
    waitingNote: 'It waits until you say yes.',
    unfittingTitle: 'A change does not fit the data',
    unfittingNote: 'Put these records right and save again, or change the text.',
    applyAndDelete: 'Apply and delete',
    leaveAsItIs: 'Leave as it is',
    rows: (count: number) => counted(count, { one: '1 record.', other: `${count} records.` }),
    consented: 'The change is applied.',
    remedied: 'Written into the specification.',
    remedyTooLate: 'The specification has changed meanwhile: nothing was written.',
    hide: 'Hide',
    show: (count: number) =>
      counted(count, { one: '1 problem in the specification', other: `${count} problems in the specification` }),
    showWaiting: 'A change of the specification waits',
    disconnected: 'The development server does not answer …',
  },

  api: {
    title: 'API',
    intro: 'Every call that programs can make, to read and to try. The same for other tools:',
  },

  deleted: {
    title: 'Recently deleted',
    intro: 'Deleted records are kept for a time, with everything that belonged to them, and can be brought back.',
    emptyTitle: 'Nothing here',
    empty: 'Records that you may bring back appear here when they are deleted.',
    unnamed: 'Without a name',
    deletedAt: (when: string) => `deleted ${when}`,
    deletedBy: (by: string) => `by ${by}`,
    until: (when: string) => `gone for good ${when}`,
    restore: 'Bring back',
    restoreOne: (name: string) => `Bring back ${name}`,
    restored: (name: string) => `${name} is back.`,
    failed: (name: string) => `${name} could not be brought back`,
  },
  notifications: {
    title: 'Notifications',
    bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
    unread: 'Unread:',
    markAsRead: 'Mark as read',
    markOneAsRead: (title: string) => `Mark as read: ${title}`,
    markAllAsRead: 'Mark all as read',
    markAsUnread: 'Mark as unread',
    markOneAsUnread: (title: string) => `Mark as unread: ${title}`,
    emptyTitle: 'Nothing yet',
    empty: 'News for you appears here.',
    more: 'Show older ones',
  },

  mailbox: {
    title: 'Mailbox',
    intro:
      'All sent messages, the newest first. During development no e-mail leaves this computer, and webhooks go only to hosts in WEBHOOK_HOSTS.',
    emptyTitle: 'No message yet',
    empty: 'Do something in the application that sends one: it appears here by itself.',
    noSubject: 'No subject',
    noBody: 'The message has no words.',
    to: 'To',
    attached: 'Attached',
    sent: 'Sent',
    message: 'Message',
    ways: { email: 'E-mail', 'in-app': 'In the application', webhook: 'Webhook', events: 'Events' },
    failed: 'Failed',
    givenUp: (attempts: number) => counted(attempts, { one: 'Given up:', other: `Given up after ${attempts} times:` }),
    triedAgain: (attempts: number) =>
      counted(attempts, { one: 'Failed, and is tried again:', other: `Failed ${attempts} times, and is tried again:` }),
    later: 'Put off',
  },

  specification: {
    title: 'Specification',
    intro: (file: string) => `The content of ${file} so far, and its open questions.`,
    introFull: (file: string) => `Every question of the nine points is answered in ${file}.`,
    introEmpty: (file: string) =>
      `Nothing is known about this application yet. Answer one question in ${file}, save, and this page follows.`,
    answered: (count: number, all: number) => `${count} of ${all} questions answered`,
    gauge: (done: number) => `${done} of 9 points are fully answered`,
    answers: { stated: 'Stated', none: 'None, as stated', provisional: 'Provisional', open: 'Open' },
    answerMeanings: {
      stated: 'The text says it, and it is enforced.',
      none: 'The text says that there is nothing.',
      provisional: 'Not stated. A substitute is offered meanwhile, and marked.',
      open: 'Not stated, and without a substitute.',
    },
    writeUnder: (heading: string) => `Write under “${heading}”:`,
    diagnostics: 'What Ninefold says about the text',
    noDiagnostics: 'Nothing to complain about.',
    severities: { error: 'Errors', warning: 'Warnings', unknown: 'Not shown', note: 'Notes' },
    firstStep: 'A good first step',
    begin: 'Answer step by step',
    firstStepText:
      'State one entity under point 3. A list, a page and a form for it appear at once, marked as provisional.',
    onlyDevelopment: 'This page exists only while a specification is developed.',
  },
}

export type Words = typeof english

/** The present catalogue. Components must not keep a copy, because the language may change. */
export let words: Words = english

/** Null: English. */
export function speakIn(catalogue: Words | null): void {
  words = catalogue ?? english
}
