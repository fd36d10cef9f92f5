// Every text that the web app itself says, in one place. What the specification says comes from the server.

export const words = {
  skipToContent: 'Skip to content',
  loading: 'Loading …',
  yes: 'Yes',
  no: 'No',
  empty: 'Empty',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',

  navigation: {
    label: 'Main',
    open: 'Open navigation',
    close: 'Close navigation',
    menu: 'Navigation',
    specification: 'Specification',
  },

  purpose: {
    notStated: 'Nobody has stated yet what this application is for.',
    nothingToOpen: 'There is no screen here for you yet.',
    openQuestions: (count: number) => (count === 1 ? '1 open question' : `${count} open questions`),
  },

  screens: {
    provisional: 'Provisional',
    provisionalScreen: 'Nobody has stated this screen yet. It is offered while the specification is written.',
    provisionalSettle: (question: string, heading: string) => `To settle it, answer “${question}” under “${heading}”.`,
    search: 'Search',
    searchIn: (fields: string) => `Search in ${fields}`,
    filter: (label: string) => `Filter by ${label}`,
    filters: (count: number) => (count === 0 ? 'Filter and sort' : `Filter and sort (${count})`),
    clearFilters: 'Clear',
    sortBy: 'Sort',
    sortedUp: (label: string) => `${label}, ascending`,
    sortedDown: (label: string) => `${label}, descending`,
    nothingYet: 'Nothing here yet.',
    nothingMatches: 'Nothing matches.',
    nothingMatchesHint: 'Change what you search for, or clear the filters.',
    actions: 'Actions',
    moreActions: 'More actions',
    properties: 'Properties',
    firstOf: (shown: number, all: number) => `The first ${shown} of ${all}.`,
    nothingToChoose: 'Nothing to choose from yet.',
    tabs: (screen: string) => `Parts of ${screen}`,
  },

  entities: {
    choose: 'Choose …',
    searchRecords: 'Type to search …',
    addByTyping: 'Type and press Enter …',
    nothingFound: 'Nothing found',
    searching: 'Searching …',
    optionsFailed: 'The choices could not be loaded.',
    chooseMoment: 'Choose a day and a time',
    periodStart: 'from',
    periodEnd: 'until',
    endIsOut: 'The last day itself is no part of it.',
    unit: 'Unit',
    units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days', week: 'weeks' },
    noRating: 'None',
    chooseColour: 'Choose a colour',
    chooseFile: 'Choose a file',
    chooseFiles: 'Choose files',
    fileHint: (size: string, count: number | null) =>
      `or drop or paste here, up to ${size}${count === null ? '' : ` each, at most ${count}`}`,
    uploading: (name: string) => `Uploading ${name}`,
    stillUploading: 'Please wait until everything is uploaded.',
    removeFile: (name: string) => `Remove ${name}`,
    timeZoneNote: (zone: string) => `In the time zone ${zone}.`,
  },

  states: { notNow: 'Not possible now', done: (label: string) => `${label}: done` },

  validation: {
    fallback: 'This is not accepted.',
    restored: 'What you typed before is still here.',
    discard: 'Start again',
    nothingChanged: 'Nothing was changed.',
    charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  },

  roles: {
    signIn: 'Sign in',
    signInTo: (name: string) => `Sign in to ${name}`,
    signUp: 'Create an account',
    signOut: 'Sign out',
    noAccount: 'No account yet?',
    haveAccount: 'Already have an account?',
    sampleUsers: 'Sample users',
    sampleUsersNote: 'Only while the specification is developed.',
    signInAs: (label: string, roles: string) =>
      roles === '' ? `Sign in as ${label}` : `Sign in as ${label} — ${roles}`,
    switchTo: 'Switch to',
    account: 'Account',
    signedOut: 'You are signed out.',
    notAllowedTitle: 'This is not for you to see',
    notAllowed: 'Your roles do not include what is here.',
    appearance: 'Appearance',
    appearances: { auto: 'System', light: 'Light', dark: 'Dark' },
  },

  calls: {
    done: (label: string) => `${label}: done`,
    confirmTitle: (label: string) => `${label}?`,
    confirmText: 'This takes something away and cannot be undone here.',
  },

  errors: {
    notFoundTitle: 'Nothing here',
    notFound: 'There is nothing at this address, or you may not see it.',
    toStart: 'Go to the start',
    failingTitle: 'This could not be loaded',
    unreachable: 'The server does not answer. Check your connection and try again.',
    unexpected: 'Something went wrong on the server.',
    broken: 'This page broke while it was drawn.',
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
  },

  development: {
    heldBack: 'The specification has errors',
    heldBackNote: 'The last good version goes on serving.',
    waitingTitle: 'A change would delete data',
    waitingNote: 'It waits until you say yes.',
    unfittingTitle: 'A change does not fit the data',
    unfittingNote: 'Put these records right and save again, or change the text.',
    applyAndDelete: 'Apply and delete',
    leaveAsItIs: 'Leave as it is',
    rows: (count: number) => (count === 1 ? '1 record.' : `${count} records.`),
    consented: 'The change is applied.',
    hide: 'Hide',
    show: (count: number) =>
      count === 1 ? '1 problem in the specification' : `${count} problems in the specification`,
    showWaiting: 'A change of the specification waits',
    disconnected: 'The development server does not answer …',
  },

  api: {
    title: 'API',
    intro: 'Every call that programs can make, to read and to try. The same for other tools:',
  },

  mailbox: {
    title: 'Mailbox',
    intro:
      'Every e-mail that the application has sent, the newest first. While it is developed, none of them leaves this computer.',
    emptyTitle: 'No message yet',
    empty: 'Do something in the application that sends one: it appears here by itself.',
    noSubject: 'No subject',
    noBody: 'The message has no words.',
    to: 'To',
    sent: 'Sent',
    message: 'Message',
  },

  specification: {
    title: 'Specification',
    intro: (file: string) => `What ${file} says so far, and what nobody has said yet.`,
    introFull: (file: string) => `Every question of the nine points is answered in ${file}.`,
    introEmpty: (file: string) =>
      `Nothing is known about this application yet. Answer one question in ${file}, save, and this page follows.`,
    answered: (count: number, all: number) => `${count} of ${all} questions answered`,
    gauge: (done: number) => `${done} of 9 points are fully answered`,
    answers: { stated: 'Stated', none: 'None, as stated', provisional: 'Provisional', open: 'Open' },
    answerMeanings: {
      stated: 'The text says it, and it is enforced.',
      none: 'The text says that there is nothing.',
      provisional: 'Nobody said. Something is offered meanwhile, and marked.',
      open: 'Nobody said, and nothing is there.',
    },
    writeUnder: (heading: string) => `Write under “${heading}”:`,
    diagnostics: 'What Ninefold says about the text',
    noDiagnostics: 'Nothing to complain about.',
    severities: { error: 'Errors', warning: 'Warnings', unknown: 'Not shown', note: 'Notes' },
    firstStep: 'A good first step',
    firstStepText:
      'State one entity under point 3. A list, a page and a form for it appear at once, marked as provisional.',
    onlyDevelopment: 'This page exists only while a specification is developed.',
  },
} as const
